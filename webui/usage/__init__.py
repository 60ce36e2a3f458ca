"""How the command line is used: its commands, their examples, and what options were called."""
