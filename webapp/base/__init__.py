"""What all other packages here use: settings, paths, errors, assets, types of a game's parts."""
