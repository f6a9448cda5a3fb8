"""The engine on the command line: python -m schemes solve, check, explain or replay."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from schemes.documents import Document, load_document
from schemes.files.receipts import replay
from schemes.files.solving import outcome_of, rounds_in, solve
from schemes.files.writing import error_json
from schemes.library import SHIPPED, Only, Shipped, shipped
from schemes.publication import publication_problems
from schemes.round import RoundError
from schemes.words.explain import explained_document, explained_outcome

ABOUT = "Rekent subsidierondes uit, controleert regelingen en legt ze uit."

SOLVE = """\
Berekent de uitkomst van subsidierondes: rangschikking, verdeling onder het plafond, redenen, en wat er nog
nodig is (een loting, een beslissing). Een ronde is een JSON-object met «scheme», «pools» en «applications»;
docs/rondebestand.md beschrijft elk veld en elke foutcode."""

SOLVE_MORE = f"""\
Regelingen die «scheme» kan noemen:
  {(chr(10) + "  ").join(SHIPPED)}

Voorbeeld:
  echo '{{"scheme": "cultuurparticipatie", "pools": [{{"id": "plafond", "ceiling_cents": 100000}}],
    "applications": [{{"id": "A-1", "pool": "plafond", "requested_cents": 60000,
    "scores": {{"a": 6, "b": 3, "c": 3, "d": 3, "e": 2}}}}]}}' | python -m schemes solve -

De uitkomst komt op de gewone uitvoer: één JSON-object per ronde, in dezelfde volgorde. Van een ronde die niet
klopt staat er {{"error": …}}, en de uitleg met het regelnummer op de foutuitvoer.
Afsluitcode: 0 alles berekend, 2 ten minste één fout."""


CHECK = """\
Controleert een regeling voordat zij wordt bekendgemaakt: elk lid uitgevoerd of met reden weggelaten, banden zonder
gat of overlap, drempels die te halen en te missen zijn, verwijzingen die bestaan. Dit onder elke lezing. Alle
fouten komen tegelijk, elk met haar plaats. Afsluitcode: 0 in orde, 2 niet."""

EXPLAIN = """\
Legt een regeling uit naast het artikel, lid voor lid; met een ronde erbij: de uitkomst, met de redenen van elke
aanvraag in zinnen. De tekst is Markdown."""

REPLAY = """\
Rekent een berekening na die elders is gemaakt. De bundel bevat de regeling, de ronde en de kwitantie; zij komt van
manage.py replay --bundel. Klopt alles, dan is de uitkomst hier tot op de cent dezelfde. Afsluitcode: 0 dezelfde, 2 niet."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    chosen = _parser().parse_args(arguments)
    try:
        return _carry_out(chosen)
    except BrokenPipeError:
        # Whoever read the output has seen enough; what Python still holds of it goes nowhere.
        sys.stdout = None
        return 2


def _carry_out(chosen: argparse.Namespace) -> int:
    match chosen.command:
        case "solve":
            return _solve(chosen.file, chosen.regulation)
        case "check":
            return _check(chosen.file)
        case "replay":
            return _replay(chosen.file)
        case _:
            return _explain(chosen.file, chosen.round)


def _solve(file: str, regulations: list[str]) -> int:
    added = _documents(regulations)
    text = None if added is None else _text(file)
    if added is None or text is None:
        return 2
    failed = False
    for line, solved in solve(Shipped(*added), text):
        if isinstance(solved, RoundError):
            failed = True
            _say(f"regel {line}: {solved.sentence}")
        _print(json.dumps(error_json(solved) if isinstance(solved, RoundError) else solved) + "\n")
    return 2 if failed else 0


def _check(file: str) -> int:
    document = _document(file)
    if document is None:
        return 2
    problems = publication_problems(document)
    for problem in problems:
        _say(f"{file}: {problem}")
    if not problems:
        _print(f"{document.chosen.title}: in orde. Vingerafdruk {document.sha256}\n")
    return 2 if problems else 0


def _explain(file: str, round_file: str | None) -> int:
    document = _document(file)
    if document is None:
        return 2
    if round_file is None:
        _print(explained_document(document))
        return 0
    text = _text(round_file)
    if text is None:
        return 2
    failed = False
    for line, raw in rounds_in(text):
        outcome = raw if isinstance(raw, RoundError) else outcome_of(Only(document), raw)
        if isinstance(outcome, RoundError):
            failed = True
            _say(f"regel {line}: {outcome.sentence}")
        else:
            _print(explained_outcome(outcome))
    return 2 if failed else 0


def _replay(file: str) -> int:
    text = _text(file)
    if text is None:
        return 2
    rounds = list(rounds_in(text))
    raw = rounds[0][1] if len(rounds) == 1 else None
    replayed = raw if isinstance(raw, RoundError) else replay(raw)
    if isinstance(replayed, RoundError):
        _say(f"{file}: {replayed.sentence}")
        return 2
    for sentence in replayed.differences:
        _say(f"{file}: {sentence}")
    if not replayed.differences:
        _print(f"{file}: dezelfde uitkomst, {replayed.receipt.outcome_sha256}\n")
    return 2 if replayed.differences else 0


class _Parser(argparse.ArgumentParser):
    def format_help(self) -> str:
        """The help in characters that the terminal can show."""
        encoding = sys.stdout.encoding or "utf-8"
        return super().format_help().encode(encoding, "replace").decode(encoding)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m schemes",
        description=ABOUT,
        epilog=SOLVE_MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="OPDRACHT")
    solving = _command(commands, "solve", "bereken de uitkomst van een of meer rondes", SOLVE, SOLVE_MORE)
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
    regulation = "een regeling als bestand, of de naam van een meegeleverde"
    checking = _command(commands, "check", "controleer een regeling", CHECK)
    checking.add_argument("file", metavar="REGELING.toml", help=regulation)
    explaining = _command(commands, "explain", "leg een regeling of een uitkomst uit", EXPLAIN)
    explaining.add_argument("file", metavar="REGELING.toml", help=regulation)
    explaining.add_argument("round", metavar="RONDE.json", nargs="?", help="een ronde; - leest de invoer")
    replaying = _command(commands, "replay", "reken een berekening na", REPLAY)
    replaying.add_argument("file", metavar="BUNDEL.json", help="een bundel; - leest de invoer")
    return parser


def _command(
    commands: "argparse._SubParsersAction[_Parser]",
    name: str,
    about: str,
    long: str,
    more: str = "",
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=about,
        description=long,
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _documents(files: Iterable[str]) -> list[Document] | None:
    documents = []
    for file in files:
        document = _document(file)
        if document is None:
            return None
        documents.append(document)
    return documents


def _document(file: str) -> Document | None:
    """The document in a file, or of a shipped regulation by its name; None after every problem was said."""
    if (document := shipped(file)) is not None:
        return document
    try:
        loaded = load_document(Path(file).read_bytes())
    except OSError:
        _say(f"{file} is niet te lezen. Controleer de naam en of u het bestand mag lezen.")
        return None
    if isinstance(loaded, Document):
        return loaded
    for problem in loaded:
        _say(f"{file}: {problem}")
    return None


def _text(name: str) -> str | None:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError:
        _say(f"{name} is niet te lezen. Controleer de naam en of u het bestand mag lezen.")
    except UnicodeDecodeError as error:
        _say(f"{name} is geen tekst in UTF-8 (byte {error.start + 1}). Sla het bestand op als UTF-8.")
    return None


def _print(text: str) -> None:
    """Write in characters that the terminal can show."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def _say(sentence: str) -> None:
    sys.stderr.write(sentence.encode("utf-8", "backslashreplace").decode() + "\n")


if __name__ == "__main__":
    sys.exit(main())
