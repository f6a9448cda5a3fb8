"""Small rounds in which every lot is drawn and every decision taken: nothing is left to wait for."""

from hypothesis import strategies as st

from schemes.library import SHIPPED
from tests.schemes.small_rounds import KEEP_OR_REFUSE, ONTMOETING, Application, Round, rounds


def applications_of(raw: Round) -> list[Application]:
    applications = raw["applications"]
    assert isinstance(applications, list)
    return applications


def options_of(raw: Round) -> dict[str, object]:
    options = raw["options"]
    assert isinstance(options, dict)
    return options


def decisions_of(application: Application) -> dict[str, object]:
    decisions = application.setdefault("decisions", {})
    assert isinstance(decisions, dict)
    return decisions


@st.composite
def completed_rounds(draw: st.DrawFn, schemes: tuple[str, ...] = SHIPPED) -> Round:
    """All ids are drawn, all answers given: what needs no lot and what has no ground is ignored."""
    raw = draw(rounds(schemes))
    applications = applications_of(raw)
    if raw["scheme"] == ONTMOETING and options_of(raw).get("pending_discretion") != "keep":
        for one in applications:
            for key in ("insufficient", "too_close"):
                decisions_of(one).setdefault(key, draw(KEEP_OR_REFUSE))
    raw["lottery"] = draw(st.permutations([str(one["id"]) for one in applications]))
    return raw
