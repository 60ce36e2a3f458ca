"""What a player of Palanquée wants to know, and a program that plays it."""
