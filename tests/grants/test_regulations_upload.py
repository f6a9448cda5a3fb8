import io
import tracemalloc
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from grants.enums import Verdict
from grants.models import Proposal, RegulationVersion, User
from grants.services.regulation_proposals import load_regulation, propose_regulation
from schemes.parsing import MAX_BYTES
from tests.grants.documents import document
from tests.grants.persons import client_of, make_person

pytestmark = pytest.mark.django_db
LOAD = "/regeling-inladen/"
PROPOSE = "/regeling-inladen/voorstellen/"


def _upload(client: Client, content: bytes) -> HttpResponse:
    return client.post(LOAD, {"file": SimpleUploadedFile("regeling.toml", content)})


def _text(response: HttpResponse) -> str:
    return response.content.decode()


def test_two_people_load_a_regulation(official: User, decider: User) -> None:
    preview = _upload(client_of(official), document().encode())
    assert (preview.status_code, Proposal.objects.count()) == (200, 0)
    assert "Niet in aanmerking komt wie in totaal minder dan 14 punten heeft." in _text(preview)

    sent = preview.context["form"]["document"].value()
    proposed = client_of(official).post(PROPOSE, {"document": sent, "reason": "Besluit van 3 maart"})
    proposal = Proposal.objects.get()
    assert proposed.url == f"/voorstellen/{proposal.pk}/"

    assert "Besluit van 3 maart" in _text(client_of(decider).get(proposed.url))
    seen = client_of(decider).get(f"/regeling-voorstellen/{proposal.pk}/")
    assert "Niet in aanmerking komt wie in totaal minder dan 14 punten heeft." in _text(seen)
    approved = client_of(decider).post(proposed.url, {"verdict": Verdict.APPROVED})
    assert approved.status_code == 302

    version = RegulationVersion.objects.get(slug="proef")
    assert (version.number, version.published_by, version.approved_by) == (1, official, decider)
    assert Client().get("/regelingen/proef/").status_code == 200


def test_advice_is_for_who_loads_and_approves_and_not_for_everyone(official: User, decider: User) -> None:
    advice = '<span lang="nl">Leg deze keuze aan het college voor, vóór de eerste ronde.'
    preview = _upload(client_of(official), document().encode())
    assert _text(preview).count(advice) == 2
    client_of(official).post(PROPOSE, {"document": preview.context["form"]["document"].value()})
    proposal = Proposal.objects.get()
    assert _text(client_of(decider).get(f"/regeling-voorstellen/{proposal.pk}/")).count(advice) == 2
    client_of(decider).post(f"/voorstellen/{proposal.pk}/", {"verdict": Verdict.APPROVED})
    assert "Leg deze keuze" not in _text(client_of(official).get("/regelingen/proef/"))


BAD = {
    "empty": (b"", "dit veld ontbreekt; vul het in"),
    "another encoding": ("title = 'caf\xe9'".encode("latin-1"), "sla het op als UTF-8"),
    "utf-16": (document().encode("utf-16"), "sla het op als UTF-8"),
    "a raw nul": (document().replace("Regeling om", "Regeling\0om").encode(), "geen geldig TOML"),
    "an escaped nul": (
        document().replace("Regeling om", "Regeling\\u0000om").encode(),
        "het teken NUL kan niet in een tekst staan",
    ),
    "broken": (b"title = [", "geen geldig TOML"),
    "not even text": (bytes(range(256)) * 40, "sla het op als UTF-8"),
    "deep": (b"a = " + b"[" * 900 + b"]" * 900, "dieper genest"),
    "very deep": (b"a = " + b"[" * 500_000 + b"]" * 500_000, "dieper genest"),
    "a long key": (b".".join([b"a"] * 100_000) + b" = 1", "dieper genest"),
    "a float": (document().replace("points = 14", "points = 14.5").encode(), "een kommagetal is niet exact"),
    "a huge number": (
        document().replace("points = 14", "points = " + "9" * 5_000).encode(),
        "te veel cijfers",
    ),
    "an unknown field": (b"kleur = 'rood'\n" + document().encode(), "dit veld is onbekend"),
    "too large": (b"#" * (MAX_BYTES + 1), "ten hoogste 2 MB"),
}


@pytest.mark.parametrize(("content", "sentence"), BAD.values(), ids=BAD)
def test_bad_document_is_answered_with_a_sentence(official: User, content: bytes, sentence: str) -> None:
    response = _upload(client_of(official), content)
    assert response.status_code == 422
    assert sentence in _text(response)
    assert "Er is niets bewaard." in _text(response)


def test_largest_document_is_read(official: User) -> None:
    text = document().encode()
    assert _upload(client_of(official), text + b"#" * (MAX_BYTES - len(text))).status_code == 200


def test_every_error_stands_beside_its_place(official: User) -> None:
    text = (
        document().replace('article = "(nummer niet in de bron)"\n', "").replace("points = 14", "points = 99")
    )
    response = _upload(client_of(official), text.encode())
    rows = [[cell.text for _column, cell in row] for row in response.context["problems"].labelled_rows()]
    assert rows == [["article", "dit veld ontbreekt; vul het in"]]
    repaired = _upload(client_of(official), document().replace("points = 14", "points = 99").encode())
    places = [row[0].text for row in repaired.context["problems"].rows]
    assert places == ["thresholds › below_threshold"]


def test_page_shows_the_first_hundreds_of_errors(official: User) -> None:
    lid = "[[leden]]\n" + "".join(f"k{at} = 1\n" for at in range(10))
    response = _upload(client_of(official), (lid * 90).encode())
    assert len(response.context["problems"].rows) == 500
    assert "Hier staan de eerste 500." in _text(response)
    assert f"Er zijn {response.context['count']} fouten gevonden" in _text(response)


def test_form_without_a_file_asks_for_one(official: User) -> None:
    response = client_of(official).post(LOAD, {})
    assert (response.status_code, "Kies een bestand." in _text(response)) == (422, True)


def test_same_content_says_which_version_it_is(official: User, decider: User) -> None:
    load_regulation(by=official, approved_by=decider, text=document())
    response = _upload(client_of(official), document().encode())
    assert response.status_code == 409
    assert "het is versie 1 van «Regeling om te proberen»" in _text(response)


def test_difference_with_the_version_before_is_shown(official: User, decider: User) -> None:
    load_regulation(by=official, approved_by=decider, text=document())
    response = _upload(client_of(official), document(least=15).encode())
    assert "<del>Niet in aanmerking komt wie in totaal minder dan 14 punten heeft.</del>" in _text(response)
    assert "<ins>Niet in aanmerking komt wie in totaal minder dan 15 punten heeft.</ins>" in _text(response)


def test_difference_of_a_decided_proposal_stays(official: User, decider: User) -> None:
    load_regulation(by=official, approved_by=decider, text=document())
    load_regulation(by=official, approved_by=decider, text=document(least=15))
    proposal = Proposal.objects.get(
        kept__data__payload__sha256=RegulationVersion.objects.get(slug="proef", number=2).sha256
    )
    response = client_of(decider).get(f"/regeling-voorstellen/{proposal.pk}/")
    assert response.context["before"].number == 1
    assert "<del>Niet in aanmerking komt wie in totaal minder dan 14 punten heeft.</del>" in _text(response)


def test_document_that_was_changed_on_its_way_is_checked_again(official: User) -> None:
    response = client_of(official).post(PROPOSE, {"document": "title = ["})
    assert (response.status_code, Proposal.objects.count()) == (422, 0)
    assert "geen geldig TOML" in _text(response)


def test_second_proposal_at_the_same_time_keeps_what_was_typed(official: User) -> None:
    propose_regulation(by=official, text=document())
    response = client_of(official).post(
        PROPOSE, {"document": document(least=15), "reason": "Omdat 15 beter is"}
    )
    assert response.status_code == 409
    assert "ligt er al een voorstel" in _text(response)
    assert "Omdat 15 beter is" in _text(response)


def test_line_ends_as_browsers_send_them_are_no_other_content(official: User) -> None:
    client_of(official).post(PROPOSE, {"document": document().replace("\n", "\r\n")})
    assert Proposal.objects.get().payload["document"] == document()


def test_largest_document_is_proposed_as_browsers_send_it(official: User) -> None:
    text = document()
    text += "\n" * (MAX_BYTES - len(text.encode()))
    response = client_of(official).post(PROPOSE, {"document": text.replace("\n", "\r\n")})
    assert response.status_code == 302
    assert Proposal.objects.get().payload["document"] == text


@pytest.mark.parametrize("address", [LOAD, PROPOSE])
def test_loading_is_for_officials(address: str) -> None:
    assert Client().post(address).url == f"/account/login/?next={address}"
    assert client_of(make_person()).post(address).status_code == 403


def test_proposal_is_for_who_may_see_proposals(official: User) -> None:
    address = f"/regeling-voorstellen/{propose_regulation(by=official, text=document()).pk}/"
    assert client_of(official).get(address).status_code == 200
    assert client_of(make_person()).get(address).status_code == 403
    assert Client().get(address).status_code == 302


def test_proposal_that_is_not_there_is_not_found(official: User) -> None:
    assert client_of(official).get("/regeling-voorstellen/999999999999999999999/").status_code == 404


def test_form_from_elsewhere_is_refused(official: User) -> None:
    client = client_of(official)
    client.handler.enforce_csrf_checks = True
    assert _upload(client, document().encode()).status_code == 403


class _Body(io.RawIOBase):
    """A form with a file of this size, made while it is read."""

    def __init__(self, size: int) -> None:
        head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.toml"\r\n\r\n'
        self.parts = [head, b"\r\n--x--\r\n"]
        self.left = size
        self.size = size + sum(map(len, self.parts))

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        if self.left and len(self.parts) == 1:
            given = min(self.left, len(buffer))
            self.left -= given
            buffer[:given] = b"#" * given
            return given
        part = self.parts.pop(0) if self.parts else b""
        buffer[: len(part)] = part
        return len(part)


def _peak_of(act: Callable[[], HttpResponse]) -> tuple[HttpResponse, int]:
    tracemalloc.start()
    try:
        response = act()
        return response, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_document_of_100_mb_is_refused_without_being_kept(official: User) -> None:
    body = _Body(100_000_000)
    client = client_of(official)
    response, peak = _peak_of(
        lambda: client.request(
            **{
                "REQUEST_METHOD": "POST",
                "PATH_INFO": LOAD,
                "CONTENT_TYPE": "multipart/form-data; boundary=x",
                "CONTENT_LENGTH": str(body.size),
                "wsgi.input": body,
            }
        )
    )
    assert (response.status_code, body.left) == (422, 0)
    assert "ten hoogste 2 MB" in _text(response)
    assert peak < 20_000_000
