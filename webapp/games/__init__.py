"""The games: one folder each, with all that the web adds to its ruleset."""
