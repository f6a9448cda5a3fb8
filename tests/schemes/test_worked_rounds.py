from collections.abc import Callable

import pytest

from tests.schemes.cases import Case, essential, solved, with_slug, worked_rounds

CASES = worked_rounds()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_worked_round_comes_out_as_worked_out(case: Case) -> None:
    expected = with_slug(case["expected"])
    found = solved(case)
    assert essential(found) == essential(expected)
    assert found == expected


def test_all_worked_rounds_agree_and_the_count_is_reported(
    record_property: Callable[[str, object], None],
) -> None:
    pairs = [(solved(case), with_slug(case["expected"])) for case in CASES.values()]
    on_the_essential = sum(essential(found) == essential(expected) for found, expected in pairs)
    on_every = sum(found == expected for found, expected in pairs)
    record_property(
        "worked rounds",
        f"{on_the_essential} of {len(pairs)} agree on the essential fields, "
        f"{on_every} of {len(pairs)} on every field",
    )
    assert (on_the_essential, on_every, len(pairs)) == (320, 320, 320)
