"""Figures about Rangorde, made anew on any machine. Nothing here asserts a time."""
