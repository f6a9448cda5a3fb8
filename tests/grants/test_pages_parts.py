from datetime import UTC, datetime

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template import Context, Template, TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils import translation

from grants.templatetags import rangorde
from grants.views.parts import Cell, Column, StageBar, Table

HARD_SPACE = "\N{NO-BREAK SPACE}"
NOON = datetime(2027, 3, 1, 11, 0, tzinfo=UTC)


def rendered(source: str, **context: object) -> str:
    return " ".join(Template("{% load rangorde %}" + source).render(Context(context)).split())


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "€ 0"), (5, "€ 0,05"), (100, "€ 1"), (1_840_000, "€ 18.400"), (1_840_050, "€ 18.400,50")],
)
def test_an_amount_has_a_hard_space_and_cents_only_where_there_are_some(cents: int, text: str) -> None:
    assert rangorde.euro(cents) == text.replace(" ", HARD_SPACE)


def test_an_amount_is_the_same_as_a_filter_and_in_english() -> None:
    with translation.override("en"):
        assert (
            Template("{% load rangorde %}{{ 1840050|euro }}").render(Context()) == f"€{HARD_SPACE}18.400,50"
        )


def test_a_moment_stands_on_the_clocks_of_the_netherlands() -> None:
    assert rendered("{{ at|moment }}", at=NOON) == "maandag 1 maart 2027, 12.00 uur"


def test_a_moment_in_summer_is_two_hours_later_than_utc() -> None:
    in_july = datetime(2027, 7, 1, 11, 5, tzinfo=UTC)
    assert rendered("{{ at|moment }}", at=in_july) == "donderdag 1 juli 2027, 13.05 uur"


def test_a_moment_in_english_has_an_english_clock() -> None:
    with translation.override("en"):
        assert rendered("{{ at|moment }}", at=NOON) == "Monday 1 March 2027, 12:00"


def test_a_day_has_no_time() -> None:
    assert rendered("{{ at|day }}", at=NOON) == "maandag 1 maart 2027"


def test_an_icon_is_hidden_from_those_who_hear_the_page() -> None:
    assert 'aria-hidden="true"' in rangorde.icon("check")


def test_an_icon_that_is_not_there_is_a_mistake_of_ours() -> None:
    with pytest.raises(TemplateDoesNotExist):
        rangorde.icon("unicorn")


@pytest.mark.parametrize(
    ("kind", "badge"),
    [("ok", "success"), ("warn", "warning"), ("error", "danger"), ("info", "active"), ("neutral", "neutral")],
)
def test_a_status_has_a_sign_and_its_words(kind: str, badge: str) -> None:
    html = rendered("{% status kind 'Compleet' %}", kind=kind)
    assert html.startswith(f'<span class="utrecht-status-badge utrecht-status-badge--{badge} sr-status"><svg')
    assert html.endswith("Compleet</span>")


def test_a_status_escapes_its_words() -> None:
    assert "&lt;b&gt;" in rendered("{% status 'ok' text %}", text="<b>")


def test_crumbs_link_every_step_but_the_page_itself() -> None:
    html = rendered("{% crumbs 'Rondes' '/rondes/' 'Sport' %}")
    assert html.count("<a ") == 1
    assert 'href="/rondes/">Rondes</a>' in html
    assert 'aria-current="page">Sport</span>' in html


@pytest.mark.parametrize(
    ("level", "kind"),
    [
        (constants.SUCCESS, "ok"),
        (constants.WARNING, "warn"),
        (constants.ERROR, "error"),
        (constants.INFO, "info"),
    ],
)
def test_a_message_becomes_an_alert_of_its_kind(level: int, kind: str) -> None:
    assert rangorde.kind(Message(level, "tekst")) == kind


def test_an_alert_that_is_urgent_interrupts() -> None:
    calm = render_to_string("parts/alert.html", {"kind": "warn", "text": "tekst"})
    urgent = render_to_string("parts/alert.html", {"kind": "warn", "text": "tekst", "urgent": True})
    assert (calm.count('role="alert"'), urgent.count('role="alert"')) == (0, 1)


def test_a_table_keeps_its_roles_and_labels_for_cards() -> None:
    table = Table(
        "Aanvragen",
        (Column("Aanvraag", "head"), Column("Status"), Column("Bedrag", "num")),
        [(Cell("A-1", "/a/1/", sub="De Brug"), Cell("Compleet", kind="ok"), Cell("€ 5"))],
    )
    html = render_to_string("parts/table.html", {"table": table})
    assert [
        html.count(f'role="{role}"') for role in ("table", "row", "columnheader", "rowheader", "cell")
    ] == [
        1,
        2,
        3,
        1,
        2,
    ]
    assert '<td role="cell" class="utrecht-table__cell is-num" data-label="Bedrag">€ 5' in html
    assert 'href="/a/1/">A-1</a><span class="sr-cellsub">De Brug</span>' in html
    assert "utrecht-status-badge--success" in html


def test_a_table_with_a_row_that_is_too_short_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="zip"):
        Table("Aanvragen", (Column("a"), Column("b")), [(Cell("1"),)]).labelled_rows()


def test_a_stage_bar_says_what_is_done_and_where_it_is() -> None:
    bar = StageBar(("Concept", "Open", "Beoordelen", "Besluit"), 2, {2: "tot 1 maart"})
    html = render_to_string("parts/steps.html", {"bar": bar})
    assert 'aria-label="Stap 2 van 4: Open"' in html
    assert html.count('aria-current="step"') == 1
    assert "<small>tot 1 maart</small>" in html
    assert [(step.is_done, step.is_now, step.is_far) for step in bar.steps] == [
        (True, False, False),
        (False, True, False),
        (False, False, False),
        (False, False, True),
    ]


def test_progress_is_said_in_words_as_well() -> None:
    html = render_to_string("parts/progress.html", {"done": 13, "total": 40, "text": "13 van 40 klaar"})
    assert '<progress class="sr-progress" max="40" value="13" aria-label="13 van 40 klaar">' in html
    assert '<p class="sr-meta sr-num">13 van 40 klaar</p>' in html


def test_the_sheets_of_others_are_left_out_where_they_were_not_fetched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rangorde.finders, "find", lambda path: path == "vendor/utrecht/index.css")
    rangorde.vendor_sheets.cache_clear()
    try:
        assert rangorde.vendor_sheets() == ("vendor/utrecht/index.css",)
        assert rangorde.stylesheets()["sheets"][:3] == (
            "css/plain.css",
            "vendor/utrecht/index.css",
            "css/tokens.css",
        )
    finally:
        rangorde.vendor_sheets.cache_clear()
