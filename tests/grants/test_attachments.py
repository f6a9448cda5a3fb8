import errno
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from grants.documents.files import MOST_BYTES, MOST_FILES, MOST_MEMBERS, Looked, look_at
from grants.models import Application, Attachment
from grants.services.applications.attachments import remove_attachment
from grants.services.applications.drafts import delete_draft
from grants.services.errors import Refused
from tests.grants.apply import PDF, address, attach, begin, fill, make_applicant, submit, while_open
from tests.grants.persons import client_of, make_person

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00" * 40
JPG = b"\xff\xd8\xff\xe0" + b"\x00" * 40


def packed(*names: str, first: bytes = b"") -> bytes:
    """An archive of these parts, with the same bytes whenever it is made: they are in the names of tests."""
    file = BytesIO()
    with ZipFile(file, "w") as made:
        for name in names:
            made.writestr(ZipInfo(name), first if name == "mimetype" else b"<x/>")
    return file.getvalue()


DOCX = packed("[Content_Types].xml", "word/document.xml")
XLSX = packed("[Content_Types].xml", "xl/workbook.xml")
ODT = packed("mimetype", "content.xml", first=b"application/vnd.oasis.opendocument.text")


def bomb() -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as made, made.open("word/document.xml", "w") as part:
        for _ in range(201):
            part.write(bytes(1_000_000))
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("begroting.pdf", PDF),
        ("Begroting 2027.v2.PDF", PDF),
        ("plan.docx", DOCX),
        ("begroting.xlsx", XLSX),
        ("plan.odt", ODT),
        ("foto.jpeg", JPG),
        ("foto.png", PNG),
        ("begroting café ’s zomers.pdf", PDF),
    ],
)
def test_file_that_officials_can_open_is_taken(name: str, raw: bytes) -> None:
    found = look_at(name, raw)
    assert (found.name, found.sentence, bool(found.kind)) == (name, "", True)


@pytest.mark.parametrize(
    ("name", "raw", "sentence"),
    [
        ("begroting.pdf", b"", "Dit bestand is leeg."),
        ("begroting.pdf", PDF + bytes(MOST_BYTES), "Dit bestand is groter dan 10 MB."),
        ("begroting.pdf", b"MZ\x90\x00" + bytes(200), "Wij kunnen alleen pdf, docx, xlsx, odt, jpg en png openen."),
        ("begroting.numbers", packed("Index/Document.iwa"), "Wij kunnen alleen pdf"),
        ("begroting.txt", b"gewone tekst", "Wij kunnen alleen pdf"),
        ("begroting.pdf", b"%PDF-1.7\nafgebroken", "Dit bestand is beschadigd of niet af."),
        ("plan.docx", DOCX[:40], "Dit bestand is beschadigd."),
        ("plan.docx", PDF, "Dit bestand is een pdf, maar heet anders. Geef het de naam die erbij hoort: plan.pdf."),
        ("begroting", PDF, "Geef het de naam die erbij hoort: begroting.pdf."),
        ("begroting.exe.pdf", PDF, "De naam van dit bestand noemt twee soorten."),
        ("begroting.pdf.exe", PDF, "maar heet anders"),
        ("begroting\u202efdp.exe", PDF, "In de naam van dit bestand staat een onzichtbaar teken."),
        ("begroting\x07.pdf", PDF, "In de naam van dit bestand staat een onzichtbaar teken."),
        ("a" * 201 + ".pdf", PDF, "De naam van dit bestand is te lang"),
        ("plan.docx", packed("[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"), "een macro"),
        ("plan.docx", packed(*(f"word/{n}" for n in range(MOST_MEMBERS + 1))), "veel te groot als het wordt geopend"),
    ],
)  # fmt: skip
def test_file_that_cannot_be_taken_is_refused_with_why(name: str, raw: bytes, sentence: str) -> None:
    found = look_at(name, raw)
    assert sentence in found.sentence
    assert found.kind == ""


def test_file_that_unpacks_to_more_than_fits_is_refused_without_unpacking_it() -> None:
    raw = bomb()
    assert len(raw) < 1_000_000
    assert look_at("plan.docx", raw) == Looked(
        "plan.docx", sentence="Dit bestand wordt veel te groot als het wordt geopend. Bewaar het als pdf."
    )


@pytest.mark.django_db
def test_file_is_kept_under_a_name_of_our_own_and_given_back_as_it_came() -> None:
    client, draft = begin()
    with while_open():
        answer = client.post(
            address(draft, "bijlagen"),
            {"key": "activiteitenplan", "file": SimpleUploadedFile("Plan & meer.pdf", PDF)},
        )
    kept = Attachment.objects.get()
    assert answer.headers["Location"] == address(draft, "bijlagen")
    assert (kept.key, kept.name, kept.kind, kept.size) == (
        "activiteitenplan",
        "Plan & meer.pdf",
        "application/pdf",
        len(PDF),
    )
    assert "Plan" not in kept.file.name
    file = client.get(f"{address(draft)}bijlagen/{kept.pk}/")
    assert b"".join(file.streaming_content) == PDF
    assert file.headers["Content-Disposition"] == 'attachment; filename="Plan & meer.pdf"'
    assert (file.headers["X-Content-Type-Options"], file.headers["Cache-Control"]) == ("nosniff", "no-store")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (SimpleUploadedFile("leeg.pdf", b""), "Dit bestand is leeg."),
        (SimpleUploadedFile("groot.pdf", PDF + bytes(MOST_BYTES)), "Dit bestand is groter dan 10 MB."),
        (SimpleUploadedFile("kwaad.exe", b"MZ" + bytes(300)), "Wij kunnen alleen pdf"),
        ("", "Kies eerst een bestand."),
    ],
)
def test_refused_file_is_told_at_the_field_and_in_the_summary(file: object, sentence: str) -> None:
    client, draft = begin()
    with while_open():
        answer = client.post(address(draft, "bijlagen"), {"key": "", "file": file})
    page = answer.content.decode()
    assert (answer.status_code, page.count(sentence), Attachment.objects.count()) == (422, 2, 0)


@pytest.mark.django_db
def test_files_are_limited_in_number() -> None:
    client, draft = begin()
    for number in range(MOST_FILES):
        attach(draft, name=f"{number}.pdf")
    with while_open():
        answer = client.post(
            address(draft, "bijlagen"), {"key": "", "file": SimpleUploadedFile("11.pdf", PDF)}
        )
        page = client.get(address(draft, "bijlagen")).content.decode()
    assert (answer.status_code, Attachment.objects.count()) == (422, MOST_FILES)
    assert "Er kan geen bestand meer bij" in page
    remove_attachment(attachment=Attachment.objects.earliest("pk"))
    assert attach(draft).pk is not None


@pytest.mark.django_db
def test_file_for_which_there_is_no_room_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    client, draft = begin()

    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("django.core.files.storage.FileSystemStorage._save", full)
    with while_open():
        answer = client.post(
            address(draft, "bijlagen"), {"key": "", "file": SimpleUploadedFile("a.pdf", PDF)}
        )
    assert (answer.status_code, Attachment.objects.count()) == (422, 0)
    assert "Wij konden dit bestand niet bewaren" in answer.content.decode()


@pytest.mark.django_db
def test_file_for_which_there_is_no_room_while_it_arrives_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    client, draft = begin()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("django.core.files.uploadhandler.TemporaryFileUploadHandler.receive_data_chunk", full)
    with while_open():
        large = SimpleUploadedFile("a.pdf", PDF + bytes(5_000_000))
        answer = client.post(address(draft, "bijlagen"), {"key": "", "file": large})
    assert (answer.status_code, Attachment.objects.count()) == (507, 0)
    assert "Er is bij ons geen plaats meer" in answer.content.decode()


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_file_that_is_taken_away_from_a_draft_is_gone_for_good() -> None:
    client, draft = begin()
    kept = attach(draft)
    with while_open():
        assert f"/bijlagen/{kept.pk}/" in client.get(address(draft, "controleren")).content.decode()
        client.post(f"{address(draft)}bijlagen/{kept.pk}/weghalen/")
        page = client.get(address(draft, "controleren")).content.decode()
    assert not Attachment.objects.exists()
    assert not kept.file.storage.exists(kept.file.name)
    assert f"/bijlagen/{kept.pk}/" not in page
    assert client.get(f"{address(draft)}bijlagen/{kept.pk}/").status_code == 404


@pytest.mark.django_db
def test_file_of_someone_else_is_not_there() -> None:
    client, draft = begin()
    kept = attach(draft)
    other, _organisation = make_applicant("Buurthuis De Wissel")
    own = client.get(f"{address(draft)}bijlagen/{kept.pk}/")
    assert (own.status_code, b"".join(own.streaming_content)) == (200, PDF)
    for person in (other, make_person()):
        assert client_of(person).get(f"{address(draft)}bijlagen/{kept.pk}/").status_code == 404


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_draft_that_is_deleted_takes_its_files_with_it() -> None:
    _client, draft = begin()
    kept = attach(draft)
    assert kept.file.storage.exists(kept.file.name)
    delete_draft(by=draft.started_by, application=draft)
    assert (Application.objects.count(), kept.file.storage.exists(kept.file.name)) == (0, False)


@pytest.mark.django_db
def test_files_of_an_application_that_was_sent_in_stay_as_they_are() -> None:
    client, draft = begin()
    submit(client, fill(draft))
    kept = Attachment.objects.earliest("pk")
    removing = client.post(f"{address(draft)}bijlagen/{kept.pk}/weghalen/", follow=True)
    adding = client.post(address(draft, "bijlagen"), {"key": "", "file": SimpleUploadedFile("a.pdf", PDF)})
    with pytest.raises(Refused, match="al ingediend"):
        attach(draft, name="later.pdf")
    assert "Deze aanvraag is al ingediend." in removing.content.decode()
    assert (adding.url, Attachment.objects.count()) == (address(draft), 2)


@pytest.mark.django_db
def test_file_that_is_gone_from_the_disk_is_not_found() -> None:
    client, draft = begin()
    kept = attach(draft)
    kept.file.storage.delete(kept.file.name)
    assert client.get(f"{address(draft)}bijlagen/{kept.pk}/").status_code == 404
