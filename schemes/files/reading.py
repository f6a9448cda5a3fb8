"""The file format of a round, read: every field checked, and every error a value with a sentence.

The format is described in docs/rondebestand.md. `read_round` gives the round as values, or the first error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from schemes.documents import Document
from schemes.files.applications import Applications
from schemes.files.fields import InvalidRoundError, cents, fields_of, items_of, refuse, text_of
from schemes.problems import one_of, shown
from schemes.regulation import PoolKind, Regulation
from schemes.round import Ceiling, Near, Pool, RoundError, RoundInput
from schemes.rules import ProRata

ROUND_FIELDS = ("scheme", "pools", "applications", "options", "lottery", "distances_m", "ceilings")


class Library(Protocol):
    """Where documents are found by their slug."""

    def get(self, slug: str, /) -> Document | None:
        """The document with this slug, or None."""


@dataclass(frozen=True, slots=True)
class ReadRound:
    """A round that was read: its regulation with the readings chosen, the options that matter, and its input."""

    document: Document
    options: dict[str, str | int]
    regulation: Regulation
    round_input: RoundInput


def read_round(library: Library, raw: object) -> ReadRound | RoundError:
    """The round in this JSON data, or what is wrong with it."""
    try:
        return _read(library, raw)
    except InvalidRoundError as error:
        return RoundError(error.code, error.application, error.sentence)


def _read(library: Library, raw: object) -> ReadRound:
    data = fields_of(raw, "De ronde", "invalid_input")
    document = _document(library, data.get("scheme"))
    _known_fields(data, document.chosen)
    options = _options(document, data.get("options"))
    regulation = document.regulation(options)
    ceilings = _ceilings(data.get("ceilings"))
    _can_share(regulation, ceilings)
    pools = _pools(regulation, data.get("pools"), ceilings)
    applications = Applications(regulation, pools, ceilings)
    entries = applications.read(data.get("applications"))
    known = {entry.id for entry in entries}
    draws = _draws(data.get("lottery"), known)
    distances = _distances(data.get("distances_m"), known)
    return ReadRound(
        document,
        _reported(document, options),
        regulation,
        RoundInput(pools, entries, ceilings, draws, distances),
    )


def _document(library: Library, slug: object) -> Document:
    document = library.get(slug) if isinstance(slug, str) else None
    if document is None:
        refuse(
            "unknown_scheme",
            f"Regeling «{shown(slug)}» is niet bekend. Geef in «scheme» de naam van een regeling.",
        )
    return document


def _known_fields(data: Mapping[str, object], regulation: Regulation) -> None:
    allowed = set(ROUND_FIELDS)
    if not any(found.kind == "distance" for found in regulation.discretions):
        allowed.discard("distances_m")
    for name in sorted(set(data) - allowed):
        refuse("unknown_field", f"Veld «{name}» hoort niet bij een ronde van deze regeling. Haal het weg.")


# ── Options ───────────────────────────────────────────────────────────────────────────────────────


def _options(document: Document, raw: object) -> dict[str, str | int]:
    options: dict[str, str | int] = {}
    readings = {reading.id: reading for reading in document.readings}
    for name, value in ({} if raw is None else fields_of(raw, "«options»", "invalid_input")).items():
        if name not in readings:
            refuse("unknown_option", f"Lezing «{shown(name)}» kent deze regeling niet. {one_of(readings)}")
        if isinstance(value, bool) or not isinstance(value, str | int):
            known = one_of(choice.choice for choice in readings[name].choices)
            refuse("invalid_option", f"Lezing «{name}» kent «{shown(value)}» niet. {known}")
        options[name] = value
    if problem := document.option_problem(options):
        refuse("invalid_option", problem)
    return options


def _reported(document: Document, options: Mapping[str, str | int]) -> dict[str, str | int]:
    choices = document.choices(options)
    return {
        reading.id: choices[reading.id]
        for reading in document.readings
        if reading.reported == "always" or choices[reading.id] != reading.chosen
    }


# ── Pools ─────────────────────────────────────────────────────────────────────────────────────────


def _ceilings(raw: object) -> tuple[Ceiling, ...]:
    ceilings: dict[str, Ceiling] = {}
    for item in () if raw is None else items_of(raw, "«ceilings»"):
        data = fields_of(item, "Een gedeeld plafond", "invalid_pool", ("id", "ceiling_cents"))
        name = text_of(
            data.get("id"), "invalid_pool", "Geef elk gedeeld plafond een «id»: tekst die niet leeg is."
        )
        if name in ceilings:
            refuse("duplicate_pool", f"Gedeeld plafond «{name}» staat er twee keer. Geef elk een eigen «id».")
        amount = cents(data.get("ceiling_cents"), 0, "invalid_pool", f"Het plafond van «{name}»")
        ceilings[name] = Ceiling(name, amount)
    return tuple(ceilings.values())


def _can_share(regulation: Regulation, ceilings: Sequence[Ceiling]) -> None:
    """A list of several pools knows no shares in proportion, and no best of each group."""
    if ceilings and (isinstance(regulation.tie_breaks[-1], ProRata) or regulation.best_first is not None):
        refuse(
            "invalid_pool", "De regels van deze regeling laten geen gedeeld plafond toe. Haal «ceilings» weg."
        )


def _pools(regulation: Regulation, raw: object, ceilings: Sequence[Ceiling]) -> tuple[Pool, ...]:
    pools: dict[str, Pool] = {}
    for item in items_of(raw, "«pools»"):
        pool = _pool(regulation, fields_of(item, "Een deelplafond", "invalid_pool"), ceilings)
        if pool.id in pools:
            refuse("duplicate_pool", f"Deelplafond «{pool.id}» staat er twee keer. Geef elk een eigen «id».")
        pools[pool.id] = pool
    if not pools:
        refuse("invalid_pool", "De ronde heeft geen deelplafond. Geef in «pools» ten minste één.")
    if len(pools) > 1 and any(kind.single for kind in regulation.pools):
        refuse("invalid_pool", "Deze regeling kent één plafond. Geef in «pools» precies één.")
    return tuple(pools.values())


def _pool(regulation: Regulation, data: Mapping[str, object], ceilings: Sequence[Ceiling]) -> Pool:
    name = text_of(data.get("id"), "invalid_pool", "Geef elk deelplafond een «id»: tekst die niet leeg is.")
    kind = _kind(regulation, data.get("kind"), name)
    allowed = {"id", "ceiling_cents", "ceiling_id"}
    allowed.update(("kind",) if len(regulation.pools) > 1 else ())
    allowed.update(("max_places",) if kind.number == "optional" else ())
    for field in sorted(set(data) - allowed):
        refuse("invalid_pool", f"Deelplafond «{name}»: veld «{field}» hoort hier niet. Haal het weg.")
    if kind.ids and name not in kind.ids:
        refuse("invalid_pool", f"Deelplafond «{name}» bestaat niet. {one_of(kind.ids)}")
    pool = Pool(
        id=name,
        kind=kind.kind,
        ceiling_cents=_limit(
            data.get("ceiling_cents"), f"Het plafond van «{name}»", required=kind.ceiling == "required"
        ),
        max_grants=_limit(data.get("max_places"), f"Het aantal van «{name}»", required=False),
        ceiling_id=_ceiling_id(data.get("ceiling_id"), name, ceilings),
    )
    return _with_a_limit(pool, kind)


def _kind(regulation: Regulation, raw: object, name: str) -> PoolKind:
    kinds = {kind.kind: kind for kind in regulation.pools}
    if len(kinds) == 1 and raw is None:
        return regulation.pools[0]
    if len(kinds) == 1:
        refuse("invalid_pool", f"Deelplafond «{name}»: veld «kind» hoort hier niet. Haal het weg.")
    if not isinstance(raw, str) or raw not in kinds:
        refuse("invalid_pool", f"Deelplafond «{name}»: «kind» is «{shown(raw)}». {one_of(kinds)}")
    return kinds[raw]


def _limit(raw: object, what: str, *, required: bool) -> int | None:
    return None if raw is None and not required else cents(raw, 0, "invalid_pool", what)


def _ceiling_id(raw: object, name: str, ceilings: Sequence[Ceiling]) -> str | None:
    known = [ceiling.id for ceiling in ceilings]
    if raw is None:
        return None
    if not isinstance(raw, str) or raw not in known:
        refuse(
            "invalid_pool",
            f"Deelplafond «{name}»: gedeeld plafond «{shown(raw)}» is er niet. Zet het bij «ceilings».",
        )
    return raw


def _with_a_limit(pool: Pool, kind: PoolKind) -> Pool:
    if kind.needs_a_limit and (pool.ceiling_cents, pool.max_grants, pool.ceiling_id) == (None, None, None):
        refuse(
            "pool_without_limit",
            f"Deelplafond «{pool.id}» heeft geen plafond en geen aantal. Geef er ten minste één.",
        )
    return pool


# ── Lots and distances ────────────────────────────────────────────────────────────────────────────


def _draws(raw: object, known: set[str]) -> tuple[tuple[str, ...], ...]:
    """The draws that were held: one list of lots, or a list of such lists."""
    several = isinstance(raw, list) and bool(raw) and all(isinstance(each, list) for each in raw)
    draws = [_lots(each, known) for each in raw] if several and isinstance(raw, list) else [_lots(raw, known)]
    return tuple(drawn for drawn in draws if drawn)


def _lots(raw: object, known: set[str]) -> tuple[str, ...]:
    drawn: dict[str, None] = {}
    for item in () if raw is None else items_of(raw, "«lottery»"):
        if not isinstance(item, str):
            refuse(
                "invalid_input",
                "«lottery» moet een lijst van aanvraagnummers zijn, in de volgorde van trekking.",
            )
        if item not in known:
            refuse(
                "lottery_unknown_id",
                f"De loting noemt «{item}», maar die aanvraag is er niet. Verbeter het nummer of haal het weg.",
                item,
            )
        if item in drawn:
            refuse(
                "lottery_duplicate_id",
                f"De loting noemt «{item}» twee keer. Elk lot wordt eenmaal getrokken: haal er een weg.",
                item,
            )
        drawn[item] = None
    return tuple(drawn)


def _distances(raw: object, known: set[str]) -> tuple[Near, ...]:
    found: dict[frozenset[str], Near] = {}
    for item in () if raw is None else items_of(raw, "«distances_m»"):
        near = _distance(fields_of(item, "Een afstand", "invalid_distance", ("between", "metres")), known)
        pair = frozenset((near.one, near.other))
        if pair in found:
            refuse(
                "invalid_distance",
                f"De afstand tussen «{near.one}» en «{near.other}» staat er twee keer. Haal er een weg.",
                near.one,
            )
        found[pair] = near
    return tuple(found.values())


def _distance(data: Mapping[str, object], known: set[str]) -> Near:
    between = data.get("between")
    pair = [name for name in between if isinstance(name, str)] if isinstance(between, list) else []
    if not isinstance(between, list) or len(between) != 2 or len(pair) != 2 or pair[0] == pair[1]:
        refuse(
            "invalid_distance",
            "Een afstand loopt tussen twee verschillende aanvragen. Geef «between»: [id, id].",
        )
    for name in pair:
        if name not in known:
            refuse(
                "invalid_distance",
                f"Een afstand noemt «{name}», maar die aanvraag is er niet. Verbeter het nummer.",
                name,
            )
    metres = cents(
        data.get("metres"),
        0,
        "invalid_distance",
        f"De afstand tussen «{pair[0]}» en «{pair[1]}» in meters",
        pair[0],
    )
    return Near(pair[0], pair[1], metres)
