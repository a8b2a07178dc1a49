"""What the API takes and gives, one file a resource; battle files are read by the engine."""
