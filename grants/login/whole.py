"""What changes how someone logs in: one transaction with its line in the log, and the mails that tell of it after the commit."""

from collections.abc import Callable
from contextvars import ContextVar

from django.db import transaction
from django.http.response import HttpResponseBase

_put_off: ContextVar[list[Callable[[], None]] | None] = ContextVar("put_off", default=None)


def in_one_transaction(answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Answer, all of it or nothing: an error of the program undoes what came before it."""
    put_off: list[Callable[[], None]] = []
    token = _put_off.set(put_off)
    try:
        with transaction.atomic():
            response = answer()
            if response.status_code >= 500:
                transaction.set_rollback(True)
                put_off.clear()
    finally:
        _put_off.reset(token)
    for act in put_off:
        act()
    return response


def after_commit(act: Callable[[], None]) -> None:
    """Do this when the transaction is over, as all other acts wait for the log as long as it lasts; or else at once."""
    put_off = _put_off.get()
    if put_off is None:
        act()
    else:
        put_off.append(act)
