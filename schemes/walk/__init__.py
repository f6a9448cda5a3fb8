"""The walk through everything that is still possible: missing draws, decisions that are owed."""
