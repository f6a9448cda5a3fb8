"""What stands in the way of publishing a regulation that could run."""

from pathlib import Path

import pytest

from schemes.library import SHIPPED, shipped
from schemes.publication import publication_problems
from tests.schemes.document_mistakes import AVERAGE, PEOPLE, SEASON
from tests.schemes.documents import MINIMAL, READING, loaded, replaced

LEVELS = 'levels = [{ points = 0, text = "niet" }, { points = 2, text = "wel" }]'
BANDS = 'bands = [{ points = 1, text = "laag", less_than = 1 }]'
WITH_AVERAGE = MINIMAL + AVERAGE + PEOPLE


def _problems(text: str) -> list[str]:
    return [str(problem) for problem in publication_problems(loaded(text))]


def _threshold(condition: str) -> str:
    return MINIMAL + f'\n[[thresholds]]\ncode = "low"\nrule = "lid 1"\nrefused_when = {condition}\n'


def _low_score(at_most: int) -> str:
    return (
        MINIMAL
        + '\n[[discretions]]\nkind = "low_score"\nkey = "low"\ncode = "low"\nrule = "lid 1"\ncriteria = ["a"]\n'
        + f'at_most = {at_most}\non = "any"\npending = "undecided"\n'
    )


@pytest.mark.parametrize("slug", SHIPPED)
def test_shipped_regulations_can_be_published(slug: str) -> None:
    document = shipped(slug)
    assert document is not None
    assert publication_problems(document) == ()


def test_minimal_regulation_can_be_published() -> None:
    assert _problems(MINIMAL) == []


def test_lid_that_nobody_carries_out_is_named() -> None:
    lid = '[[leden]]\nnumber = "3"\ntext = "Dit lid vergat men."\n'
    assert _problems(MINIMAL.replace("[[criteria]]", f"{lid}\n[[criteria]]", 1)) == [
        "leden › 3: geen enkele regel voert dit lid uit; noem het bij een regel, of zeg bij not_modelled waarom niet"
    ]
    left_out = f'{lid}not_modelled = "gaat over de aanvraag"\n'
    assert _problems(MINIMAL.replace("[[criteria]]", f"{left_out}\n[[criteria]]", 1)) == []


def test_lid_that_only_a_pool_carries_out_is_carried_out() -> None:
    lid = '[[leden]]\nnumber = "3"\ntext = "Er is een ranglijst."\n'
    text = MINIMAL.replace("[[criteria]]", f"{lid}\n[[criteria]]", 1)
    assert (
        _problems(replaced(text, {'ranked_when = ["always"]': 'ranked_when = ["always"]\nrule = "lid 3"'}))
        == []
    )


def test_criterion_with_one_level_tells_nobody_apart() -> None:
    assert _problems(replaced(MINIMAL, {LEVELS: 'levels = [{ points = 1, text = "goed" }]'})) == [
        "criteria › a: met één niveau krijgt iedereen hetzelfde; geef ten minste twee niveaus"
    ]


@pytest.mark.parametrize(
    ("bands", "expected"),
    [
        (
            BANDS,
            [
                "criteria › b: geen enkele band geldt bij 100% van het gemiddelde; sluit het gat",
                "criteria › b: geen enkele band geldt bij 200% van het gemiddelde; sluit het gat",
            ],
        ),
        (
            'bands = [{ points = 1, text = "laag", less_than = "9/10" }, { points = 0, text = "hoog", more_than = "9/10" }]',
            ["criteria › b: geen enkele band geldt bij 90% van het gemiddelde; sluit het gat"],
        ),
        (
            'bands = [{ points = 1, text = "laag", at_most = 1 }, { points = 0, text = "hoog", at_least = 1 }]',
            ["criteria › b: bij 100% van het gemiddelde gelden 2 banden; laat er één gelden"],
        ),
        (
            'bands = [{ points = 1, text = "laag", at_most = 1 }, { points = 0, text = "hoog", more_than = 1 }]',
            [],
        ),
    ],
)
def test_bands_cover_every_share_of_the_average_once(bands: str, expected: list[str]) -> None:
    assert _problems(replaced(WITH_AVERAGE, {BANDS: bands})) == expected


def test_threshold_that_nobody_or_everybody_reaches_is_named() -> None:
    assert _problems(_threshold('{ kind = "points_below", points = 3 }')) == [
        "thresholds › low: niemand kan deze drempel halen, ook niet met alle punten; verlaag hem"
    ]
    assert _problems(_threshold('{ kind = "points_below", points = 0 }')) == [
        "thresholds › low: iedereen haalt deze drempel, ook zonder punten; verhoog hem of haal hem weg"
    ]
    assert _problems(_threshold('{ kind = "points_below", points = 2 }')) == []


def test_threshold_on_an_open_number_can_always_be_reached() -> None:
    text = _threshold('{ kind = "points_below", points = 3 }')
    assert _problems(replaced(text, {LEVELS: "any_number_from = 0"})) == []


def test_low_score_that_no_score_or_every_score_meets_is_named() -> None:
    assert _problems(_low_score(2)) == [
        "discretions › low: op criterium a is elke score laag genoeg om te weigeren; verlaag at_most"
    ]
    assert _problems(_low_score(-1)) == [
        "discretions › low: op criterium a is geen score laag genoeg om te weigeren; verhoog at_most"
    ]
    assert _problems(_low_score(0)) == []


def test_code_that_two_rules_share_is_named() -> None:
    first = '[[tie_breaks]]\nkind = "lowest_requested_amount"\ncode = "lottery"\nrule = "lid 2"\nwhen = "straddling"\n\n'
    assert _problems(MINIMAL.replace("[[tie_breaks]]", f"{first}[[tie_breaks]]", 1)) == [
        "code «lottery»: twee regels hebben deze code; geef elke regel een eigen code"
    ]


def test_fact_that_a_rule_needs_must_be_required() -> None:
    whole = replaced(
        WITH_AVERAGE,
        {
            BANDS: 'bands = [{ points = 1, text = "laag", at_most = 1 }, { points = 0, text = "hoog", more_than = 1 }]'
        },
    )
    assert _problems(whole + "required = false\n") == [
        "facts › people: een regel heeft dit gegeven nodig; zet required op true"
    ]


def test_amounts_that_clash_or_end_without_a_word_are_named() -> None:
    band = '\n[[amounts]]\ncode = "band"\nrule = "lid 1"\nfrom_points = 1\nmost_cents = 100\ngrants = 2\n'
    assert _problems(MINIMAL + band + band.replace("band", "tweede")) == [
        "amounts: vanaf 1 punt gelden twee bedragen; laat er één staan",
        "amounts › band: geef grants_reached: wat er gezegd wordt als het aantal is bereikt",
        "amounts › tweede: geef grants_reached: wat er gezegd wordt als het aantal is bereikt",
    ]


def test_other_reading_that_breaks_a_check_is_found_though_not_chosen() -> None:
    text = replaced(_threshold('{ kind = "points_below", points = { reading = "ties" } }'), {})
    reading = (
        READING.replace('chosen = "straddling"', 'chosen = "twee"')
        .replace('choice = "straddling"', 'choice = "twee"\nmeans = 2')
        .replace('choice = "always"', 'choice = "negen"\nmeans = 9')
    )
    assert _problems(text + reading) == [
        "thresholds › low: niemand kan deze drempel halen, ook niet met alle punten; verlaag hem"
    ]


@pytest.mark.parametrize(
    "path",
    sorted((Path(__file__).parent / "regulations").glob("[nm][0-9]*.toml")),
    ids=lambda path: path.stem,
)
def test_other_regulations_can_be_published(path: Path) -> None:
    assert publication_problems(loaded(path.read_bytes())) == ()


def test_list_with_a_fixed_id_needs_a_dutch_name() -> None:
    ids = replaced(MINIMAL, {"[[pools]]\n": '[[pools]]\nids = ["small", "large"]\n'})
    assert _problems(ids) == [
        "pools › ceiling: lijst «large» heeft geen Nederlandse naam; zet die bij names",
        "pools › ceiling: lijst «small» heeft geen Nederlandse naam; zet die bij names",
    ]
    names = 'names = [{ id = "small", label = "klein" }, { id = "large", label = "groot" }]'
    assert (
        _problems(replaced(ids, {'ids = ["small", "large"]\n': f'ids = ["small", "large"]\n{names}\n'})) == []
    )


@pytest.mark.parametrize(
    "when", ['required_on = ["small"]', 'only_if = { fact = "season", answers = ["zomer"] }']
)
def test_fact_that_a_rule_needs_cannot_depend_on_a_list_or_an_answer(when: str) -> None:
    pool = '[[pools]]\nids = ["small"]\nnames = [{ id = "small", label = "klein" }]\n'
    text = replaced(WITH_AVERAGE, {"[[pools]]\n": pool, BANDS: 'bands = [{ points = 1, text = "alles" }]'})
    text = replaced(text, {PEOPLE: SEASON + PEOPLE + when + "\n"})
    assert _problems(text) == [
        "facts › people: een regel heeft dit gegeven altijd nodig; haal required_on en only_if weg"
    ]
