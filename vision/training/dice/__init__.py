"""Training of the small networks for dice: to find them, to say how they lie, to read tops."""
