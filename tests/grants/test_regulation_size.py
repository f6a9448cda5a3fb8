import pytest

from grants.documents.size import MOST_CHOICES, MOST_PARTS, size_problems
from grants.documents.stored import checked
from schemes.library import SHIPPED
from schemes.problems import Problem
from tests.grants.documents import document, shipped_text


def _leden(count: int) -> str:
    """The document with this many leden in all."""
    more = count - document().count("[[leden]]")
    return document() + "".join(
        f'\n[[leden]]\nnumber = "x{at}"\ntext = "tekst"\nnot_modelled = "nee"\n' for at in range(more)
    )


def _choices(*counts: int) -> str:
    readings = ""
    for at, count in enumerate(counts):
        choices = ", ".join(f'{{ choice = "c{each}", text = "x" }}' for each in range(count))
        readings += f'[[readings]]\nid = "r{at}"\nchoices = [{choices}]\n'
    return readings


@pytest.mark.parametrize("slug", SHIPPED)
def test_shipped_regulations_are_far_from_too_large(slug: str) -> None:
    assert size_problems(shipped_text(slug).encode()) == ()


def test_as_many_leden_as_may_be_are_published() -> None:
    assert checked(_leden(MOST_PARTS).encode()).sound is not None


def test_one_more_lid_is_too_many() -> None:
    found = checked(_leden(MOST_PARTS + 1).encode())
    assert found.problems == (Problem("leden", "dit zijn er te veel: ten hoogste 100"),)


def test_table_with_too_many_fields_is_one_problem() -> None:
    text = document() + "\n[kleuren]\n" + "".join(f"k{at} = 1\n" for at in range(10_000))
    assert checked(text.encode()).problems == (Problem("kleuren", "dit zijn er te veel: ten hoogste 100"),)


def test_choices_of_all_readings_count_together() -> None:
    as_many, one_more = (MOST_PARTS, MOST_CHOICES - MOST_PARTS), (MOST_PARTS, MOST_CHOICES - MOST_PARTS, 1)
    assert size_problems(_choices(*as_many).encode()) == ()
    assert size_problems(_choices(*one_more).encode()) == (
        Problem("readings › choices", "dit zijn er te veel: ten hoogste 200"),
    )


@pytest.mark.parametrize("raw", [b"title = [", b"\xff", b"readings = 1", b"readings = [1, { choices = 2 }]"])
def test_what_cannot_be_read_is_left_to_the_engine(raw: bytes) -> None:
    assert size_problems(raw) == ()
    assert checked(raw).problems != ()
