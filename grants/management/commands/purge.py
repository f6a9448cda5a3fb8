"""`purge`: removes, as the owner, what lines of the log were about once their term of retention is over."""

from datetime import datetime, time

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_date
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext as _

from config.startup import require_database
from grants.moments import day
from grants.services.errors import Refused
from grants.services.purge import OWNER, purge_payloads


class Command(BaseCommand):
    help = (
        "Verwijdert de inhoud van regels in het logboek van één soort, van vóór een datum. De regels blijven."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What, and from before when."""
        parser.add_argument(
            "--kind", required=True, metavar="SOORT", help="de handeling, zoals die in de regel staat"
        )
        parser.add_argument(
            "--before", required=True, metavar="JJJJ-MM-DD", help="alleen regels van vóór deze dag"
        )

    def handle(self, *_args: object, kind: str, before: str, **_options: object) -> None:
        """Say how many there were."""
        require_database(OWNER)
        moment = _beginning_of(before)
        try:
            removed = purge_payloads(kind=kind, before=moment)
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        if removed:
            self.stdout.write(_("Van %(count)s regels is de inhoud verwijderd.") % {"count": removed})
            return
        sentence = _("Er is niets van «%(kind)s» van vóór %(day)s.")
        self.stdout.write(sentence % {"kind": kind, "day": day(moment)})


def _beginning_of(text: str) -> datetime:
    try:
        found = parse_date(text)
    except ValueError:
        found = None
    if found is None:
        raise CommandError(
            _("«%(day)s» is geen datum. Geef jaar-maand-dag, zoals 2027-03-01.") % {"day": text}
        )
    return datetime.combine(found, time(), get_default_timezone())
