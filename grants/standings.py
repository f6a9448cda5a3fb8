"""Which way the standing of an application can go; every step goes through `grants.services.events`."""

from grants.enums import Standing

MAY_BECOME: dict[Standing, frozenset[Standing]] = {
    Standing.DRAFT: frozenset({Standing.SUBMITTED, Standing.LATE, Standing.WITHDRAWN}),
    Standing.SUBMITTED: frozenset(
        {Standing.COMPLETE, Standing.TO_COMPLETE, Standing.INADMISSIBLE, Standing.WITHDRAWN}
    ),
    Standing.LATE: frozenset({Standing.SUBMITTED, Standing.INADMISSIBLE, Standing.WITHDRAWN}),
    Standing.TO_COMPLETE: frozenset(
        {
            Standing.COMPLETED,
            Standing.COMPLETE,
            Standing.NOT_HANDLED,
            Standing.INADMISSIBLE,
            Standing.WITHDRAWN,
        }
    ),
    Standing.COMPLETED: frozenset(
        {
            Standing.COMPLETE,
            Standing.TO_COMPLETE,
            Standing.NOT_HANDLED,
            Standing.INADMISSIBLE,
            Standing.WITHDRAWN,
        }
    ),
    Standing.COMPLETE: frozenset({Standing.TO_COMPLETE, Standing.INADMISSIBLE, Standing.WITHDRAWN}),
    Standing.NOT_HANDLED: frozenset(),
    Standing.INADMISSIBLE: frozenset(),
    Standing.WITHDRAWN: frozenset(),
}
"""From each standing, those that can follow it."""

IN_THE_RUNNING = frozenset({Standing.SUBMITTED, Standing.TO_COMPLETE, Standing.COMPLETED, Standing.COMPLETE})
"""What competes for the money, as far as is known."""


def may_become(now: Standing, then: Standing) -> bool:
    """Whether an application that stands here can come to stand there."""
    return then in MAY_BECOME[now]
