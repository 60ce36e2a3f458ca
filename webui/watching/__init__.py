"""From cameras, films and photos to turns: what is seen reaches its game here."""
