"""The small networks for single faces: their shape, and faces cut from generated scenes."""
