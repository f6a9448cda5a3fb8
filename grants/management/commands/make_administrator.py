"""`manage.py make_administrator MAIL NAME`: the first two administrators of a new installation."""

from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError, CommandParser

from grants.forms.people import PersonForm
from grants.services.administrators import make_first_administrator
from grants.services.errors import Refused


class Command(BaseCommand):
    help = "Maakt een van de eerste twee beheerders. Wie geen account heeft, krijgt een mail om een wachtwoord te kiezen."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="het e-mailadres waarmee de beheerder inlogt")
        parser.add_argument("name", help="de naam van de beheerder")

    def handle(self, *_args: object, **options: object) -> None:
        form = PersonForm({"email": options["email"], "name": options["name"], "token": uuid4()})
        if not form.is_valid():
            raise CommandError(
                " ".join(
                    f"«{options[field]}»: {message}"
                    for field, messages in form.errors.items()
                    for message in messages
                )
            )
        try:
            person = make_first_administrator(
                email=form.cleaned_data["email"], name=form.cleaned_data["name"]
            )
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        self.stdout.write(
            f"{person.name} is beheerder, met {person.email}. "
            "Wie nog geen account had, krijgt een mail om een wachtwoord te kiezen."
        )
