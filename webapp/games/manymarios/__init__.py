"""What the web adds to the ruleset manymarios."""
