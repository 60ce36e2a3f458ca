"""Generated photographs of Palanquée boards, and the training of what reads them."""
