"""The pages of an assessor, each with something on it."""

from fractions import Fraction

from django.urls import reverse

from grants.enums import InterestKind, Role, Stage
from grants.models import Application, Assignment, GrantRound, Organisation, User
from grants.services.applications.drafts import hash_of
from grants.services.assessing.assessments import Given, save_assessment_draft, submit_assessment
from grants.services.assessing.interests import Declared, declare_interests
from grants.services.assessing.remarks import discuss
from tests.grants.after_closing import ANSWERS, received_with_file
from tests.grants.persons import give
from tests.grants.rounds import HAGUE, make_open_round, make_organisation, make_received

Address = tuple[str, str]
FACTS = {"participations": 400, "unique_participants": 120, "target_group": "Ouderen die alleen wonen"}


def assessing_pages(
    assessor: User, colleague: User, applicant: User, organisation: Organisation
) -> dict[str, Address]:
    """Each page by the name of its route: who opens it, and its address."""
    grant_round = make_open_round(HAGUE, "in-beoordeling")
    for each in (assessor, colleague):
        give(each, grant_round, Role.ASSESSOR)
    with_file = received_with_file(grant_round, organisation, applicant)
    done, rest = (_received(grant_round, applicant) for _ in range(2))
    GrantRound.objects.filter(pk=grant_round.pk).update(stage=Stage.ASSESSING)
    grant_round.refresh_from_db()
    for each in (assessor, colleague):
        _assign(each, grant_round, [with_file, done, rest])
    typed = {"points-a": "8", "reason-a": "Veel mensen doen mee.", "reason-b": "Iedereen kookt."}
    save_assessment_draft(by=assessor, application=with_file, typed=typed, seen=hash_of({}), page=None)
    for each in (assessor, colleague):
        submit_assessment(by=each, application=done, given=_given(is_high=each is assessor))
    discuss(by=colleague, application=done, words="Ik las het anders: er doen ook vrijwilligers mee.")
    return _addresses(assessor, grant_round, with_file, done)


def _addresses(
    assessor: User, grant_round: GrantRound, with_file: Application, done: Application
) -> dict[str, Address]:
    who, slug = assessor.email.partition("@")[0], grant_round.slug
    file = with_file.attachments.get()
    found = {
        "assessing": [],
        "assess_round": [slug],
        "interests": [slug],
        "score": [slug, with_file.pk],
        "application_recuse": [slug, with_file.pk],
        "application_hand_back": [slug, with_file.pk],
        "assessed_file_report": [slug, with_file.pk, file.pk],
        "correct": [slug, done.pk],
        "discuss": [slug, done.pk],
    }
    return {name: (who, reverse(name, args=args)) for name, args in found.items()}


def _received(grant_round: GrantRound, applicant: User) -> Application:
    said = {letter: f"{text}: wij vragen elke maand wat er beter kan." for letter, text in ANSWERS.items()}
    return make_received(grant_round, make_organisation(), applicant, facts=FACTS, answers=said)


def _assign(assessor: User, grant_round: GrantRound, assigned: list[Application]) -> None:
    declared = {each.pk: Declared(InterestKind.NONE) for each in assigned}
    declare_interests(by=assessor, grant_round=grant_round, declared=declared)
    for each in assigned:
        Assignment.objects.create(application=each, assessor=assessor, given_by=assessor)


def _given(*, is_high: bool) -> dict[str, Given]:
    points = {"a": 12 if is_high else 8, "b": 6, "c": 3, "d": 3, "e": 6}
    return {
        letter: Given(Fraction(each), f"Omdat {letter} goed is uitgelegd.") for letter, each in points.items()
    }
