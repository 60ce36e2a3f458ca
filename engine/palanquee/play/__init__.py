"""Playing Palanquée: actions, what they cause, what they are paid with, turns."""
