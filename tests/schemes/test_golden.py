import pytest

from schemes.library import SHIPPED
from tests.schemes.golden import FOLDER, chosen_lines, texts

CODES_OF_THE_FIVE = {
    "total_points",
    "compared_to_average",
    "threshold_met",
    "below_threshold",
    "inadmissible",
    "criterion_a",
    "criterion_g",
    "lowest_amount",
    "weight_3_points",
    "lottery",
    "lottery_needed",
    "ceiling_remainder",
    "ceiling_reached",
    "max_places_reached",
    "place_taken",
    "spread",
    "insufficient_on_weight_3",
    "too_close",
    "eligible_amount",
    "remainder_declined",
    "decision_needed",
    "depends_on_others",
}
CODES_OF_OTHERS = {
    "pro_rata",
    "best_of_domain",
    "not_used_before",
    "similar_project",
    "band_2",
    "ten_events",
    "one_per_municipality",
    "below_7_on_a_to_d",
    "at_most_75",
    "zero_on_a_part",
}


@pytest.mark.parametrize("name", [*(f"{slug}.md" for slug in SHIPPED), "regels.md", "rondes.md"])
def test_text_is_what_was_read_aloud(name: str) -> None:
    assert texts()[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_chosen_lines_show_every_code_of_the_five_regulations_and_every_kind_of_rule() -> None:
    shown = {reason.code for _, _, line in chosen_lines() for reason in line.reasons}
    assert shown >= CODES_OF_THE_FIVE | CODES_OF_OTHERS


def test_chosen_lines_show_every_status() -> None:
    assert {line.status for _, _, line in chosen_lines()} == {
        "granted",
        "partially_granted",
        "refused_inadmissible",
        "refused_threshold",
        "refused_ceiling",
        "refused_discretionary",
        "awaiting_lottery",
        "undecided",
    }
