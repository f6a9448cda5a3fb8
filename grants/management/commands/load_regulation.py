"""Load a regulation from the command line, in the name of two people; or publish the shipped ones."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError

from grants.documents.stored import checked
from grants.models import User
from grants.selectors.people import person_with
from grants.services.errors import Refused
from grants.services.regulation_proposals import load_regulation
from grants.services.regulations import publish_shipped
from schemes.parsing import MAX_BYTES

WRONG = 2


class Command(BaseCommand):
    """Answers in Dutch; exit code 0 if everything went well, 2 if not."""

    help = (
        "Laadt een regeling in als nieuwe versie, op naam van twee mensen: wie voorstelt en wie "
        "goedkeurt. Bij elke fout staat de plaats. De opdracht eindigt met 0 als het is gelukt, en anders met 2."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A file with two names, or --shipped."""
        parser.add_argument("file", nargs="?", metavar="BESTAND.toml", help="het document")
        parser.add_argument("--by", metavar="E-MAIL", help="het account van wie de regeling voorstelt")
        parser.add_argument(
            "--approved-by", metavar="E-MAIL", help="het account van wie goedkeurt; een ander"
        )
        parser.add_argument(
            "--reason", default="", metavar="TEKST", help="waarom deze versie wordt voorgesteld"
        )
        parser.add_argument(
            "--shipped",
            action="store_true",
            help="stel de meegeleverde regelingen vast, voor zover die er nog niet zijn",
        )

    def handle(
        self,
        *,
        file: str | None,
        by: str | None,
        approved_by: str | None,
        shipped: bool,
        reason: str,
        **_: object,
    ) -> None:
        """Load, or say what is missing."""
        if shipped and file is None:
            self._publish_shipped()
        elif file is not None and by is not None and approved_by is not None and not shipped:
            self._load(file, _person(by), _person(approved_by), reason)
        else:
            raise CommandError(
                "Geef een bestand met --by en --approved-by (de e-mailadressen van twee mensen), of alleen --shipped.",
                returncode=WRONG,
            )

    def _publish_shipped(self) -> None:
        published = publish_shipped()
        for version in published:
            self.stdout.write(f"{version} is vastgesteld. Vingerafdruk {version.sha256}")
        if not published:
            self.stdout.write("De meegeleverde regelingen waren er al.")

    def _load(self, file: str, by: User, approved_by: User, reason: str) -> None:
        found = checked(_read(file))
        for problem in found.problems:
            self.stderr.write(f"{file}: {problem}")
        if found.sound is None:
            raise CommandError(
                "Er is niets bewaard. Verbeter het document en laad het opnieuw in.", returncode=WRONG
            )
        try:
            version = load_regulation(by=by, approved_by=approved_by, text=found.text, reason=reason)
        except Refused as refused:
            raise CommandError(refused.sentence, returncode=WRONG) from None
        except PermissionDenied as denied:
            raise CommandError(_lacking(str(denied), by, approved_by), returncode=WRONG) from None
        self.stdout.write(
            f"{version} is vastgesteld: voorgesteld door {by}, goedgekeurd door {approved_by}. "
            f"Vingerafdruk {version.sha256}"
        )


def _read(file: str) -> bytes:
    """The file, or as much of it as shows that it is too large."""
    try:
        with Path(file).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        raise CommandError(
            f"{file} is niet te lezen. Controleer de naam en of u het bestand mag lezen.", returncode=WRONG
        ) from None


def _person(email: str) -> User:
    person = person_with(email)
    if person is None or not person.is_active:
        raise CommandError(
            f"Er is geen account dat in gebruik is met het e-mailadres {email}. Controleer het adres.",
            returncode=WRONG,
        )
    return person


def _lacking(permission: str, by: User, approved_by: User) -> str:
    if permission == "propose_regulation":
        return f"{by} mag geen regeling voorstellen. Kies een behandelaar of een beheerder."
    return f"{approved_by} mag geen regeling goedkeuren. Kies een beslisser of een beheerder."
