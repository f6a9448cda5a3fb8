"""The file format of rounds: JSON in, JSON out, every error a value with a sentence."""
