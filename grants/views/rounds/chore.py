"""One thing to do in a round, as its page shows it."""

from dataclasses import dataclass

NEED, WAIT, DONE = "need", "wait", "done"


@dataclass(frozen=True)
class Chore:
    """One thing to do (`need`), to wait for (`wait`) or that is done."""

    kind: str
    title: str
    text: str = ""
    who: str = ""
    address: str = ""
    label: str = ""
