"""What several commands take: boards, games, observations; and their line of progress."""
