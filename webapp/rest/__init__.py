"""What all calls of the API share."""
