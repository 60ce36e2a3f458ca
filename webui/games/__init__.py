"""From stored events to what a page shows: the games as the tables see them."""
