"""Who decides where a ruleset lets a side decide: one folder a ruleset."""
