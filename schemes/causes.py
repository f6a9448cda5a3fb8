"""Finding back, by its code and rule, what a regulation says: a line that was kept holds no more of its cause."""

from collections.abc import Iterator
from functools import cache

from pydantic import BaseModel

from schemes.regulation import Regulation
from schemes.vocabulary import Cause


def cause_of(regulation: Regulation, code: str, rule: str | None) -> Cause:
    """The rule of this regulation with this code and lid; a bare cause where it is none of its rules.

    Such are the codes of what is still open, which no article has.
    """
    return _by_code(regulation).get((code, rule)) or Cause(code=code, rule=rule)


@cache
def _by_code(regulation: Regulation) -> dict[tuple[str, str | None], Cause]:
    found: dict[tuple[str, str | None], Cause] = {}
    for cause in _causes(regulation):
        found.setdefault((cause.code, cause.rule), cause)
    return found


def _causes(value: object) -> Iterator[Cause]:
    """Every cause within a value, its own parts after itself."""
    if isinstance(value, Cause):
        yield value
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _causes(getattr(value, name))
    elif isinstance(value, tuple):
        for part in value:
            yield from _causes(part)
