"""Generated pictures of printed boards: paper, pieces, how they are laid, light and shadow."""
