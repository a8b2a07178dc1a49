"""Settings, paths, errors, assets and the types of a game's parts, used by all other packages."""
