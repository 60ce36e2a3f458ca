"""The routes about the dashboard itself: who referees, settings, cameras, what it has learned."""
