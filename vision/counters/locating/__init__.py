"""Where the printed board lies in a photo, and which way round."""
