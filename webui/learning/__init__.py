"""What the tables themselves teach: photos whose boards people have confirmed or put right."""
