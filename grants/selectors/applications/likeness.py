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


def near_same_groups(titles: Mapping[int, str]) -> list[list[int]]:
    """Groups of keys of which the titles are the same, or nearly the same as another one of the group."""
    bare = {key: sort_key(title) for key, title in titles.items()}
    equal = list(_grouped({key: [title] for key, title in bare.items() if title}).values())
    told_by = {group[0]: group for group in equal}
    words = {key: words_of(bare[key]) for key in told_by}
    joined = {key: key for key in told_by}
    for one, other in _candidates(words):
        first, second = _end(joined, one), _end(joined, other)
        if first != second and are_alike(bare[one], bare[other], words[one], words[other]):
            joined[second] = first
    groups: dict[int, list[int]] = defaultdict(list)
    for key, group in told_by.items():
        groups[_end(joined, key)] += group
    return [group for group in groups.values() if len(group) > 1]


def _end(joined: dict[int, int], key: int) -> int:
    """Who tells the group in which this one is by now."""
    while joined[key] != key:
        joined[key] = key = joined[joined[key]]
    return key


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


def _candidates(words: Mapping[int, frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Those that share a rare word."""
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
