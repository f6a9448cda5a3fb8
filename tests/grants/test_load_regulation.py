from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from grants.models import RegulationVersion, User
from schemes.library import SHIPPED
from schemes.parsing import MAX_BYTES
from tests.grants.documents import document
from tests.grants.persons import make_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "regeling.toml"
    path.write_text(document(), encoding="utf-8")
    return path


def _load(file: Path, by: str, approved_by: str) -> tuple[str, str]:
    said, wrong = StringIO(), StringIO()
    try:
        call_command("load_regulation", str(file), by=by, approved_by=approved_by, stdout=said, stderr=wrong)
    except CommandError as error:
        wrong.write(f"{error} ({error.returncode})")
    return said.getvalue(), wrong.getvalue()


def test_two_people_load_a_file(file: Path, official: User, decider: User) -> None:
    said, wrong = _load(file, official.email, decider.email.upper())
    version = RegulationVersion.objects.get(slug="proef")
    assert (version.number, version.published_by, version.approved_by) == (1, official, decider)
    assert said == (
        "Regeling om te proberen, versie 1 is vastgesteld: voorgesteld door Aisha Groen, goedgekeurd door Henk Postma. "
        f"Vingerafdruk {version.sha256}\n"
    )
    assert wrong == ""


def test_every_error_is_told_with_its_place(file: Path, official: User, decider: User) -> None:
    file.write_text(document().replace('slug = "proef"', 'slug = "Proef"\nkleur = "rood"'), encoding="utf-8")
    said, wrong = _load(file, official.email, decider.email)
    lines = wrong.splitlines()
    assert said == ""
    assert [line.split(": ")[1] for line in lines[:2]] == ["kleur", "slug"]
    assert lines[2:] == ["Er is niets bewaard. Verbeter het document en laad het opnieuw in. (2)"]
    assert not RegulationVersion.objects.filter(slug="proef").exists()


def test_one_person_cannot_do_both(file: Path) -> None:
    both = make_person("Joke Brouwer", administrator=True)
    _said, wrong = _load(file, both.email, both.email)
    assert "U hebt dit zelf voorgesteld." in wrong
    assert not RegulationVersion.objects.exists()


def test_who_may_not_is_named(file: Path, official: User, decider: User) -> None:
    assert _load(file, decider.email, official.email)[1] == (
        "Henk Postma mag geen regeling voorstellen. Kies een behandelaar of een beheerder. (2)"
    )
    assert _load(file, official.email, make_person("Noor Jansen").email)[1] == (
        "Noor Jansen mag geen regeling goedkeuren. Kies een beslisser of een beheerder. (2)"
    )
    assert not RegulationVersion.objects.filter(slug="proef").exists()


def test_account_that_is_not_there_is_named(file: Path, official: User) -> None:
    assert (
        "met het e-mailadres niemand@nergens.example"
        in _load(file, official.email, "niemand@nergens.example")[1]
    )


def test_same_content_says_which_version_it_is(file: Path, official: User, decider: User) -> None:
    _load(file, official.email, decider.email)
    assert "het is versie 1 van «Regeling om te proberen»" in _load(file, official.email, decider.email)[1]


@pytest.mark.parametrize("name", ["er-is-niets.toml", ".", "nul\0.toml"])
def test_file_that_cannot_be_read_is_named(tmp_path: Path, official: User, decider: User, name: str) -> None:
    assert "is niet te lezen" in _load(tmp_path / name, official.email, decider.email)[1]


def test_file_of_any_size_is_refused_after_its_beginning(
    tmp_path: Path, official: User, decider: User
) -> None:
    large = tmp_path / "groot.toml"
    with large.open("wb") as stream:
        stream.truncate(50 * MAX_BYTES)
    assert "ten hoogste 2 MB" in _load(large, official.email, decider.email)[1]


@pytest.mark.parametrize(
    "arguments", [(), ("a.toml",), ("a.toml", "--shipped"), ("a.toml", "--by", "x@y.example")]
)
def test_command_says_what_it_needs(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="of alleen --shipped") as error:
        call_command("load_regulation", *arguments)
    assert error.value.returncode == 2


def test_shipped_regulations_are_published_once() -> None:
    first, again = StringIO(), StringIO()
    call_command("load_regulation", "--shipped", stdout=first)
    call_command("load_regulation", "--shipped", stdout=again)
    assert len(first.getvalue().splitlines()) == len(SHIPPED)
    assert again.getvalue() == "De meegeleverde regelingen waren er al.\n"
