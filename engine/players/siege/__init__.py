"""The siege's bots, and the inference used by the strong bot and the notebook."""
