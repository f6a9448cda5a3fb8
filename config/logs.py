"""One line of JSON on standard output for all that is worth telling, with the request or the task that it belongs to.

What is secret stays out: no local variables, no bodies, no query strings, no keys in addresses, no values of rows.
"""

import re
from collections.abc import MutableMapping

import structlog
from django.contrib.auth import SESSION_KEY
from structlog.typing import Processor

Event = MutableMapping[str, object]

HIDDEN = (
    (re.compile(r"(/(?:reset/key|confirm-email)/)[^/\s?]+"), r"\1…"),
    (re.compile(r"((?<!aanvragen)/overnemen/)[^/\s?]+"), r"\1…"),
    (re.compile(r"(DETAIL:)[^\n]*"), r"\1 …"),  # PostgreSQL quotes the row
    (re.compile(r"(\w+://[^/\s:@]*:)[^@\s]+@"), r"\1…@"),  # an address with a password
)


def name_user(_logger: object, _method: str, event: Event) -> Event:
    """The id of who is logged in, if the request has looked that up already: a line of the log asks the database nothing."""
    session = event.pop("session", None)
    if getattr(session, "accessed", False):
        user = getattr(session, "get", dict[str, object]().get)(SESSION_KEY)
        if user is not None:
            event["user"] = user
    return event


def hide_secrets(_logger: object, _method: str, event: Event) -> Event:
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = hidden(value)
    return event


def hidden(text: str) -> str:
    """The text without what nobody should read in a log."""
    for pattern, replacement in HIDDEN:
        text = pattern.sub(replacement, text)
    return text


SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    name_user,
)


def json_formatter() -> structlog.stdlib.ProcessorFormatter:
    """The formatter for the lines of every library, and for our own."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            hide_secrets,
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ],
    )


structlog.configure(
    processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
)
