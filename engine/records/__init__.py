"""Games and boards on paper: records, their forms as files, and playing them again."""
