"""`verify_log`: walks the log and says what is wrong in it, and where."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from grants.selectors.log import LogCheck, line_is_missing


class Command(BaseCommand):
    help = "Controleert het logboek: elke regel, elke inhoud, en hoe alles aan elkaar vastzit."

    def add_arguments(self, parser: CommandParser) -> None:
        """A line that was seen before, by its number and its hash, shows whether the end was cut off."""
        parser.add_argument("--upto", type=int, metavar="NUMMER", help="een regel die er zeker was")
        parser.add_argument("--expect", metavar="VINGERAFDRUK", help="de vingerafdruk die de regel toen had")

    def handle(self, *_args: object, upto: int | None, expect: str | None, **_options: object) -> None:
        """End with exit code 1 where something is wrong."""
        if (upto is None) != (expect is None):
            raise CommandError(
                _("Geef --upto en --expect samen: het nummer van een regel en de vingerafdruk ervan.")
            )
        check = LogCheck()
        wrong = 0
        for sentence in check.breaks():
            wrong += 1
            self.stderr.write(sentence)
        if upto is not None and expect is not None and (missing := line_is_missing(upto, expect)):
            wrong += 1
            self.stderr.write(missing)
        self._close(check, wrong)

    def _close(self, check: LogCheck, wrong: int) -> None:
        if check.purged:
            sentence = _(
                "Van %(count)s regels is de inhoud verwijderd onder de bewaartermijn, vingerafdruk bekend."
            )
            self.stdout.write(sentence % {"count": check.purged})
        if check.backwards:
            sentence = _(
                "Let op: %(count)s regels zijn van een eerder moment dan de regel ervoor, als eerste regel %(number)s. "
                "De klok ging terug, of iemand schreef een verkeerd moment op."
            )
            self.stdout.write(sentence % {"count": len(check.backwards), "number": check.backwards[0]})
        if wrong:
            sentence = _(
                "Het logboek klopt niet: %(count)s fouten. Bewaar de database zoals die nu is, en meld het."
            )
            raise CommandError(sentence % {"count": wrong})
        self.stdout.write(_("Het logboek klopt: %(count)s regels.") % {"count": check.lines})
        if check.lines:
            self.stdout.write(
                _("Bewaar dit buiten de database; het vindt ook een eind dat later ontbreekt:\n  %(command)s")
                % {"command": f"verify_log --upto {check.last_number} --expect {check.last_sha256}"}
            )
