"""Where in a picture something looks like a tile."""
