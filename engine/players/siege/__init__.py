"""The siege's bots, and the inference that the strong bot and the notebook use."""
