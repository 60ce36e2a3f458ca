"""Commands that look at photos, films and cameras, or print what they need."""
