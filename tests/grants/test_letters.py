from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO

import pikepdf
import pytest
from django.http import HttpResponse
from django.utils import translation

from grants import clock
from grants.documents.application import application_pdf
from grants.documents.content import BudgetLine
from grants.documents.fonts import undrawn
from grants.documents.pdf import typeset
from grants.documents.receipt import receipt_pdf
from grants.enums import Standing
from grants.models import Application, Submission
from grants.services.applications.completions import Answer, answer_request
from tests.grants.after_closing import AFTER, PARTNERS, Closed, closed, received_with_file, work
from tests.grants.persons import client_of
from tests.grants.rounds import HAGUE, WHILE_OPEN, make_draft

MARKUP = "#panic(1) *vet* _schuin_ $x$ `r` <a> @b // /* ] }"
NOON = datetime(2027, 3, 1, 11, tzinfo=UTC)


def made(submission: Submission) -> bytes:
    return application_pdf(submission, municipality="Gemeente Voorbeeldstad")


def headings(raw: bytes) -> list[str]:
    """Every heading, from the table of contents that readers show beside the pages."""

    def walked(items: list[pikepdf.OutlineItem]) -> Iterator[str]:
        for item in items:
            yield str(item.title)
            yield from walked(item.children)

    with pikepdf.open(BytesIO(raw)) as read, read.open_outline() as outline:
        return list(walked(outline.root))


def pages(raw: bytes) -> int:
    with pikepdf.open(BytesIO(raw)) as read:
        return len(read.pages)


def receipt_that_says(text: str) -> bytes:
    """A receipt with this text in each of its places."""
    names = ("intro", "late", "proof", "sha256", "recompute", "command", "salt_words", "salt", "then")
    given = {"author": text, "footer": text, "rows": [[text, text]]}
    files = [{"name": text, "size": "1 kB", "sha256": "aa bb"}]
    data = {"title": f"Titel {text}", **given, **dict.fromkeys(names, text), "attachments": files}
    return typeset("receipt", data, at=NOON)


@pytest.mark.django_db
def test_application_reads_every_question_and_what_was_added_under_headings() -> None:
    it = closed()
    application = it.asked(PARTNERS)
    answered = Answer(texts={PARTNERS.question: "Met De Brug."})
    with clock.at(AFTER):
        answer_request(
            by=it.applicant,
            application=application,
            seen=application.version,
            answer=answered,
            received_at=AFTER,
        )
    found = headings(made(application.submissions.latest("number")))
    assert found[0] == f"Aanvraag {application.reference}"
    assert "Welke resultaten wilt u bereiken?" in found
    assert found.index("Aanvulling") + 1 == found.index(PARTNERS.question)
    assert [each for each in found if each in {"Het geld", "Kosten", "Bijlagen", "Vingerafdruk"}] == [
        "Het geld",
        "Kosten",
        "Bijlagen",
        "Vingerafdruk",
    ]


@pytest.mark.django_db
def test_question_that_was_not_asked_is_left_out_and_one_without_an_answer_is_not() -> None:
    it = closed()
    since = "Sinds wanneer doet u structureel activiteiten voor cultuurparticipatie?"
    new, known = (
        headings(made(it.received(facts={"experience": answer}, answers={}).submissions.get()))
        for answer in ("nee", "ja")
    )
    assert [since in found for found in (new, known)] == [False, True]
    assert "Welke resultaten wilt u bereiken?" in new


@pytest.mark.django_db
def test_application_is_tagged_dutch_titled_and_the_same_each_time_in_every_language() -> None:
    submission = closed().received().submissions.get()
    one = made(submission)
    with translation.override("en"):
        assert made(submission) == one
        receipts = [receipt_pdf(submission, municipality="X", closes_at=NOON)]
    receipts.append(receipt_pdf(submission, municipality="X", closes_at=NOON))
    assert receipts[0] == receipts[1]
    with pikepdf.open(BytesIO(one)) as read:
        assert (str(read.Root.Lang), bool(read.Root.MarkInfo.Marked)) == ("nl", True)
        assert str(read.docinfo["/Title"]) == f"Aanvraag {submission.application.reference}"
        with read.open_metadata() as told:
            assert (told["pdfuaid:part"], told["pdfaid:part"], told["pdfaid:conformance"]) == ("1", "2", "A")


@pytest.mark.django_db
@pytest.mark.parametrize("text", [MARKUP, "Feest 🎉 مرحبا שלום 日本", "a" * 5_000, "één\n\ntwee\ndrie"])
def test_whatever_was_typed_is_text_in_every_place(text: str) -> None:
    it = closed()
    submission = it.received(
        title=text[:200],
        summary=text,
        answers=dict.fromkeys("abcde", text),
        facts={"experience": text, "results": text},
        costs=(BudgetLine(text, 100),),
        income=(BudgetLine(text, 100),),
        contact_name=text[:150],
        account_holder=text,
    ).submissions.get()
    assert headings(made(submission))[0] == f"Aanvraag {submission.application.reference}"
    assert pages(receipt_pdf(submission, municipality=text, closes_at=None)) >= 1


@pytest.mark.django_db
def test_budget_of_forty_lines_goes_on_over_pages_and_none_at_all_is_told() -> None:
    it = closed(HAGUE)
    lines = tuple(BudgetLine(f"Post {number} " + "en nog wat " * 20, number) for number in range(1, 41))
    short, long = (it.received(costs=costs, income=()).submissions.get() for costs in (lines[:1], lines))
    assert pages(made(short)) < pages(made(long))
    none = it.received(costs=(), income=()).submissions.get()
    assert "Kosten" not in headings(made(none))


@pytest.mark.django_db
def test_date_is_read_as_one_and_what_is_none_stays_as_it_is() -> None:
    it = closed(HAGUE)
    dated, other = (
        it.received(facts={"first_day": day}).submissions.get() for day in ("2027-05-01", "in mei")
    )
    with clock.at(AFTER):
        text = client_of(it.official).get(work(it, dated.application)).content.decode()
        assert "zaterdag 1 mei 2027" in text
        assert "in mei" in client_of(it.official).get(work(it, other.application)).content.decode()


@pytest.mark.django_db
def test_applicant_and_official_download_the_same_application() -> None:
    it = closed()
    application = it.received()
    own = client_of(it.applicant).get(f"/mijn-aanvragen/{application.pk}/aanvraag.pdf")
    seen = client_of(it.official).get(work(it, application, "aanvraag.pdf"))
    assert own.content == seen.content
    assert_named(seen, application)
    page = client_of(it.official).get(work(it, application)).content.decode()
    assert work(it, application, "aanvraag.pdf") in page
    assert "Download als pdf" in page


def assert_named(answer: HttpResponse, application: Application) -> None:
    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="aanvraag-{application.reference}.pdf"'
    )


@pytest.mark.django_db
def test_application_of_which_the_contents_were_removed_is_not_found_nor_offered() -> None:
    it = closed()
    application = without_contents(it)
    client = client_of(it.official)
    assert client.get(work(it, application, "aanvraag.pdf")).status_code == 404
    assert "Download als pdf" not in client.get(work(it, application)).content.decode()


def without_contents(it: Closed) -> Application:
    """What the term of retention leaves."""
    made = make_draft(it.round, it.organisation, it.applicant)
    Application.objects.filter(pk=made.pk).update(
        standing=Standing.SUBMITTED,
        reference="A-2027-0099",
        position=99,
        received_at=WHILE_OPEN,
        deelplafond=it.round.deelplafonds.get(),
        requested_cents=1,
    )
    Submission(application=made, number=1, received_at=WHILE_OPEN, late=False, sha256="0" * 64).save()
    return made


@pytest.mark.django_db
def test_application_with_a_file_names_it_with_its_fingerprint() -> None:
    it = closed()
    without = it.received().submissions.get()
    application = received_with_file(it.round, it.organisation, it.applicant)
    assert len(made(application.submissions.get())) > len(made(without))


@pytest.mark.parametrize(
    "text",
    [
        "🎉 feest",
        "1\ufe0f\u20e3 eerste",
        "👨\u200d👩\u200d👧",
        "🇳🇱",
        "日本語",
        "a\u202eb\ufeffc\u200b\x07\x00",
        "\ud83c half",
        "\ue000 eigen",
        "a\u0744b\u0656ƞ\u06d8",
    ],
)
def test_character_that_no_font_has_stops_no_letter(text: str) -> None:
    assert receipt_that_says(text) == receipt_that_says(text)


def test_character_that_no_font_has_is_told_by_its_number() -> None:
    assert headings(receipt_that_says("🎉 feest 1\ufe0f\u20e3"))[0] == "Titel [U+1F389] feest 1[U+20E3]"
    assert headings(receipt_that_says("\ue000\ud83c"))[0] == "Titel [U+E000][U+D83C]"


def test_other_scripts_and_marks_stay_as_they_are() -> None:
    typed = "Żółć Ελλάδα Привет שלום e\u0301é ≤ €"
    assert headings(receipt_that_says(typed))[0] == f"Titel {typed}"
    assert undrawn(["a", "é", "ש", "م", "日", "🎉"]) == {"日", "🎉"}


def test_what_nobody_can_see_is_left_out() -> None:
    assert headings(receipt_that_says("a\u202eb\ufeffc\x07d\te"))[0] == "Titel abcd e"
