import pytest

from schemes.library import Shipped
from tests.schemes.documents import MINIMAL, loaded, replaced
from tests.schemes.rounds import CARE, MISSING, SPOTS, Round, changed, error, lines, outcome

OWN = replaced(
    MINIMAL,
    {
        "[[tie_breaks]]": """\
[[facts]]
key = "people"
kind = "whole_number"
question = "Hoeveel mensen?"
rule = "lid 1"
least = 0

[[facts]]
key = "domain"
kind = "choice"
choices = ["sport", "muziek"]
question = "Welk domein?"
rule = "lid 1"

[[facts]]
key = "village"
kind = "text"
question = "Welk dorp?"
rule = "lid 1"
required = false
error = "invalid_village"

[[facts]]
key = "contact"
kind = "text"
question = "Met wie?"
rule = "lid 1"

[[priorities]]
code = "sport_first"
rule = "lid 1"
fact = "domain"

[[at_most]]
code = "one_per_village"
rule = "lid 1"
fact = "village"
grants = 1

[[discretions]]
kind = "spread"
key = "spread"
code = "spread"
rule = "lid 1"
may_cap = false

[[tie_breaks]]
kind = "fact"
code = "most_people"
rule = "lid 2"
when = "straddling"
fact = "people"
first = "highest"

[[tie_breaks]]""",
    },
)
COMPUTED = replaced(
    MINIMAL,
    {
        "levels = [{ points = 0": "# ",
        "[[tie_breaks]]": """\
[criteria.average]
of = "requested_cents"
per = ["people"]
joined = "ratio_of_totals"
counts = "admissible"
bands = [{ points = 3, text = "laag", at_most = 1 }, { points = 0, text = "hoog", more_than = 1 }]
unknown = "people_unknown"

[[facts]]
key = "people"
kind = "whole_number"
question = "Hoeveel mensen?"
rule = "lid 1"

[[tie_breaks]]""",
    },
)
LIBRARY = Shipped(loaded(OWN))


def entry(name: str, **fields: object) -> Round:
    given: Round = {"id": name, "pool": "p", "requested_cents": 600, "scores": {"a": 2}}
    return {**given, "people": 5, "domain": "sport", "village": "Oost", **fields}


ROUND: Round = {
    "scheme": "proef",
    "pools": [{"id": "p", "ceiling_cents": 1000}],
    "applications": [entry("A"), entry("B", people=7, village="West")],
}
A = ("applications", 0)


def granted(round_: Round) -> dict[str, object]:
    return {name: line["granted_cents"] for name, line in lines(outcome(round_, LIBRARY)).items()}


def test_facts_that_a_rule_needs_decide() -> None:
    assert granted(ROUND) == {"A": 400, "B": 600}
    assert granted(changed(ROUND, ((*A, "people"), 8))) == {"A": 600, "B": 400}
    assert granted(changed(ROUND, (("applications", 1, "domain"), "muziek"))) == {"A": 600, "B": 400}
    assert granted(changed(ROUND, ((*A, "village"), "West"))) == {"A": 0, "B": 600}


def test_a_number_may_be_nought_where_the_document_says_so() -> None:
    assert granted(changed(ROUND, ((*A, "people"), 0))) == {"A": 400, "B": 600}


@pytest.mark.parametrize("village", [MISSING, None])
def test_a_fact_that_need_not_be_answered_may_be_left_out(village: object) -> None:
    both = changed(ROUND, ((*A, "village"), village), (("applications", 1, "village"), village))
    assert granted(both) == {"A": 400, "B": 600}


@pytest.mark.parametrize(
    ("code", "key", "value", "words"),
    [
        *(("invalid_fact", "people", value, "«people»") for value in (MISSING, None, -1, 1.0, True, "5", [])),
        *(("invalid_fact", "domain", value, "«domain»") for value in (MISSING, None, "", 1, True, [], {})),
        *(("invalid_fact", "domain", value, "Kies uit: sport, muziek.") for value in ("Sport", "dans")),
        *(("invalid_village", "village", value, "«village»") for value in ("", 1, True, [], {})),
        *(("unknown_field", "contact", value, "«contact»") for value in ("Jan", None)),
    ],
)
def test_a_fact_that_is_wrong_has_the_code_of_the_document(
    code: str, key: str, value: object, words: str
) -> None:
    found = error(changed(ROUND, ((*A, key), value)), LIBRARY)
    assert (found.code, found.application) == (code, "A")
    assert words in found.sentence
    assert "«A»" in found.sentence


def test_facts_of_an_inadmissible_application_may_be_missing_but_not_wrong() -> None:
    out = changed(ROUND, ((*A, "admissible"), False), ((*A, "people"), MISSING), ((*A, "domain"), MISSING))
    assert granted(out) == {"A": 0, "B": 600}
    assert error(changed(out, ((*A, "people"), "geen")), LIBRARY).code == "invalid_fact"


def test_a_spreading_clause_that_only_refuses_takes_no_lower_amount() -> None:
    found = error(changed(ROUND, ((*A, "decisions"), {"spread": {"cap_cents": 5}})), LIBRARY)
    assert found.code == "invalid_decision"
    assert found.sentence == "Aanvraag «A»: beslissing «spread» kan geen «{…}» zijn. Kies uit: refuse."
    assert granted(changed(ROUND, ((*A, "decisions"), {"spread": "refuse"}))) == {"A": 0, "B": 600}


def test_a_remainder_may_be_declined_and_an_amount_may_be_corrected() -> None:
    corrected = changed(
        CARE, ((*A, "grantable_cents"), 500), (("applications", 1, "decisions"), {"remainder": "declined"})
    )
    found = lines(outcome(corrected))
    assert [found[name]["granted_cents"] for name in "AB"] == [500, 0]
    assert [found[name]["status"] for name in "AB"] == ["partially_granted", "refused_discretionary"]


def test_where_every_criterion_is_computed_no_scores_are_given() -> None:
    library = Shipped(loaded(COMPUTED))
    plain = {
        key: value for key, value in entry("A").items() if key in ("id", "pool", "requested_cents", "people")
    }
    round_: Round = {**ROUND, "applications": [plain, {**plain, "id": "B", "people": 20}]}
    assert {name: line["total_points"] for name, line in lines(outcome(round_, library)).items()} == {
        "A": 0,
        "B": 3,
    }
    for scores in (None, {}):
        assert outcome(changed(round_, ((*A, "scores"), scores)), library) == outcome(round_, library)
    assert error(changed(round_, ((*A, "scores"), {"a": 3})), library).code == "unknown_criterion"


SHARED: Round = {"ceilings": [{"id": "samen", "ceiling_cents": 5}]}
BEST = '\n[best_first]\ncode = "best"\nrule = "lid 1"\nfact = "village"\n'


@pytest.mark.parametrize(
    "text",
    [MINIMAL.replace('"loting"', '"pro_rata"'), OWN.replace("[allocation]", f"{BEST}\n[allocation]")],
    ids=["pro rata", "best first"],
)
def test_a_ceiling_cannot_be_shared_where_the_rules_do_not_go_with_it(text: str) -> None:
    found = error({**ROUND, **SHARED}, Shipped(loaded(text)))
    assert (found.code, found.application) == ("invalid_pool", None)
    assert found.sentence.endswith("Haal «ceilings» weg.")
    assert outcome({**SPOTS, "ceilings": []}) == outcome(SPOTS)
