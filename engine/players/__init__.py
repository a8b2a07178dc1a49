"""The bots of rulesets in which sides make decisions: one folder for each ruleset."""
