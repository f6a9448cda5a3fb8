"""Which way the standing of an application and the stage of a round can go."""

from grants.enums import Stage, Standing

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
    Standing.INADMISSIBLE: frozenset(
        {Standing.SUBMITTED}
    ),  # only what was late, where the round closes later
    Standing.WITHDRAWN: frozenset(),
}
"""From each standing, those that can follow it."""

IN_THE_RUNNING = frozenset({Standing.SUBMITTED, Standing.TO_COMPLETE, Standing.COMPLETED, Standing.COMPLETE})
"""What competes for the money, as far as is known."""


def may_become(now: Standing, then: Standing) -> bool:
    """Whether an application that stands here can come to stand there."""
    return then in MAY_BECOME[now]


DECIDED_APART = frozenset({Standing.NOT_HANDLED, Standing.INADMISSIBLE})
"""What was decided for one application alone, before the others are ranked."""

TO_DO = frozenset({Standing.SUBMITTED, Standing.LATE, Standing.TO_COMPLETE, Standing.COMPLETED})
"""What an official must still look at before the round can be assessed."""

STAGE_MAY_BECOME: dict[Stage, frozenset[Stage]] = {
    Stage.DRAFT: frozenset({Stage.PUBLISHED}),
    Stage.PUBLISHED: frozenset({Stage.WITHDRAWN}),
    Stage.OPEN: frozenset({Stage.WITHDRAWN}),
    Stage.CLOSED: frozenset({Stage.ASSESSING, Stage.WITHDRAWN}),
    Stage.ASSESSING: frozenset({Stage.RANKED, Stage.WITHDRAWN}),
    Stage.RANKED: frozenset({Stage.DECIDED, Stage.WITHDRAWN}),
    Stage.DECIDED: frozenset({Stage.ANNOUNCED}),
    Stage.ANNOUNCED: frozenset({Stage.ARCHIVED}),
    Stage.ARCHIVED: frozenset(),
    Stage.WITHDRAWN: frozenset(),
}
"""From each stage of a round, as `stage_of` gives it, those to which an act can bring it."""

TAKES_LATE = frozenset({Stage.PUBLISHED, Stage.ASSESSING})
"""Stages, as they are stored, in which what came late can still be let in: until the applications are ranked."""

OVER = frozenset({Stage.DECIDED, Stage.ANNOUNCED, Stage.ARCHIVED, Stage.WITHDRAWN})
"""Stages in which nothing about an application changes the outcome any more."""
