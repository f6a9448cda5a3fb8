"""How much may stand in a document that people upload.

The engine looks at the whole document once for every choice of every reading, and at every rule for every lid. With ten
thousand of them that takes minutes, while a page must answer in seconds. A regulation has some twenty of anything.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from schemes.parsing import MAX_DEPTH, parsed
from schemes.problems import Place, Problem, place_in

MOST_PARTS = 100
MOST_CHOICES = 200


def size_problems(raw: bytes) -> tuple[Problem, ...]:
    """Every list or table that is too long, with its place; nothing for a file that cannot be read at all."""
    data = parsed(raw)
    if isinstance(data, tuple):
        return ()
    sentence = _("dit zijn er te veel: ten hoogste %(most)s")
    found = [Problem(place_in(data, place), sentence % {"most": MOST_PARTS}) for place in _long(data, ())]
    if not found and _choices(data.get("readings")) > MOST_CHOICES:
        found = [Problem("readings › choices", sentence % {"most": MOST_CHOICES})]
    return tuple(found)


def _long(value: object, place: Place) -> Iterator[Place]:
    if not isinstance(value, dict | list) or len(place) > MAX_DEPTH:
        return
    if len(value) > MOST_PARTS:
        yield place
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield from _long(item, (*place, key))


def _choices(readings: object) -> int:
    """How many choices all readings have together."""
    stated = (
        [reading.get("choices") for reading in readings if isinstance(reading, dict)]
        if isinstance(readings, list)
        else []
    )
    return sum(len(choices) for choices in stated if isinstance(choices, list))
