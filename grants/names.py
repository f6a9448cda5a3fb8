"""How names of people and organisations are sorted and searched."""

import unicodedata


def sort_key(name: str) -> str:
    """What names are sorted by: lower case, without accents, the same on every machine."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).strip()
