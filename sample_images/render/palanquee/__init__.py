"""Pictures of Palanquée boards by the same path tracer."""
