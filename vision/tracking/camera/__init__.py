"""The picture itself: how the camera moves, when it rests, and which frames look alike."""
