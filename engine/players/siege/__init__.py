"""The siege's bots, and what they and the notebook infer."""
