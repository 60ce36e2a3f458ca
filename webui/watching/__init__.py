"""What live cameras see, and photos that are sent to a game, reach their game here."""
