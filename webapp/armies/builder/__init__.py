"""The builder: any game's army put together in a form. README.md describes it."""
