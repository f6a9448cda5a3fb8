from dataclasses import replace
from datetime import date, datetime, timedelta
from hashlib import sha256
from uuid import uuid4

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile

from grants import clock
from grants.documents.requirements import Found, requirements_of
from grants.documents.stored import regulation_of
from grants.enums import Happening, Standing
from grants.forms.apply.steps import new_page
from grants.models import Application, OutboxRow, Submission
from grants.selectors.applications.completeness import (
    Lacking,
    answered_at,
    filed_of,
    last_request,
    requirements_for,
)
from grants.selectors.applications.terms import term_of
from grants.services.applications.completeness import ask_completion, find_complete, leave_unhandled
from grants.services.applications.completions import Answer, answer_request
from grants.services.applications.receipts import mail_receipt
from grants.services.canonical import canonical
from grants.services.errors import Refused
from grants.services.outbox import carry_out
from grants.tasks import JOBS
from tests.grants.after_closing import (
    ACCOUNT,
    AFTER,
    ANSWERS,
    FACTS,
    PARTNERS,
    Closed,
    closed,
    fresh,
    post,
    work,
)
from tests.grants.persons import client_of
from tests.grants.rounds import AMSTERDAM, CLOSES, HAGUE, WHILE_OPEN

pytestmark = pytest.mark.django_db
PLAN = Lacking("attachment-activity_plan", "Een activiteitenplan", "lid 2 onder b")
RESULTS = Lacking("fact-results", "Welke resultaten wilt u bereiken?", "lid 2 onder b")
UNTIL = date(2027, 3, 16)
PDF = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"


def found(application: Application) -> dict[str, str]:
    return {each.key: each.found.value for each in requirements_for(application)}


def judged(application: Application, **lacking: str) -> dict[str, str]:
    """All is fine, but for these."""
    keys = [each.key for each in requirements_for(application)]
    return (
        {f"judge-{key}": "fine" for key in keys}
        | {f"judge-{key}": "lacks" for key in lacking}
        | {f"note-{key}": note for key, note in lacking.items()}
    )


def test_answer_counts_from_when_it_reached_us_and_not_from_when_it_was_handled() -> None:
    it = closed()
    application = it.asked()
    sent = datetime(2027, 3, 4, 23, 59, 59, 999_999, tzinfo=AMSTERDAM)
    with clock.at(sent + timedelta(seconds=2)):
        answer_request(
            by=it.applicant,
            application=application,
            seen=application.version,
            answer=Answer(texts={PARTNERS.question: "Met de bibliotheek."}),
            received_at=sent,
        )
    request = last_request(fresh(application))
    assert request is not None
    assert answered_at(application, request) == sent
    term = term_of(fresh(application))
    assert term is not None
    assert term.paused_days == 1  # asked on the 2nd, answered on the 4th: the 3rd


def answer(it: Closed, application: Application, **given: object) -> None:
    answer_request(
        by=it.applicant,
        application=application,
        seen=application.version,
        answer=Answer(**given),  # type: ignore[arg-type]
        received_at=clock.now(),
    )


def test_what_is_there_is_marked_and_what_lacks_as_well() -> None:
    marks = found(closed().received(iban="NL00ABNA0417164300", answers={**ANSWERS, "b": " "}))
    assert {
        key: marks[key] for key in ("fact-results", "answer-a", "answer-b", "budget", "iban", "signature")
    } == {
        "fact-results": "present",
        "answer-a": "present",
        "answer-b": "missing",
        "budget": "present",
        "iban": "missing",
        "signature": "unknown",
    }
    assert {mark for key, mark in marks.items() if key.startswith("requirement-")} == {"unknown"}
    assert {mark for key, mark in marks.items() if key.startswith("attachment-")} == {"missing"}


def test_question_that_is_asked_only_after_another_answer_is_required_only_then() -> None:
    it = closed()
    marks = [found(it.received(facts={**FACTS, "experience": said})) for said in ("ja", "nee")]
    assert [sorted(key for key in each if key.startswith("fact-")) for each in marks] == [
        ["fact-active_since", "fact-experience", "fact-results"],
        ["fact-experience", "fact-results"],
    ]


@pytest.mark.parametrize(("said", "kept"), [("ja", {"active_since": "2020-01-01"}), ("nee", {})])
def test_answer_to_a_question_that_does_not_apply_is_not_kept(said: str, kept: dict[str, str]) -> None:
    it = closed()
    application = it.received(facts={**FACTS, "experience": said, "active_since": "2020-01-01"})
    told = application.submissions.get().payload.data["aanvraag"]["gegevens"]
    assert fresh(application).facts == told == {**FACTS, "experience": said, **kept}


def test_signature_names_who_sent_it_in_if_that_person_acted_for_the_applicant() -> None:
    it = closed()
    application = it.received()

    def given() -> str:
        return next(each.given for each in requirements_for(application) if each.key == "signature")

    assert given() == f"Ingediend door {it.applicant.name}, die voor de aanvrager optrad."
    it.organisation.representatives.update(until=WHILE_OPEN - timedelta(days=1))
    assert given() == ""


def test_signature_is_asked_where_the_regulation_does_not_word_it() -> None:
    it = closed()
    bare = regulation_of(it.round).model_copy(update={"requirements": ()})
    filed = filed_of(it.received())
    assert filed is not None
    found = [(each.key, each.found) for each in requirements_of(bare, filed) if each.key == "signature"]
    assert found == [("signature", Found.PRESENT)]


def test_official_finds_it_complete() -> None:
    it = closed()
    application = it.received()
    answered = post(
        client_of(it.official),
        work(it, application, "volledigheid/"),
        application,
        decision="complete",
        days=14,
        **judged(application),
    )
    assert answered.headers["Location"] == work(it, application)
    assert (fresh(application).standing, application.events.get().kind) == (
        Standing.COMPLETE,
        Happening.COMPLETE,
    )


def test_what_lacks_stands_in_the_way_of_complete_and_all_that_was_typed_stays() -> None:
    it = closed()
    application = it.received()
    answered = post(
        client_of(it.official),
        work(it, application, "volledigheid/"),
        application,
        decision="complete",
        days=14,
        **judged(application, iban="Cijfers verkeerd"),
    )
    text = answered.content.decode()
    assert (answered.status_code, fresh(application).standing) == (422, Standing.SUBMITTED)
    assert "U gaf aan dat dit ontbreekt" in text
    assert "Cijfers verkeerd" in text


def test_asking_for_nothing_is_refused() -> None:
    it = closed()
    application = it.received()
    answered = post(
        client_of(it.official),
        work(it, application, "volledigheid/"),
        application,
        decision="ask",
        days=14,
        **judged(application),
    )
    assert (answered.status_code, fresh(application).standing) == (422, Standing.SUBMITTED)
    with pytest.raises(Refused, match="Zeg eerst wat er ontbreekt"):
        ask_completion(
            by=it.official, application=application, seen=application.version, lacking=(), days=1, message=""
        )


def test_request_names_what_lacks_and_its_last_day_and_goes_to_all_who_act_once() -> None:
    it = closed()
    application = it.received(contact_email=it.applicant.email.upper())
    with clock.at(AFTER):
        post(
            client_of(it.official),
            work(it, application, "volledigheid/"),
            application,
            decision="send",
            days=14,
            message="Bel gerust.",
            also="Een foto",
            **judged(application, iban="Cijfers verkeerd"),
        )
    event = application.events.get()
    assert (fresh(application).standing, event.until) == (Standing.TO_COMPLETE, UNTIL)
    assert [item["key"] for item in event.data["items"]] == ["iban", "other"]
    (row,) = OutboxRow.objects.filter(task="mail_about_application")
    carry_out(row.pk, JOBS)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (
        [it.applicant.email],
        f"Vul uw subsidieaanvraag {application.reference} aan",
    )
    assert "Cijfers verkeerd" in sent.body
    assert "Bel gerust." in sent.body
    assert "dinsdag 16 maart 2027" in sent.body
    assert f"/mijn-aanvragen/{application.pk}/aanvullen/" in sent.body


def test_request_is_read_once_more_before_it_is_sent_and_can_still_be_changed() -> None:
    it = closed()
    application = it.received()
    client, address = client_of(it.official), work(it, application, "volledigheid/")
    typed = {"days": 14, "message": "Bel gerust.", "also": "Een foto <3", **judged(application, iban="Fout")}
    with clock.at(AFTER):
        shown = post(client, address, application, decision="ask", **typed).content.decode()
        back = post(client, address, application, decision="back", **typed)
    assert (application.events.count(), fresh(application).standing) == (0, Standing.SUBMITTED)
    for told in ("Fout", "Een foto &lt;3", "Bel gerust.", "dinsdag 16 maart 2027", it.applicant.email):
        assert told in shown
    assert "fatima@voorbeeldstad.example" in shown
    assert (back.status_code, "Een foto &lt;3" in back.content.decode()) == (200, True)
    assert back.context["form"]["judge-iban"].value() == "lacks"
    kept = dict(
        client.post(
            address, {**typed, "decision": "ask", "token": str(uuid4()), "version": application.version}
        ).context["kept"]
    )
    with clock.at(AFTER):
        assert client.post(address, {**kept, "decision": "send"}).status_code == 302
    assert [item["note"] for item in application.events.get().data["items"]] == ["Fout", ""]


def test_request_that_nobody_would_get_by_mail_says_so_before_it_is_made() -> None:
    it = closed()
    application = it.received(contact_email="")
    it.organisation.representatives.current().end()
    shown = post(
        client_of(it.official),
        work(it, application, "volledigheid/"),
        application,
        decision="ask",
        days=14,
        **judged(application, iban="Fout"),
    ).content.decode()
    assert ("Niemand krijgt een mail" in shown, "Leg de vraag vast" in shown) == (True, True)


def test_contact_person_who_does_not_act_gets_the_mail_as_well() -> None:
    it = closed()
    it.asked()
    rows = OutboxRow.objects.filter(task="mail_about_application")
    for row in rows:
        carry_out(row.pk, JOBS)
    assert {to for sent in mail.outbox for to in sent.to} == {
        it.applicant.email,
        "fatima@voorbeeldstad.example",
    }


def test_mail_to_who_acts_no_more_is_not_sent() -> None:
    it = closed()
    it.asked()
    it.organisation.representatives.current().end()
    row = OutboxRow.objects.get(task="mail_about_application", arguments__person=it.applicant.pk)
    carry_out(row.pk, JOBS)
    assert (len(mail.outbox), OutboxRow.objects.get(pk=row.pk).done_at is None) == (0, False)


def test_form_on_an_application_that_changed_meanwhile_is_refused_and_keeps_what_was_typed() -> None:
    it = closed()
    application = it.received()
    typed = {"token": "6f2ff8fd-53f5-4f7f-8dbd-1d1f6df5a0c5", "version": application.version, "days": 14}
    find_complete(by=it.official, application=application, seen=application.version, judged={})
    answered = client_of(it.official).post(
        work(it, application, "volledigheid/"),
        {**typed, "decision": "send", **judged(application, iban="Cijfers verkeerd")},
    )
    assert (answered.status_code, application.events.count()) == (409, 1)
    assert "is veranderd nadat u deze pagina opende" in answered.content.decode()
    assert "Cijfers verkeerd" in answered.content.decode()


def test_form_that_is_sent_twice_asks_once() -> None:
    it = closed()
    application = it.received()
    typed = {
        "token": "6f2ff8fd-53f5-4f7f-8dbd-1d1f6df5a0c5",
        "version": application.version,
        "days": 14,
        "decision": "send",
        **judged(application, iban="Cijfers verkeerd"),
    }
    client, address = client_of(it.official), work(it, application, "volledigheid/")
    assert [client.post(address, typed).status_code for _ in range(2)] == [302, 302]
    assert application.events.count() == 1


def test_applicant_answers_with_text_account_and_file_and_gets_a_new_version_and_a_receipt() -> None:
    it = closed()
    application = it.asked(RESULTS, ACCOUNT, PLAN, PARTNERS)
    client, address = client_of(it.applicant), f"/mijn-aanvragen/{application.pk}/aanvullen/"
    with clock.at(AFTER + timedelta(days=3)):
        text = client.get(address).content.decode()
        assert "Welke resultaten wilt u bereiken?" in text
        answered = post(
            client,
            address,
            application,
            **{
                "text-fact-results": "Tweehonderd mensen eten samen.",
                "text-iban": "NL20 INGB 0001 2345 67",
                "account_holder": "Stichting",
                "text-requirement-partners": "Wij werken samen met De Brug.",
                "file-attachment-activity_plan": SimpleUploadedFile("plan.pdf", PDF),
            },
        )
    assert answered.headers["Location"] == f"/mijn-aanvragen/{application.pk}/"
    after, version = fresh(application), application.submissions.latest("number")
    told = version.payload.data
    assert (after.standing, version.number, version.late) == (Standing.COMPLETED, 2, True)
    assert (told["aanvraag"]["gegevens"]["results"], after.iban) == (
        "Tweehonderd mensen eten samen.",
        "NL20INGB0001234567",
    )
    assert [file["bijlage"] for file in told["bijlagen"]] == ["activity_plan"]
    assert application.events.latest("number").data["texts"] == {
        PARTNERS.question: "Wij werken samen met De Brug."
    }
    assert OutboxRow.objects.filter(task="mail_receipt").count() == 1


def test_answer_in_words_is_part_of_what_the_hash_of_the_receipt_covers() -> None:
    it = closed()
    application = it.asked(PARTNERS)
    with clock.at(AFTER + timedelta(days=1)):
        answer(it, application, texts={PARTNERS.question: "Met De Brug."})
    first, second = application.submissions.order_by("number")
    told = second.payload.data
    assert first.payload.data["aanvulling"] == []
    assert told["aanvulling"] == [{"eis": PARTNERS.question, "antwoord": "Met De Brug."}]
    assert sha256(canonical(told)).hexdigest() == second.sha256
    assert sha256(canonical({**told, "aanvulling": []})).hexdigest() != second.sha256


def test_answer_stays_in_every_later_version_unless_it_is_asked_again() -> None:
    it = closed()
    again = Lacking("other", "Wat is het tijdstip?", "Awb 4:5")
    application = it.asked(PARTNERS)
    with clock.at(AFTER + timedelta(days=1)):
        answer(it, application, texts={PARTNERS.question: "Met De Brug."})
        for text in ("Om acht uur.", "Om negen uur."):
            current = fresh(application)
            ask_completion(
                by=it.official,
                application=current,
                seen=current.version,
                lacking=(again,),
                days=7,
                message="",
            )
            answer(it, fresh(application), texts={again.question: text})
    assert application.submissions.latest("number").payload.data["aanvulling"] == [
        {"eis": PARTNERS.question, "antwoord": "Met De Brug."},
        {"eis": "Wat is het tijdstip?", "antwoord": "Om negen uur."},
    ]


def test_official_reads_the_answer_beside_the_requirement_and_in_the_version() -> None:
    it = closed()
    question = next(each.question for each in regulation_of(it.round).requirements if each.key == "partners")
    application = it.asked(replace(PARTNERS, question=question))
    with clock.at(AFTER + timedelta(days=1)):
        answer(it, application, texts={question: "Met De Brug."})
    client = client_of(it.official)
    given = {each.key: each.given for each in requirements_for(fresh(application))}
    assert given[PARTNERS.key] == "Met De Brug."
    assert f"Aanvulling: {question}" in client.get(work(it, application)).content.decode()
    assert "Met De Brug." in client.get(work(it, application, "volledigheid/")).content.decode()


def test_only_what_was_asked_is_taken() -> None:
    it = closed()
    application = it.asked(ACCOUNT)
    post(
        client_of(it.applicant),
        f"/mijn-aanvragen/{application.pk}/aanvullen/",
        application,
        **{"text-iban": "NL20INGB0001234567", "text-fact-results": "Anders", "title": "Anders"},
    )
    told = application.submissions.latest("number").payload.data["aanvraag"]
    assert (told["iban"], told["gegevens"], told["titel"]) == (
        "NL20INGB0001234567",
        FACTS,
        "Samen eten in de Stationsbuurt",
    )


def test_answer_that_is_not_whole_is_asked_again_and_a_file_that_came_with_it_is_kept() -> None:
    it = closed()
    application = it.asked(ACCOUNT, PLAN)
    client, address = client_of(it.applicant), f"/mijn-aanvragen/{application.pk}/aanvullen/"
    half = post(
        client,
        address,
        application,
        **{"file-attachment-activity_plan": SimpleUploadedFile("plan.pdf", PDF), "text-iban": "NL00"},
    )
    text = half.content.decode()
    assert (half.status_code, fresh(application).standing) == (422, Standing.TO_COMPLETE)
    assert 'value="NL00"' in text
    assert "plan.pdf" in text
    seen = half.context["form"]["seen"].value()
    whole = post(client, address, application, **{"text-iban": "NL20INGB0001234567"}, seen=seen)
    assert (whole.status_code, fresh(application).standing) == (302, Standing.COMPLETED)
    assert [file["naam"] for file in application.submissions.latest("number").payload.data["bijlagen"]] == [
        "plan.pdf"
    ]


def test_file_that_nobody_could_open_is_told_at_its_field() -> None:
    it = closed()
    application = it.asked(PLAN)
    answered = post(
        client_of(it.applicant),
        f"/mijn-aanvragen/{application.pk}/aanvullen/",
        application,
        **{"file-attachment-activity_plan": SimpleUploadedFile("plan.pdf", b"")},
    )
    assert (answered.status_code, application.attachments.count()) == (422, 0)
    assert "Dit bestand is leeg" in answered.content.decode()


@pytest.mark.parametrize(
    ("key", "typed", "kept"),
    [
        ("unique_participants", "1.200", 1200),
        ("total_costs_cents", "6.000,50", 6_000_50),
        ("first_day", "2027-04-01", "2027-04-01"),
        ("target_group", "Ouderen", "Ouderen"),
    ],
)
def test_fact_is_given_in_its_own_kind(key: str, typed: str, kept: object) -> None:
    it = closed(HAGUE)
    application = it.asked(Lacking(f"fact-{key}", "Vraag", "lid 2"))
    client, address = client_of(it.applicant), f"/mijn-aanvragen/{application.pk}/aanvullen/"
    page = {"page": new_page(application.pk)}
    assert post(client, address, application, **{f"text-fact-{key}": "\x00"}, **page).status_code == 422
    post(client, address, application, **{f"text-fact-{key}": typed}, **page)
    assert application.submissions.latest("number").payload.data["aanvraag"]["gegevens"][key] == kept


def test_choice_and_long_answer_are_given() -> None:
    it = closed()
    application = it.asked(
        Lacking("fact-experience", "Vraag", "lid 2"), Lacking("answer-a", "Vraag", "lid 2")
    )
    post(
        client_of(it.applicant),
        f"/mijn-aanvragen/{application.pk}/aanvullen/",
        application,
        **{"text-fact-experience": "ja", "text-answer-a": "Ook dit."},
    )
    told = application.submissions.latest("number").payload.data["aanvraag"]
    assert (told["gegevens"]["experience"], told["antwoorden"]["a"]) == ("ja", "Ook dit.")


def test_answer_on_an_application_that_changed_meanwhile_is_refused_and_stays() -> None:
    it = closed()
    application = it.asked(ACCOUNT)
    answered = client_of(it.applicant).post(
        f"/mijn-aanvragen/{application.pk}/aanvullen/",
        {
            "token": "6f2ff8fd-53f5-4f7f-8dbd-1d1f6df5a0c5",
            "version": application.version - 1,
            "text-iban": "NL20INGB0001234567",
        },
    )
    text = answered.content.decode()
    assert (answered.status_code, application.submissions.count()) == (409, 1)
    assert 'value="NL20INGB0001234567"' in text
    assert f'name="version" value="{application.version}"' in text


def test_part_of_it_can_be_sent_when_that_is_said() -> None:
    it = closed()
    application = it.asked(ACCOUNT, PLAN)
    client, address = client_of(it.applicant), f"/mijn-aanvragen/{application.pk}/aanvullen/"
    given = {"text-iban": "NL20INGB0001234567", "page": new_page(application.pk)}
    assert post(client, address, application, **given).status_code == 422
    assert post(client, address, application, **given, partly="on").status_code == 302


def test_answer_after_its_term_is_kept_as_such() -> None:
    it = closed()
    application = it.asked(ACCOUNT)
    with clock.at(AFTER + timedelta(days=15)):
        answer(it, application, iban="NL20INGB0001234567")
    assert application.events.latest("number").data["after_term"] is True


def test_applicant_of_another_organisation_finds_nothing_to_complete() -> None:
    it = closed()
    application = it.asked()
    assert (
        client_of(closed().applicant).get(f"/mijn-aanvragen/{application.pk}/aanvullen/").status_code == 404
    )


def test_applicant_who_was_asked_nothing_is_led_to_the_application() -> None:
    it = closed()
    application = it.received()
    client, address = client_of(it.applicant), f"/mijn-aanvragen/{application.pk}/aanvullen/"
    assert client.get(address).headers["Location"] == f"/mijn-aanvragen/{application.pk}/"
    late = post(client, address, application)
    assert (late.status_code, application.submissions.count()) == (409, 1)
    assert "U hoeft deze aanvraag niet meer aan te vullen" in late.content.decode()


@pytest.mark.parametrize(("day", "refused"), [(14, True), (15, False), (42, False), (43, True)])
def test_application_is_left_unhandled_only_in_the_four_weeks_after_its_term(
    day: int, *, refused: bool
) -> None:
    # asked on 2 March: the term ends 16 March (day 14), the four weeks on 13 April (day 42)
    it = closed()
    application = it.asked()
    with clock.at(AFTER + timedelta(days=day)):
        answered = post(
            client_of(it.official),
            work(it, application, "buiten-behandeling/"),
            application,
            reason="Awb 4:5",
        )
    assert (answered.status_code, fresh(application).standing) == (
        (409, Standing.TO_COMPLETE) if refused else (302, Standing.NOT_HANDLED)
    )


def test_application_that_nobody_was_asked_to_complete_is_not_left_unhandled() -> None:
    it = closed()
    application = it.received()
    with pytest.raises(Refused, match="Vraag de aanvrager eerst"):
        leave_unhandled(by=it.official, application=application, seen=application.version, reason="Te weinig")


def test_answer_that_is_not_enough_starts_the_four_weeks() -> None:
    it = closed()
    application = it.asked()
    with clock.at(AFTER + timedelta(days=2)):
        answer(it, application, texts={"partners": "Geen"})
        leave_unhandled(
            by=it.official, application=application, seen=fresh(application).version, reason="Niet genoeg"
        )
    assert fresh(application).standing == Standing.NOT_HANDLED


def test_term_to_decide_waits_while_the_applicant_completes() -> None:
    it = closed()
    application = it.asked()
    with clock.at(AFTER):
        before, during = term_of(it.received()), term_of(fresh(application))
    with clock.at(AFTER + timedelta(days=5)):
        answer(it, application, texts={"partners": "De Brug"})
        after = term_of(fresh(application))
    # 13 weeks from 1 March end on 31 May; asked on 2 March until 16 March: 13 days; answered on 7 March: 4 days
    assert [each and each.last for each in (before, during, after)] == [
        date(2027, 5, 31),
        date(2027, 6, 13),
        date(2027, 6, 4),
    ]


def test_content_that_was_removed_leaves_pages_that_say_so() -> None:
    it = closed()
    application = it.asked()
    Submission(
        application=application, number=2, received_at=AFTER, late=True, sha256="0" * 64
    ).save()  # without what was removed
    client = client_of(it.official)
    assert "verwijderd onder de bewaartermijn" in client.get(work(it, application)).content.decode()
    assert client.get(work(it, application, "volledigheid/")).status_code == 200
    with pytest.raises(Refused, match="niet meer bij ons"):
        answer(it, fresh(application))


def test_requirements_of_participants_and_costs_are_those_of_the_hague() -> None:
    it = closed(HAGUE)
    marks = found(it.received(facts={"unique_participants": 120}))
    assert (marks["fact-unique_participants"], marks["fact-target_group"]) == ("present", "missing")


def test_receipt_of_an_answer_says_nothing_of_being_too_late() -> None:
    it = closed()
    application, late = it.asked(ACCOUNT), it.received(CLOSES)
    with clock.at(AFTER + timedelta(days=2)):
        answer(it, application, iban="NL20INGB0001234567")
    mails = [
        mail_receipt({"submission": each.submissions.latest("number").pk}) for each in (application, late)
    ]
    assert ["kwam te laat" in str(each and each.body) for each in mails] == [False, True]
    client = client_of(it.applicant)
    pages = [
        client.get(f"/mijn-aanvragen/{each.pk}/ontvangstbewijs/").content.decode()
        for each in (application, late)
    ]
    assert ["kwam te laat" in page for page in pages] == [False, True]


def test_answer_after_the_term_gives_no_new_four_weeks() -> None:
    it = closed()
    application = it.asked(ACCOUNT)
    with clock.at(AFTER + timedelta(days=20)):
        answer(it, application, iban="NL20INGB0001234567")
    with clock.at(AFTER + timedelta(days=14 + 29)), pytest.raises(Refused, match="vier weken na de termijn"):
        leave_unhandled(by=it.official, application=fresh(application), seen=3, reason="Te weinig.")
