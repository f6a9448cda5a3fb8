from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from grants import clock
from grants.documents.stored import regulation_of
from grants.enums import Action, Basis, InterestKind, Role, RulingKind, Stage, Standing
from grants.models import (
    Application,
    EstablishedScore,
    Establishment,
    EstablishmentDraft,
    GrantRound,
    LogEntry,
    Representative,
    RoundPoints,
    Ruling,
    User,
)
from grants.selectors.assessing.matrix import matrices_of
from grants.selectors.assessing.points import beside_of
from grants.selectors.assessing.standing import Progress, Seen, is_up_to_date, progress_of
from grants.services.applications.drafts import hash_of
from grants.services.assessing.assessments import recuse
from grants.services.assessing.assignments import take_off
from grants.services.assessing.establishing import Chosen, establish, establish_clear
from grants.services.assessing.establishment_drafts import save_establishment_draft
from grants.services.assessing.interests import Declared, declare_interests
from grants.services.assessing.signing import establish_round, fingerprint_of
from grants.services.errors import Conflict, Refused
from schemes.library import SHIPPED
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.persons import give, make_person
from tests.grants.points import (
    assessed,
    choose,
    confirm,
    established,
    first,
    matrix_of,
    seen,
    sign,
)
from tests.grants.rounds import CULTURE, FUND, HAGUE

pytestmark = pytest.mark.django_db
EMPTY = hash_of({})


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def bases(panel: Panel) -> dict[str, str]:
    return dict(first(panel).establishments.latest("number").scores.values_list("letter", "basis"))


# ── What follows from what was given ──────────────────────────────────────────────────────────────


def test_what_everyone_gave_is_established_in_one_go() -> None:
    panel = assessed(CULTURE, 0, 0, applications=2)
    assert confirm(panel) == 2
    assert set(EstablishedScore.objects.values_list("basis", flat=True)) == {Basis.AGREED}
    sign(panel)
    beside = beside_of(panel.round, regulation_of(panel.round))
    assert beside.scores == {
        str(each.reference): tuple(panel.levels(letter)[0] for letter in panel.letters)
        for each in panel.applications
    }


def test_who_differ_need_a_choice_with_a_reason() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    assert confirm(panel) == 0
    with pytest.raises(Refused, match="Kies de punten bij criterium a"):
        choose(panel, {})
    with pytest.raises(Refused, match="Vertel waarom u dit aantal kiest, bij criterium a"):
        choose(panel, {"a": Chosen(panel.levels("a")[1], " ")})
    choose(panel, {"a": Chosen(panel.levels("a")[1], "Het plan is dun.")})
    assert bases(panel) == {**dict.fromkeys(panel.letters, Basis.AGREED), "a": Basis.CHOSEN}
    assert established(panel)["a"] == panel.levels("a")[1]


def test_points_that_the_article_does_not_know_are_not_chosen() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    with pytest.raises(Refused, match="Dat aantal punten kent de regeling niet bij criterium a"):
        choose(panel, {"a": Chosen(Fraction(9, 2), "Ertussenin.")})
    assert not Establishment.objects.exists()


def test_what_all_agree_on_can_be_chosen_otherwise_with_a_reason() -> None:
    panel = assessed(CULTURE, 0, 0)
    other = panel.levels("b")[1]
    with pytest.raises(Refused, match="Vertel waarom u dit aantal kiest, bij criterium b"):
        choose(panel, {"b": Chosen(other, "")})
    choose(panel, {"b": Chosen(other, "Iedereen zag iets over het hoofd.")})
    assert (established(panel)["b"], bases(panel)["b"]) == (other, Basis.CHOSEN)


def test_reason_of_who_agree_is_theirs_unless_another_is_written() -> None:
    panel = assessed(CULTURE, 0, 0)
    choose(panel, {"a": Chosen(None, "Beter gezegd."), "b": Chosen(panel.levels("b")[0], "")})
    reasons = first(panel).establishments.get().data["reasons"]
    assert reasons == {letter: f"Omdat {letter}." for letter in panel.letters} | {"a": "Beter gezegd."}


@pytest.mark.parametrize(
    ("given", "mean"),
    [
        ((4, 3), Fraction(7, 2)),
        ((4, 4, 3), Fraction(11, 3)),
        ((4, None, 1), Fraction(5, 2)),
        ((0, 0), Fraction(0)),
    ],
)
def test_mean_is_exact_and_leaves_out_who_could_not_judge(
    given: tuple[int | None, ...], mean: Fraction
) -> None:
    panel = assessed(FUND, *({"a": None if points is None else 4 - points} for points in given))
    assert confirm(panel) == 1
    assert established(panel)["a"] == mean
    assert set(bases(panel).values()) == {Basis.MEAN}


def test_nothing_is_chosen_beside_the_mean_but_its_reason() -> None:
    panel = assessed(FUND, 0, 1)
    choose(panel, {"a": Chosen(Fraction(0), "Zo kan het in de brief.")})
    assert established(panel)["a"] == Fraction(7, 2)
    assert first(panel).establishments.get().data["reasons"]["a"] == "Zo kan het in de brief."


def test_order_of_submission_changes_nothing() -> None:
    orders = list(permutations(range(3)))
    panel = make_panel(FUND, assessors=3, applications=len(orders))
    for application, order in zip(panel.applications, orders, strict=True):
        for at in order:
            panel.submit(panel.assessors[at], application, {"a": at, "b": None if at == 1 else at})
    confirm(panel)
    reasons = [each.establishments.get().data["reasons"] for each in panel.applications]
    found = [established(panel, at) for at in range(len(orders))]
    assert (found[0]["a"], found[0]["b"]) == (3, 3)  # (4 + 3 + 2) / 3, and (4 + 2) / 2
    assert all(each == found[0] for each in found)
    assert all(each == reasons[0] for each in reasons)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_criterion_of_a_regulation_is_read_back(slug: str) -> None:
    panel = make_panel(slug)
    given = {letter: at % len(panel.levels(letter)) for at, letter in enumerate(panel.letters)}
    for assessor in panel.assessors:
        panel.submit(assessor, first(panel), given)
    confirm(panel)
    wanted = {letter: panel.levels(letter)[at] for letter, at in given.items()}
    assert established(panel) == wanted
    beside = beside_of(panel.round, regulation_of(panel.round))
    assert beside.scores == {str(first(panel).reference): tuple(wanted[letter] for letter in panel.letters)}


# ── What is missing never counts ──────────────────────────────────────────────────────────────────


def test_criterion_that_only_one_could_judge_is_too_few() -> None:
    panel = assessed(CULTURE, 0, {"a": None})
    assert confirm(panel) == 0
    with pytest.raises(Refused, match=r"minder dan 2 beoordelingen \(criterium a\)"):
        choose(panel, {"a": Chosen(panel.levels("a")[0], "Toch.")})


def allow_fewer(panel: Panel) -> None:
    Ruling(
        round=panel.round,
        kind=RulingKind.FEWER,
        application=first(panel),
        allowed=True,
        proposed_by=panel.official,
        approved_by=panel.decider,
    ).save()


def test_fewer_are_enough_once_two_people_decided_so() -> None:
    panel = assessed(CULTURE, 0, {"a": None})
    allow_fewer(panel)
    assert confirm(panel) == 1
    assert established(panel)["a"] == panel.levels("a")[0]


def test_criterion_that_nobody_could_judge_has_no_points_whatever_was_decided() -> None:
    panel = assessed(CULTURE, {"a": None}, {"a": None})
    allow_fewer(panel)
    assert (matrix_of(panel).rows[0].mean, matrix_of(panel).rows[0].agreed) == (None, None)
    with pytest.raises(Refused, match=r"minder dan 1 beoordelingen \(criterium a\)"):
        choose(panel, {"a": Chosen(panel.levels("a")[0], "Toch.")})


def test_nothing_is_established_before_the_last_assessment_of_the_list_is_in() -> None:
    panel = make_panel(applications=2)
    for assessor in panel.assessors:
        panel.submit(assessor, first(panel))
    assert confirm(panel) == 0
    with pytest.raises(Refused, match="Nog niet alle beoordelingen van deze lijst zijn binnen"):
        choose(panel, {})


def test_withdrawn_application_has_no_points_to_establish() -> None:
    panel = assessed(CULTURE, 0, 0)
    was = seen(panel)
    Application.objects.filter(pk=first(panel).pk).update(standing=Standing.WITHDRAWN)
    with pytest.raises(Refused, match="Deze aanvraag doet niet meer mee"):
        establish(by=panel.official, application=first(panel), chosen={}, seen=was)


def test_round_that_is_not_being_assessed_has_no_points_to_establish() -> None:
    panel = assessed(CULTURE, 0, 0)
    GrantRound.objects.filter(pk=panel.round.pk).update(stage=Stage.RANKED)
    with pytest.raises(Refused, match="Deze ronde is nu gerangschikt"):
        choose(panel, {})
    with pytest.raises(Refused, match="Deze ronde is nu gerangschikt"):
        sign(panel)


# ── What the page showed ──────────────────────────────────────────────────────────────────────────


def test_page_from_before_a_correction_is_refused() -> None:
    panel = assessed(CULTURE, 0, 0)
    was = seen(panel)
    panel.submit(panel.assessors[0], first(panel), 1, correction="Ik las het plan nog eens.")
    with pytest.raises(Refused, match="De beoordelingen van deze aanvraag zijn veranderd"):
        establish(by=panel.official, application=first(panel), chosen={}, seen=was)


def test_second_official_is_told_who_was_first() -> None:
    panel = assessed(CULTURE, 0, 0)
    was = seen(panel)
    choose(panel, {})
    colleague = give(make_person("Anna Smit"), panel.round, Role.OFFICIAL)
    with pytest.raises(Refused, match=f"{panel.official} heeft de punten van deze aanvraag intussen"):
        establish(by=colleague, application=first(panel), chosen={}, seen=was, correction="Nog eens.")


def test_what_was_confirmed_at_once_is_what_was_seen() -> None:
    panel = assessed(CULTURE, 0, 0)
    with pytest.raises(Refused, match="Er is iets veranderd nadat u deze pagina opende"):
        establish_clear(by=panel.official, grant_round=panel.round, seen="van een andere pagina")


def test_assessor_who_leaves_takes_the_points_along() -> None:
    panel = assessed(FUND, 0, 0, 4)
    was = seen(panel)
    take_off(by=panel.official, application=first(panel), assessor=panel.assessors[2], reason="Ziek.")
    with pytest.raises(Refused, match="De beoordelingen van deze aanvraag zijn veranderd"):
        establish(by=panel.official, application=first(panel), chosen={}, seen=was)
    confirm(panel)
    assert established(panel)["a"] == 4


def test_recused_assessor_counts_nowhere() -> None:
    panel = assessed(FUND, 0, 0, 4)
    recuse(by=panel.assessors[2], application=first(panel), reason="Mijn buurvrouw zit in het bestuur.")
    confirm(panel)
    assert established(panel)["a"] == 4


def test_official_with_an_interest_establishes_nothing() -> None:
    panel = assessed(CULTURE, 0, 0)
    give(panel.official, panel.round, Role.ASSESSOR)
    declared = {first(panel).pk: Declared(InterestKind.OWN, "Ik woon ernaast.")}
    declare_interests(by=panel.official, grant_round=panel.round, declared=declared)
    for act in (lambda: choose(panel, {}), lambda: confirm(panel)):
        with pytest.raises(
            Refused, match=r"U hebt een belang .*Laat een andere behandelaar de punten vaststellen"
        ):
            act()
    colleague = give(make_person(), panel.round, Role.OFFICIAL)
    establish(by=colleague, application=first(panel), chosen={}, seen=seen(panel))
    with pytest.raises(Refused, match="U hebt een belang opgegeven bij een aanvraag"):
        sign(panel)


def test_official_who_acts_for_the_applicant_establishes_nothing_of_it() -> None:
    panel = assessed(CULTURE, 0, 0)
    organisation = first(panel).organisation
    Representative.objects.create(organisation=organisation, user=panel.official, added_by=panel.official)
    for act in (lambda: choose(panel, {}), lambda: confirm(panel)):
        with pytest.raises(Refused, match="Laat een andere behandelaar de punten vaststellen"):
            act()
    assert not first(panel).establishments.exists()


# ── What was typed ────────────────────────────────────────────────────────────────────────────────


def keep(
    panel: Panel, by: User, typed: dict[str, str], seen: str = "", number: int = 0
) -> EstablishmentDraft:
    return save_establishment_draft(
        by=by, application=first(panel), typed=typed, seen=seen, number=number, page=None
    )


def test_draft_is_established_and_gone() -> None:
    panel = assessed(CULTURE, 0, 0)
    draft = keep(panel, panel.official, {"reason-a": "Mooi plan."}, seen=EMPTY)
    establish(by=panel.official, application=first(panel), chosen={}, seen=seen(panel), draft=draft.version)
    assert not EstablishmentDraft.objects.exists()


def test_what_a_colleague_typed_since_is_not_thrown_away() -> None:
    panel = assessed(CULTURE, 0, 0)
    draft = keep(panel, panel.official, {"reason-a": "Mooi plan."}, seen=EMPTY)
    EstablishmentDraft.objects.update(version=draft.version + 1, answers={"reason-a": "Mooier gezegd."})
    with pytest.raises(Conflict):
        establish(
            by=panel.official, application=first(panel), chosen={}, seen=seen(panel), draft=draft.version
        )
    assert not Establishment.objects.exists()
    assert EstablishmentDraft.objects.get().answers == {"reason-a": "Mooier gezegd."}


def test_what_somebody_types_about_is_not_confirmed_at_once() -> None:
    panel = assessed(CULTURE, 0, 0, applications=2)
    keep(panel, panel.official, {"reason-a": "Mooi plan."}, seen=EMPTY)
    assert confirm(panel) == 1
    assert [each.application for each in Establishment.objects.all()] == [panel.applications[1]]


def test_empty_draft_stands_in_nobodys_way() -> None:
    panel = assessed(CULTURE, 0, 0)
    EstablishmentDraft.objects.create(application=first(panel))
    assert confirm(panel) == 1
    assert not EstablishmentDraft.objects.exists()


def test_draft_of_two_officials_is_a_conflict() -> None:
    panel = assessed(CULTURE, 0, 0)
    keep(panel, panel.official, {"reason-a": "Eerste."}, seen=EMPTY)
    with pytest.raises(Conflict):
        keep(panel, panel.decider, {"reason-a": "Tweede."}, seen=EMPTY)


def test_draft_about_what_was_established_since_is_refused() -> None:
    panel = assessed(CULTURE, 0, 0)
    choose(panel, {})
    with pytest.raises(Refused, match="heeft de punten van deze aanvraag intussen vastgesteld"):
        keep(panel, panel.official, {"reason-a": "Te laat."}, seen=EMPTY)
    assert keep(panel, panel.official, {"reason-a": "Een wijziging."}, seen=EMPTY, number=1).version == 2


# ── Corrections ───────────────────────────────────────────────────────────────────────────────────


def test_second_time_needs_a_reason_and_both_stay() -> None:
    panel = assessed(CULTURE, 0, 0)
    choose(panel, {})
    other = Chosen(panel.levels("a")[1], "De begroting klopte niet.")
    with pytest.raises(Refused, match="Deze punten zijn al vastgesteld"):
        choose(panel, {"a": other})
    choose(panel, {"a": other}, correction="Een rekenfout.")
    assert [each.number for each in first(panel).establishments.order_by("number")] == [1, 2]
    assert established(panel)["a"] == panel.levels("a")[1]
    assert first(panel).establishments.latest("number").data["correction"] == "Een rekenfout."


def test_correction_by_an_assessor_asks_for_another_establishment() -> None:
    panel = assessed(CULTURE, 0, 0)
    confirm(panel)
    assert is_up_to_date(panel.state, first(panel))
    panel.submit(panel.assessors[0], first(panel), 1, correction="Ik las het plan nog eens.")
    state, regulation = panel.state, regulation_of(panel.round)
    assert progress_of(state, regulation, matrix_of(panel)) is Progress.AGAIN
    with pytest.raises(Refused, match=f"Nog niet van elke aanvraag .* {first(panel).reference}"):
        sign(panel)


def test_log_says_what_was_established_and_its_hash() -> None:
    panel = assessed(CULTURE, 0, 0)
    made = choose(panel, {})
    line = LogEntry.objects.filter(action=Action.POINTS_ESTABLISHED).get()
    assert line.payload.data == {"number": 1, "payload_sha256": made.payload_sha256}


# ── The round as a whole ──────────────────────────────────────────────────────────────────────────


def test_round_is_signed_once_and_only_whole() -> None:
    panel = assessed(CULTURE, 0, 0, applications=2)
    choose(panel, {})
    with pytest.raises(Refused, match=f"vastgesteld: {panel.applications[1].reference}"):
        sign(panel)
    choose(panel, {}, at=1)
    sign(panel)
    with pytest.raises(Refused, match="De punten van deze ronde zijn al vastgesteld"):
        sign(panel)


def test_round_without_applications_has_nothing_to_sign() -> None:
    panel = make_panel(applications=0)
    with pytest.raises(Refused, match="Er doet geen aanvraag mee"):
        sign(panel)


def test_points_that_changed_after_they_were_read_are_not_signed() -> None:
    panel = assessed(CULTURE, 0, 0)
    choose(panel, {})
    was = fingerprint_of(panel.round)
    choose(panel, {"a": Chosen(panel.levels("a")[1], "Anders.")}, correction="Een rekenfout.")
    with pytest.raises(Refused, match="De punten zijn veranderd nadat u deze pagina opende"):
        establish_round(by=panel.official, grant_round=panel.round, seen=was)


def test_after_signing_nobody_assesses_any_more() -> None:
    panel = assessed(CULTURE, 0, 0)
    confirm(panel)
    sign(panel)
    with pytest.raises(Refused, match="De punten van deze ronde zijn vastgesteld"):
        panel.submit(panel.assessors[0], first(panel), 1, correction="Te laat.")


def test_correction_after_signing_signs_anew_and_keeps_who_counts() -> None:
    panel = assessed(CULTURE, 0, 0, applications=2)
    confirm(panel)
    before = sign(panel)
    Application.objects.filter(pk=panel.applications[1].pk).update(standing=Standing.WITHDRAWN)
    choose(panel, {"a": Chosen(panel.levels("a")[1], "Anders.")}, correction="Een rekenfout.")
    last = RoundPoints.objects.latest("number")
    assert (last.number, last.counted, last.reason) == (2, before.counted, "Een rekenfout.")
    assert last.points == {
        **before.points,
        str(first(panel).reference): {
            **before.points[str(first(panel).reference)],
            "a": int(panel.levels("a")[1]),
        },
    }


def test_points_that_cannot_be_computed_are_not_signed() -> None:
    panel = make_panel(HAGUE)
    for assessor in panel.assessors:
        panel.submit(assessor, first(panel))
    confirm(panel)
    Application.objects.filter(pk=first(panel).pk).update(facts={})
    with pytest.raises(Refused, match=f"bij {first(panel).reference} ontbreekt een gegeven"):
        sign(panel)


def test_seen_is_told_apart_by_what_counts_and_by_its_number() -> None:
    panel = assessed(CULTURE, 0, 0)
    before = seen(panel)
    choose(panel, {})
    assert seen(panel) == Seen(before.counted, 1)
    assert matrices_of(panel.state, regulation_of(panel.round), []) == []
