"""What the web adds to the ruleset siege."""
