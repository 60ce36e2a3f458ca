"""What was read, as a value: in pixels, in words, drawn over its photo."""
