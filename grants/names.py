"""How names of people and organisations, and titles, are kept, sorted and searched."""

import unicodedata

# How much of a name counts when sorting: what takes accents apart makes some names longer than their column.
LONGEST_KEY = 150
UNSEEN = ("Cc", "Cf")


def tidy(name: str) -> str:
    """A name or a title as it is kept: with one space between its words, and no character that nobody sees."""
    return spaced(without_unseen(name))


def spaced(name: str) -> str:
    """A name with one space between its words."""
    return " ".join(name.split())


def without_unseen(name: str) -> str:
    """A name without the characters that nobody sees, such as those that turn the direction of what is read."""
    return "".join(one for one in name if one.isspace() or unicodedata.category(one) not in UNSEEN)


def sort_key(name: str) -> str:
    """What names are sorted by: lower case, without accents, the same on every machine."""
    decomposed = unicodedata.normalize("NFKD", without_unseen(name)).casefold()
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return spaced(bare)[:LONGEST_KEY].rstrip()
