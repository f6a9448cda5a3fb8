"""Titles that are nearly the same, found without comparing each with each."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import combinations

from grants.names import sort_key

SHORTEST_WORD = 3
COMMON = frozenset(
    ["aan", "bij", "dat", "den", "der", "die", "door", "een", "het", "met", "naar", "niet", "onze", "ons", "over", "van", "voor"]
)  # fmt: skip
RAREST = 3
"""How many of the rarest words of a title it is looked up by."""

LARGEST_GROUP = 60
"""A word that more titles share says nothing."""

SHARED = 0.7
SOME = 0.3
SAME_LETTERS = 0.9
Pair = tuple[int, int]


def near_same(titles: Mapping[int, str]) -> Iterator[Pair]:
    """Pairs of keys, the lower first, of which the titles are the same or nearly so; each pair once."""
    bare = {key: sort_key(title) for key, title in titles.items()}
    words = {key: words_of(title) for key, title in bare.items()}
    seen: set[Pair] = set()
    for one, other in _candidates(bare, words):
        pair = (min(one, other), max(one, other))
        if pair not in seen and are_alike(bare[one], bare[other], words[one], words[other]):
            yield pair
        seen.add(pair)


def words_of(bare: str) -> frozenset[str]:
    """The words that tell a title from another; all of it where it has none."""
    words = "".join(letter if letter.isalnum() else " " for letter in bare).split()
    return frozenset(
        word for word in words if len(word) >= SHORTEST_WORD and word not in COMMON
    ) or frozenset(words)


def are_alike(one: str, other: str, words: frozenset[str], others: frozenset[str]) -> bool:
    """Whether most words are shared, or nearly all letters."""
    if one == other:
        return bool(one)
    shared = len(words & others) / max(len(words | others), 1)
    if shared >= SHARED:
        return True
    return shared >= SOME and SequenceMatcher(None, one, other, autojunk=False).ratio() >= SAME_LETTERS


def _candidates(bare: Mapping[int, str], words: Mapping[int, frozenset[str]]) -> Iterator[Pair]:
    """Those with the same title, and those that share a rare word."""
    equal = _grouped({key: [title] for key, title in bare.items() if title})
    for group in equal.values():
        yield from combinations(group, 2)
    counted = Counter(word for found in words.values() for word in found)
    rare = {
        key: sorted(found, key=lambda word: (counted[word], word))[:RAREST] for key, found in words.items()
    }
    for group in _grouped(rare).values():
        if len(group) <= LARGEST_GROUP:
            yield from combinations(group, 2)


def _grouped(keys: Mapping[int, list[str]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for key, names in keys.items():
        for name in names:
            found[name].append(key)
    return found
