"""Voorbeeldstad: a municipality that does not exist, to try everything in."""
