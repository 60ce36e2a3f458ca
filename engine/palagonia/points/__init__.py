"""What closed creatures are worth in Palagonia, whom an action pays, and scores drawn."""
