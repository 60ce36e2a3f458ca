"""What pages show of a game: the verdict and its lines, pictures of boards, steps, animations."""
