"""Make Voorbeeldstad, to try everything in."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from grants.demo.people import INHABITANTS, PASSWORD
from grants.demo.town import make_town
from grants.services.errors import Refused


class Command(BaseCommand):
    """Doing it again changes nothing."""

    help = "Maakt Voorbeeldstad: gemeente, mensen, organisaties, regelingen en rondes die niet bestaan. Mag vaker."

    def handle(self, **_: object) -> None:
        """Make the town, and in the demo say how to get in."""
        try:
            make_town()
        except Refused as refused:
            raise CommandError(refused.sentence, returncode=2) from None
        self.stdout.write("Voorbeeldstad is klaar.")
        if settings.DEMO:
            self._say_how_to_get_in()

    def _say_how_to_get_in(self) -> None:
        self.stdout.write(f"Wachtwoord van iedereen: {PASSWORD}")
        for inhabitant in INHABITANTS:
            code = (
                f"  sleutel voor een app: {inhabitant.totp_secret}" if inhabitant.needs_second_factor else ""
            )
            self.stdout.write(f"  {inhabitant.email:42} {inhabitant.what}{code}")
