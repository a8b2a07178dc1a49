"""Pages of the site itself: home, rules, languages, health, the style guide."""
