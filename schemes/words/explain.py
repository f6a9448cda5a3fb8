"""Texts to read: a document beside its article, and a round with its outcome, as plain Markdown in Dutch."""

from collections.abc import Iterator

from schemes.documents import Document
from schemes.regulation import Position, Reading
from schemes.round import Line, NeedKind, Outcome, Pool, PoolLine
from schemes.words.dutch import counted, euros, listed, number, rule_in_words
from schemes.words.readback import LidReadBack, read_back
from schemes.words.reasons import sentences


def explained_document(document: Document) -> str:
    """The read-back of a document: each lid in the article's words, then what the system does with it."""
    found = read_back(document)
    regulation = found.regulation
    lines = [
        f"# {regulation.title}",
        "",
        f"Artikel {regulation.article}. Vingerafdruk {found.sha256[:16]}…",
        "",
    ]
    if regulation.source_note:
        lines += [regulation.source_note, ""]
    for lid in found.leden:
        lines += _lid(lid)
    lines += ["## Buiten het artikel", ""]
    lines += [f"* {text}" for text in found.beside]
    for reading in found.readings:
        lines += _reading(reading)
    for position in found.positions:
        lines += _position(position)
    return "\n".join(lines) + "\n"


def _lid(lid: LidReadBack) -> list[str]:
    lines = [f"## Lid {lid.number}", "", *(f"> {line}" for line in lid.text.strip().splitlines()), ""]
    lines += [f"* {text}" for text in lid.carried_out]
    if lid.not_modelled is not None:
        lines.append(f"* Niet in het model: {lid.not_modelled}")
    for reading in lid.readings:
        lines += _reading(reading)
    for position in lid.positions:
        lines += _position(position)
    return [*lines, ""]


def _reading(reading: Reading) -> list[str]:
    lines = ["", f"**Lezing «{reading.id}».** {reading.question}"]
    for choice in reading.choices:
        mark = "gekozen" if choice.choice == reading.chosen else "anders"
        lines.append(f"  - {mark}: {choice.text} («{choice.choice}»)")
    lines.append(f"  - waarom: {reading.why}")
    return [*lines, f"  - Advies: {reading.advice}"] if reading.advice else lines


def _position(position: Position) -> list[str]:
    return ["", f"**Standpunt {position.id}.** {position.question} {position.choice} Waarom: {position.why}"]


def explained_outcome(outcome: Outcome) -> str:
    """A round's outcome as a report: what is still needed, the money, and every line with its sentences."""
    lines = [f"# {outcome.regulation.title}", "", *_needs(outcome), "## Het geld", ""]
    lines += [_pool(outcome, pool) for pool in outcome.pools]
    for pool in outcome.pools:
        lines += ["", f"## {_name(outcome, pool.pool)}", ""]
        for line in sorted((line for line in outcome.lines if line.entry.pool == pool.pool.id), key=_order):
            lines += _line(outcome, line)
    return "\n".join(lines) + "\n"


def _order(line: Line) -> tuple[bool, int, str]:
    return line.rank is None, line.rank or 0, line.entry.id


def _needs(outcome: Outcome) -> Iterator[str]:
    if outcome.can_be_decided:
        rest = "wat hieronder nog staat houdt dat niet tegen" if outcome.needs else "er is niets meer nodig"
        yield from (f"De ronde kan worden besloten; {rest}.", "")
    if outcome.needs:
        yield from ("## Nog nodig", "")
    for need in outcome.needs:
        what = "Loting tussen" if need.kind is NeedKind.DRAW else "Beslissing over"
        rest = "" if need.blocking else " Zij kan niemands uitkomst veranderen."
        who = (
            listed(need.applications)
            if len(need.applications) <= 10
            else counted(len(need.applications), "aanvraag", "aanvragen")
        )
        rule = f" ({rule_in_words(need.cause.rule)})" if need.cause.rule else ""
        where = next(
            (_name(outcome, line.pool) for line in outcome.pools if line.pool.id == need.pool), need.pool
        )
        yield f"* {what} {who} op de lijst «{where}»{rule}.{rest}"
    if outcome.needs:
        yield ""


def _name(outcome: Outcome, pool: Pool) -> str:
    return outcome.regulation.pool_kind(pool.kind).name_of(pool.id)


def _pool(outcome: Outcome, line: PoolLine) -> str:
    pool = line.pool
    ceiling = "zonder eigen plafond" if pool.ceiling_cents is None else f"plafond {euros(pool.ceiling_cents)}"
    granted = "nog open" if line.granted_cents is None else euros(line.granted_cents)
    left = "" if line.remaining_cents is None else f", over {euros(line.remaining_cents)}"
    ranked = "gerangschikt" if line.ranked else "niet gerangschikt"
    return f"* {_name(outcome, pool)}: {ceiling}, gevraagd {euros(line.requested_cents)}, verleend {granted}{left}; {ranked}."


def _line(outcome: Outcome, line: Line) -> list[str]:
    place = "–" if line.rank is None else number(line.rank)
    return [
        f"### {place} {line.entry.id}",
        "",
        *(f"* {sentence}" for sentence in sentences(outcome, line)),
        "",
    ]
