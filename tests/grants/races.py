"""Two who do something at the same moment."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from grants.services.errors import Conflict, Refused


def at_once(acts: Sequence[Callable[[], object]]) -> list[str]:
    """Do all of them at the same moment, and give what each heard, in order of the alphabet."""
    start = Barrier(len(acts))

    def do(act: Callable[[], object]) -> str:
        start.wait()
        try:
            act()
        except Refused as refused:
            return refused.sentence
        except Conflict as conflict:
            return f"conflict with {conflict.row}"
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(pool.map(do, acts))
