"""The siege with its bots, and the notebook of what a viewer can know."""
