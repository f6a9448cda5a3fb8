"""What officials and applicants did in a closed round of the town, so that every standing can be seen."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from grants import clock
from grants.demo.contents import EUROS
from grants.enums import Ground
from grants.models import Application, GrantRound, User
from grants.selectors.applications.completeness import Lacking
from grants.services.applications.admissibility import find_inadmissible, refuse_late, set_grantable
from grants.services.applications.completeness import ask_completion, find_complete, leave_unhandled
from grants.services.applications.completions import Answer, answer_request
from grants.services.applications.drafts import withdraw_application

Act = tuple[int, Callable[[], object]]
"""So many days after closing, what is done then."""

BUDGET = Lacking(
    key="begroting",
    question="Een begroting met alle kosten van de activiteit, post voor post.",
    rule="lid 3 onder j",
    note="De posten staan er wel, maar de bedragen niet.",
)
TWO_WEEKS = 14


LEAST = 14
"""With fewer applications there is not one for each standing."""


def let_things_happen(received: Sequence[Application], grant_round: GrantRound, official: User) -> None:
    """Everything in the order in which it happened; two stay as they came in, and one that is late waits for an answer."""
    if grant_round.closes_at is None or len(received) < LEAST:
        return
    acts = [
        *_found_complete(received[:5], official),
        *_not_complete(received, official),
        *_out(received, official),
    ]
    for days, act in sorted(acts, key=lambda each: each[0]):
        with clock.at(grant_round.closes_at + timedelta(days=days, hours=3)):
            act()


def _found_complete(received: Sequence[Application], official: User) -> list[Act]:
    def find(application: Application) -> Callable[[], object]:
        return lambda: find_complete(
            by=official, application=application, seen=_version(application), judged={}
        )

    def lower() -> object:
        application = received[1]
        return set_grantable(
            by=official,
            application=application,
            seen=_version(application),
            cents=(application.requested_cents or 0) - EUROS,
            reason="De consumpties van de vrijwilligers zijn niet subsidiabel.",
        )

    return [*((2 + at, find(application)) for at, application in enumerate(received)), (8, lower)]


def _not_complete(received: Sequence[Application], official: User) -> list[Act]:
    waiting, answered, silent = received[5:8]

    def ask(application: Application) -> Callable[[], object]:
        return lambda: ask_completion(
            by=official,
            application=application,
            seen=_version(application),
            lacking=[BUDGET],
            days=TWO_WEEKS,
            message="Met een volledige begroting kunnen wij uw aanvraag beoordelen.",
        )

    def answer() -> object:
        return answer_request(
            by=answered.started_by,
            application=answered,
            seen=_version(answered),
            answer=Answer(
                texts={
                    BUDGET.key: "De huur kost 1.200 euro, het materiaal 800 euro en de begeleiding 500 euro."
                }
            ),
            received_at=clock.now(),
        )

    def leave() -> object:
        reason = "De begroting is gevraagd en niet gekomen."
        return leave_unhandled(by=official, application=silent, seen=_version(silent), reason=reason)

    return [(1, ask(answered)), (1, ask(silent)), (4, answer), (20, leave), (27, ask(waiting))]


def _out(received: Sequence[Application], official: User) -> list[Act]:
    inadmissible, withdrawn, late = received[8], received[9], received[13]

    def find() -> object:
        return find_inadmissible(
            by=official,
            application=inadmissible,
            seen=_version(inadmissible),
            ground=Ground.PERIOD,
            reason="De activiteit is al geweest voordat de aanvraag kwam.",
        )

    def withdraw() -> object:
        reason = "De ruimte is niet meer vrij."
        return withdraw_application(by=withdrawn.started_by, application=withdrawn, reason=reason)

    def answer() -> object:
        reason = "De aanvraag kwam na het sluiten van de ronde."
        return refuse_late(by=official, application=late, seen=_version(late), reason=reason)

    return [(5, find), (6, withdraw), (7, answer)]


def _version(application: Application) -> int:
    """The version that stands there at that moment, which is what an official sees."""
    return Application.objects.values_list("version", flat=True).get(pk=application.pk)
