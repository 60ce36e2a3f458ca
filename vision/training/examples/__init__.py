"""What the networks learn from: labelled faces, maps and half hidden tiles out of drawn scenes."""
