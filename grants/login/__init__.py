"""How people log in: allauth in our words, and the second step."""
