"""The worked rounds as rows: a round with its lists, and applications that came in at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from grants.documents.content import Content
from grants.documents.rules import Fault, faults_of, lacking
from grants.documents.stored import regulation_of
from grants.enums import Channel, Standing
from grants.models import Application, Deelplafond, GrantRound
from grants.scheme_input import SHARED, Beside
from grants.services.imports.bulk import Arrival, Intake
from schemes.exact import Points, parse_exact
from schemes.files.writing import Json
from schemes.regulation import Regulation
from schemes.round import Near
from schemes.scoring import scored_criteria
from tests.grants.persons import make_person
from tests.grants.rounds import CLOSES, OPENS, WHILE_OPEN, make_organisation, numbers, version_of
from tests.schemes.cases import SLUGS, Case

ANSWERS: dict[str, int | str] = {"whole_number": 1, "amount": 1_00, "date": "2027-05-01"}
"""What an application of a worked round says where the round leaves it open."""


@dataclass(frozen=True)
class Loaded:
    """A worked round as rows, with the reference of each of its applications, and what the form says of them."""

    grant_round: GrantRound
    references: Mapping[str, str]
    faults: Mapping[str, list[Fault]]
    data: dict[str, Json]

    def beside(self) -> Beside:
        """Points, decisions, draws and distances, by references."""
        rows = items(self.data, "applications")
        letters = [criterion.letter for criterion in scored_criteria(regulation_of(self.grant_round))]
        drawn = self.data.get("lottery") or []
        assert isinstance(drawn, list)
        return Beside(
            scores={self._of(row): _scores(row["scores"], letters) for row in rows if row.get("scores")},
            decisions={self._of(row): _decisions(row["decisions"]) for row in rows if row.get("decisions")},
            draws=(tuple(self.references[str(name)] for name in drawn),) if drawn else (),
            distances=[self._near(each) for each in items(self.data, "distances_m")],
        )

    def told_back(self, value: Json) -> Json:
        """The same with the ids of the worked round in the place of references."""
        names = {reference: name for name, reference in self.references.items()}
        match value:
            case str():
                return names.get(value, value)
            case list():
                return [self.told_back(each) for each in value]
            case dict():
                return {key: self.told_back(each) for key, each in value.items()}
            case _:
                return value

    def _of(self, row: dict[str, Json]) -> str:
        return self.references[str(row["id"])]

    def _near(self, row: dict[str, Json]) -> Near:
        between, metres = row["between"], row["metres"]
        assert isinstance(between, list)
        assert isinstance(metres, int)
        one, other = (self.references[str(name)] for name in between)
        return Near(one, other, metres)


def load(case: Case) -> Loaded:
    """The rows of a worked round. Ids become references in their order, so that who comes first by id still does."""
    data = case["input"]
    grant_round = _round(data)
    regulation, person = regulation_of(grant_round), make_person()
    lists = {each.key: each for each in grant_round.deelplafonds.all()}
    rows = sorted(items(data, "applications"), key=lambda row: str(row["id"]))
    contents = [_content(row, lists, regulation) for row in rows]
    intake = Intake(grant_round, Channel.IMPORT)
    made = intake.take([Arrival(make_organisation(), each, WHILE_OPEN, person) for each in contents])
    kept_out = [each.pk for each, row in zip(made, rows, strict=True) if row.get("admissible") is False]
    Application.objects.filter(pk__in=kept_out).update(standing=Standing.INADMISSIBLE)
    return Loaded(
        grant_round,
        {str(row["id"]): each.reference or "" for row, each in zip(rows, made, strict=True)},
        {
            str(row["id"]): faults
            for row, each in zip(rows, contents, strict=True)
            if (faults := [*faults_of(regulation, each), *lacking(regulation, each)])
        },
        data,
    )


def items(data: dict[str, Json], name: str) -> list[dict[str, Json]]:
    """The objects in a list of the case; none where it is not there."""
    found = data.get(name) or []
    assert isinstance(found, list)
    return [each for each in found if isinstance(each, dict)]


def _round(data: dict[str, Json]) -> GrantRound:
    options = data.get("options") or {}
    assert isinstance(options, dict)
    version = version_of(SLUGS[str(data["scheme"])])
    made = GrantRound.objects.create(
        slug=f"doorgerekend-{next(numbers)}",
        title="Doorgerekend",
        regulation=version,
        opens_at=OPENS,
        closes_at=CLOSES,
        readings={
            name: {"choice": choice, "reason": "Zo staat het in de ronde."}
            for name, choice in options.items()
        },
    )
    kinds = regulation_of(made).pools
    for pool in items(data, "pools"):
        Deelplafond.objects.create(
            round=made,
            key=pool["id"],
            name=pool["id"],
            kind=pool.get("kind") or kinds[0].kind,
            ceiling_cents=pool.get("ceiling_cents"),
            max_grants=pool.get("max_places"),
            draws_on_shared=pool.get("ceiling_id") == SHARED,
        )
    return made


def _content(row: dict[str, Json], lists: Mapping[str, Deelplafond], regulation: Regulation) -> Content:
    requested = row["requested_cents"]
    assert isinstance(requested, int)
    return Content(
        deelplafond=lists[str(row["pool"])],
        title=f"Aanvraag {row['id']}",
        requested_cents=requested,
        facts=_facts(row, regulation),
    )


def _facts(row: dict[str, Json], regulation: Regulation) -> dict[str, int | str]:
    """What the round gives; and for what only people read, any answer."""
    given = {fact.key: row.get(fact.key) for fact in regulation.facts}
    for fact in regulation.facts:
        if fact.key not in ("unique_participants", "total_costs_cents"):
            given[fact.key] = fact.choices[0] if fact.choices else ANSWERS.get(fact.kind, "Centrum")
    return {key: value for key, value in given.items() if isinstance(value, int | str)}


def _scores(raw: Json, letters: list[str]) -> tuple[Points, ...] | None:
    assert isinstance(raw, dict)
    found = [_points(raw[letter]) for letter in letters if letter in raw]
    return tuple(found) if len(found) == len(letters) else None


def _points(raw: Json) -> Points:
    points = parse_exact(raw) if isinstance(raw, str) else raw
    assert isinstance(points, Points)
    return points


def _decisions(raw: Json) -> dict[str, str | int]:
    assert isinstance(raw, dict)
    return {key: _decision(each) for key, each in raw.items()}


def _decision(raw: Json) -> str | int:
    decision = raw["cap_cents"] if isinstance(raw, dict) else raw
    assert isinstance(decision, str | int)
    return decision
