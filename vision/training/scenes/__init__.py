"""Generated pictures of tables, quick to make, for training the small networks."""
