"""`manage.py createsuperuser`, which Django has and an administrator of Rangorde is not made by."""

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Bestaat hier niet: gebruik make_administrator."

    def handle(self, *_args: object, **_options: object) -> None:
        raise CommandError("Een beheerder maakt u hier met: manage.py make_administrator MAIL NAAM")
