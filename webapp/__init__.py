"""The web application and the command line."""
