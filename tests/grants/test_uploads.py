import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.grants.persons import client_of, make_person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/account/login/", "/taal/", "/regeling-inladen/voorstellen/"])
@pytest.mark.parametrize("checks_forms", [True, False])
def test_file_where_none_is_asked_for_is_refused_before_it_is_kept(
    monkeypatch: pytest.MonkeyPatch, address: str, checks_forms: bool
) -> None:
    # a file that is kept goes through here
    monkeypatch.setattr("django.core.files.temp.NamedTemporaryFile", None)
    client = client_of(make_person())
    client.handler.enforce_csrf_checks = checks_forms
    client.cookies["csrftoken"] = "a" * 32
    response = client.post(
        address, {"language": "en", "file": SimpleUploadedFile("a.toml", b"#" * 6_000_000)}
    )
    # what anyone may open reads the form, the page for others refuses without reading it
    refused = (
        (403, "Deze pagina is niet voor u")
        if "inladen" in address and not checks_forms
        else (413, "Dit is te groot")
    )
    assert (response.status_code, refused[1] in response.content.decode()) == (refused[0], True)


def test_form_in_parts_without_a_file_is_read() -> None:
    assert Client().post("/taal/", {"language": "en"}).cookies["django_language"].value == "en"
