"""The engine on the command line: python -m schemes solve FILE."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from schemes.documents import Document, load_document
from schemes.library import SHIPPED, Shipped
from schemes.reading import read_round
from schemes.round import RoundError
from schemes.run import run
from schemes.writing import Json, error_json, outcome_json

DESCRIPTION = """\
Berekent de uitkomst van subsidierondes: rangschikking, verdeling onder het plafond, redenen, en wat er nog
nodig is (een loting, een beslissing). Een ronde is een JSON-object met «scheme», «pools» en «applications»;
docs/rondebestand.md beschrijft elk veld en elke foutcode."""

EPILOG = f"""\
Regelingen die «scheme» kan noemen:
  {(chr(10) + "  ").join(SHIPPED)}

Voorbeeld:
  echo '{{"scheme": "cultuurparticipatie", "pools": [{{"id": "plafond", "ceiling_cents": 100000}}],
    "applications": [{{"id": "A-1", "pool": "plafond", "requested_cents": 60000,
    "scores": {{"a": 6, "b": 3, "c": 3, "d": 3, "e": 2}}}}]}}' | python -m schemes solve -

De uitkomst komt op de gewone uitvoer: één JSON-object per ronde, in dezelfde volgorde. Van een ronde die niet
klopt staat er {{"error": …}}, en de uitleg met het regelnummer op de foutuitvoer.
Afsluitcode: 0 alles berekend, 2 ten minste één fout."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    chosen = _parser().parse_args(arguments)
    added = _added(chosen.regulation)
    if added is None:
        return 2
    text = _text(chosen.file)
    if text is None:
        return 2
    failed = False
    for line, solved in solve(Shipped(*added), text):
        if isinstance(solved, RoundError):
            failed = True
            _say(f"regel {line}: {solved.sentence}")
        _print(error_json(solved) if isinstance(solved, RoundError) else solved)
    return 2 if failed else 0


def solve(library: Shipped, text: str) -> Iterator[tuple[int, dict[str, Json] | RoundError]]:
    """The outcome of each round in this text, with the line on which it begins."""
    for line, raw in _rounds(text):
        yield line, raw if isinstance(raw, RoundError) else solve_one(library, raw)


def solve_one(library: Shipped, raw: object) -> dict[str, Json] | RoundError:
    """The outcome of one round in JSON data, or its error."""
    read = read_round(library, raw)
    if isinstance(read, RoundError):
        return read
    outcome = run(read.regulation, read.round_input)
    if isinstance(outcome, RoundError):
        return outcome
    return outcome_json(outcome, read.document.slug, read.options)


def _rounds(text: str) -> Iterator[tuple[int, object]]:
    """One object over several lines, or an object a line."""
    whole = _json(text)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if isinstance(whole, RoundError) and _are_rounds([line for _, line in lines]):
        yield from ((number, _json(line)) for number, line in lines)
    else:
        yield lines[0][0] if lines else 1, whole


def _are_rounds(lines: Sequence[str]) -> bool:
    """Whether each line is meant as a round of its own: a line within a round can be an object too."""
    return len(lines) > 1 and (
        not isinstance(_json(lines[0]), RoundError)
        or any(isinstance(data := _json(line), dict) and "scheme" in data for line in lines)
    )


def _json(text: str) -> object:
    if not text.strip():
        return RoundError("invalid_input", None, "Er staat niets in. Geef een ronde als JSON-object.")
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_fields_once)
    except json.JSONDecodeError as error:
        where = (
            f"regel {error.lineno}, teken {error.colno}" if "\n" in text.strip() else f"teken {error.colno}"
        )
        sentence = f"Dit is geen JSON: het gaat mis bij {where}. Controleer het bestand."
    except RecursionError:
        sentence = "Dit is te diep genest. Een ronde heeft maar een paar lagen."
    except ValueError as error:
        sentence = str(error) if isinstance(error, _UnreadableError) else "Een getal heeft te veel cijfers."
    return RoundError("invalid_input", None, sentence)


class _UnreadableError(ValueError):
    pass


def _no_number(name: str) -> object:
    message = f"{name} is geen getal. Geef bedragen en punten exact."
    raise _UnreadableError(message)


def _fields_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        message = f"Veld «{twice}» staat er twee keer in hetzelfde object."
        raise _UnreadableError(message)
    return fields


class _Parser(argparse.ArgumentParser):
    def format_help(self) -> str:
        """The help in characters that the terminal can show."""
        encoding = sys.stdout.encoding or "utf-8"
        return super().format_help().encode(encoding, "replace").decode(encoding)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m schemes",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="OPDRACHT")
    solving = commands.add_parser(
        "solve",
        help="bereken de uitkomst van een of meer rondes",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    solving.add_argument(
        "file", metavar="BESTAND", help="een JSON-object, of een object per regel; - leest de invoer"
    )
    solving.add_argument(
        "--regulation",
        metavar="BESTAND.toml",
        action="append",
        default=[],
        help="een regeling die niet wordt meegeleverd; mag vaker",
    )
    return parser


def _added(names: Iterable[str]) -> list[Document] | None:
    documents = []
    for name in names:
        try:
            loaded = load_document(Path(name).read_bytes())
        except OSError:
            _say(f"{name} is niet te lezen. Controleer de naam en of u het bestand mag lezen.")
            return None
        if not isinstance(loaded, Document):
            for problem in loaded:
                _say(f"{name}: {problem}")
            return None
        documents.append(loaded)
    return documents


def _text(name: str) -> str | None:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError:
        _say(f"{name} is niet te lezen. Controleer de naam en of u het bestand mag lezen.")
    except UnicodeDecodeError as error:
        _say(f"{name} is geen tekst in UTF-8 (byte {error.start + 1}). Sla het bestand op als UTF-8.")
    return None


def _print(data: dict[str, Json]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=True) + "\n")


def _say(sentence: str) -> None:
    sys.stderr.write(sentence.encode("utf-8", "backslashreplace").decode() + "\n")


if __name__ == "__main__":
    sys.exit(main())
