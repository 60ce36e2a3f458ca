"""What each tile shows: the set's colours, its rotation, and how sure that is."""
