"""Make a believable round of any size in Voorbeeldstad."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from grants.demo.made_rounds import MadeRound, make_believable_round
from grants.services.errors import Refused


class Command(BaseCommand):
    """The same regulation, size and seed give the same round; doing it again changes nothing."""

    help = "Maakt een geloofwaardige ronde in Voorbeeldstad, van elke grootte. Begin met make_town."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which round."""
        parser.add_argument(
            "--regulation", required=True, metavar="NAAM", help="de korte naam van de regeling"
        )
        parser.add_argument("--size", type=int, default=25, metavar="AANTAL", help="hoeveel aanvragers (25)")
        parser.add_argument(
            "--stage",
            default="draft",
            metavar="FASE",
            help="tot welke fase: draft, published, open, closed of assessing (draft)",
        )
        parser.add_argument(
            "--seed", type=int, default=1, metavar="GETAL", help="een ander getal geeft andere aanvragers (1)"
        )

    def handle(self, *, regulation: str, size: int, stage: str, seed: int, **_: object) -> None:
        """Make it, and say what is there."""
        try:
            made = make_believable_round(regulation=regulation, size=size, stage=stage, seed=seed)
        except Refused as refused:
            raise CommandError(refused.sentence, returncode=2) from None
        what = "is gemaakt" if made.is_new else "was er al"
        self.stdout.write(f"Ronde {made.round.slug} {what}. {self._applied(made)}")

    def _applied(self, made: MadeRound) -> str:
        received = made.round.applications.count()
        if received:
            return f"Aanvragen die binnen zijn: {received}."
        return f"Aanvragers die klaarstaan: {len(made.applicants)}."
