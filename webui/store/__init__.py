"""What is kept: events in a database, photos as files beside it. Nothing is imported here:
processes that read photos need names from this folder and no database."""
