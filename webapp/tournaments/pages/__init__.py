"""Pages of tournaments."""
