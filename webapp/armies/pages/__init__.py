"""Pages of armies."""
