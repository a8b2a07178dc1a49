"""Bots, for rulesets in which sides make decisions: one folder per ruleset."""
