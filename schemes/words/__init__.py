"""Dutch: numbers, sentences and texts for values."""
