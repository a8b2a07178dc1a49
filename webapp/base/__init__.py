"""What every room stands on: settings, paths, errors, assets, the types of a game's parts."""
