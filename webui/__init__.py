"""The dashboard and the command line: they show what the engine and the eye say."""
