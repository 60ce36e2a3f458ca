"""What is known of one table, its set and its camera: learned from photos that people confirmed."""
