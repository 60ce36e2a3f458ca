"""Which tiles are the board, and which of it were missed at first."""
