"""`replay`: works calculations out again, and says whether the same comes out."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from grants.models import Calculation
from grants.selectors.ranking.replaying import bundle_of, check_of


class Command(BaseCommand):
    help = (
        "Rekent berekeningen na: dezelfde regeling en dezelfde invoer moeten dezelfde uitkomst geven. "
        "Zonder ronde: alle. Met --bundel komt er een bestand dat overal is na te rekenen: python -m schemes replay BESTAND."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which ones, and where a bundle goes."""
        parser.add_argument("round", nargs="?", metavar="RONDE", help="de korte naam van een ronde")
        parser.add_argument(
            "number", nargs="?", type=int, metavar="NUMMER", help="het nummer van een berekening"
        )
        parser.add_argument("--bundel", metavar="BESTAND", help="schrijf deze berekening in een bestand")

    def handle(
        self,
        *_args: object,
        round: str | None,  # noqa: A002 - Django names an argument as it is called
        number: int | None,
        bundel: str | None,
        **_options: object,
    ) -> None:
        """End with exit code 1 where one comes out otherwise, or there is none."""
        chosen = _chosen(round, number)
        if not chosen.exists():
            raise CommandError(
                _("Deze berekening is er niet. Controleer de naam van de ronde en het nummer.")
            )
        if bundel is not None:
            self._write(chosen, Path(bundel))
            return
        wrong = sum(not self._repeat(each) for each in chosen.iterator(chunk_size=1))
        if wrong:
            raise CommandError(
                _("%(count)s berekeningen komen anders uit. Bewaar de database zoals die nu is, en meld het.")
                % {"count": wrong}
            )

    def _write(self, chosen: QuerySet[Calculation], file: Path) -> None:
        if chosen.count() > 1:
            raise CommandError(_("Noem bij --bundel één berekening: de ronde en het nummer."))
        calculation = chosen.get()
        if not hasattr(calculation, "input"):
            raise CommandError(
                _("De invoer is verwijderd onder de bewaartermijn: er is geen bundel te maken.")
            )
        try:
            file.write_text(json.dumps(bundle_of(calculation), ensure_ascii=False, indent=1) + "\n", "utf-8")
        except OSError as error:
            raise CommandError(
                _("%(file)s is niet te schrijven (%(error)s). Kies een andere plek.")
                % {"file": file, "error": error.strerror}
            ) from error
        self.stdout.write(
            _("%(file)s geschreven. Reken na: python -m schemes replay %(file)s") % {"file": file}
        )

    def _repeat(self, calculation: Calculation) -> bool:
        check = check_of(calculation)
        names = {"name": calculation, "sha256": calculation.outcome_sha256}
        for sentence in check.differences:
            self.stderr.write(f"{calculation}: {sentence}")
        if check.is_removed:
            self.stdout.write(
                _(
                    "%(name)s: invoer verwijderd onder de bewaartermijn, vingerafdruk bekend. Uitkomst %(sha256)s."
                )
                % names
            )
        elif not check.differences:
            self.stdout.write(_("%(name)s: dezelfde uitkomst, %(sha256)s.") % names)
        if check.is_other_code:
            self.stdout.write(_("%(name)s: destijds met een andere versie van het rekenprogramma.") % names)
        return not check.differences


def _chosen(slug: str | None, number: int | None) -> QuerySet[Calculation]:
    found = Calculation.objects.select_related("round__regulation", "input").order_by("round__slug", "number")
    if slug is not None:
        found = found.filter(round__slug=slug)
    return found if number is None else found.filter(number=number)
