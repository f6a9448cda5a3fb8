import pytest

from schemes.library import SHIPPED, shipped
from schemes.words.statements import Part, division


def divided(slug: str) -> tuple[Part, ...]:
    document = shipped(slug)
    assert document is not None
    return division(document.chosen)


ALL = ("Wie meedoet", "De lijsten", "De punten", "Wie voorgaat", "Het geld")


@pytest.mark.parametrize("slug", SHIPPED)
def test_division_is_told_in_the_order_in_which_it_happens(slug: str) -> None:
    titles = [part.title for part in divided(slug)]
    assert [title for title in titles if title in ALL] == list(ALL)


def test_threshold_is_a_part_only_where_the_article_has_one() -> None:
    needed = "Hoeveel punten er nodig zijn"
    assert [needed in [part.title for part in divided(slug)] for slug in SHIPPED] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_what_the_college_can_decide_is_a_part_only_where_the_article_leaves_it_that() -> None:
    can = "Wat het college kan besluiten"
    assert [can in [part.title for part in divided(slug)] for slug in SHIPPED] == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_who_goes_first_is_told_step_by_step() -> None:
    parts = dict(divided("ooststellingwerf-het-fonds"))
    assert parts["Wie voorgaat"] == (
        "De aanvraag met de meeste punten staat bovenaan.",
        "Alleen als de grens door een gelijke stand loopt: de meeste punten op criterium a gaan voor.",
        "Alleen als de grens door een gelijke stand loopt: de meeste punten op criterium g gaan voor.",
        "Alleen als de grens door een gelijke stand loopt: loting; de eerst getrokken aanvraag gaat voor.",
    )


def test_sentence_that_holds_for_two_kinds_of_lists_stands_once() -> None:
    parts = dict(divided("apeldoorn-basisontmoetingsplekken"))
    assert parts["Wie meedoet"] == (
        "Wie niet aan de eisen voldoet, wordt geweigerd en komt niet op de ranglijst.",
    )
