from itertools import accumulate, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from schemes.round import Status
from schemes.walk.bounds import Claims

CLAIMS = st.lists(st.integers(1, 6), min_size=2, max_size=5)


def _awards(claims: Claims, order: tuple[tuple[int, str], ...], *, partial: bool) -> list[tuple[Status, int]]:
    money, grants, awards, stopped = claims.money, claims.grants, [], False
    for claim, kind in order:
        if kind == "refused":
            awards.append((Status.REFUSED_DISCRETIONARY, 0))
            continue
        fits = claim <= money
        given_ = 0 if grants == 0 or stopped or (not fits and not partial) else min(claim, money)
        stopped = stopped or (not fits and not partial)
        whole = Status.GRANTED if kind == "whole" else Status.PARTIALLY_GRANTED
        awards.append((_status(given_, claim, whole), given_))
        money -= given_
        grants -= given_ > 0
    return awards


def _status(cents: int, claim: int, whole: Status) -> Status:
    if cents == 0:
        return Status.REFUSED_CEILING
    return whole if cents == claim else Status.PARTIALLY_GRANTED


def _members(claims: Claims) -> list[tuple[int, str]]:
    members = [(claim, "whole") for claim in claims.whole] + [(claim, "capped") for claim in claims.capped]
    return members + [(0, "refused")] * claims.refused


@st.composite
def straddling_claims(draw: st.DrawFn, *, partial: bool) -> Claims:
    wants = draw(CLAIMS)
    capped = draw(st.integers(0, len(wants)))
    money = draw(st.integers(1, sum(wants) + 2))
    grants = draw(st.integers(1, len(wants) + 1)) if partial else len(wants) + 1
    claims = Claims(tuple(wants[capped:]), tuple(wants[:capped]), draw(st.integers(0, 1)), money, grants)
    if sum(wants) <= money and grants >= len(wants):
        return Claims(claims.whole, claims.capped, claims.refused, sum(wants) - 1, grants)
    return claims


@settings(max_examples=100)
@given(straddling_claims(partial=True))
def test_partial_bounds_and_places_agree_with_every_order(claims: Claims) -> None:
    _assert_agrees(claims, partial=True)


@settings(max_examples=100)
@given(straddling_claims(partial=False))
def test_stop_bounds_and_places_agree_with_every_order(claims: Claims) -> None:
    _assert_agrees(claims, partial=False)


def _assert_agrees(claims: Claims, *, partial: bool) -> None:
    members = _members(claims)
    got: dict[int, set[int]] = {at: set() for at in range(len(members))}
    places: list[set[Status]] = [set() for _ in members]
    for order in permutations(range(len(members))):
        awards = _awards(claims, tuple(members[at] for at in order), partial=partial)
        for place, (at, (status, cents)) in enumerate(zip(order, awards, strict=True)):
            got[at].add(cents)
            places[place].add(status)
    for at, (claim, kind) in enumerate(members):
        if kind != "refused":
            assert claims.bounds(claim, partial=partial) == (min(got[at]), max(got[at]))
    assert list(claims.statuses(partial=partial)) == places


@settings(max_examples=100)
@given(straddling_claims(partial=True))
def test_what_ends_first_and_what_is_given_agree_with_every_order(claims: Claims) -> None:
    wants = [*claims.whole, *claims.capped]
    money_first = number_first = False
    given_: set[int] = set()
    for order in permutations(wants):
        sums = list(accumulate(order))
        money_ends = next((at for at, total in enumerate(sums, 1) if total >= claims.money), len(wants) + 1)
        if claims.grants <= min(money_ends, len(wants)):
            number_first = True
            given_.add(min(sums[claims.grants - 1], claims.money))
        else:
            money_first = True
    assert claims.ends()[:2] == (money_first, number_first)
    if number_first:
        assert claims.ends()[2:] == (min(given_), max(given_))
