"""`manage.py make_administrator MAIL NAME`: the first two administrators of a new installation."""

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email

from grants.services.administrators import make_first_administrator
from grants.services.errors import Refused


class Command(BaseCommand):
    help = "Maakt een van de eerste twee beheerders. Die krijgt een mail om een wachtwoord te kiezen."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="het e-mailadres waarmee de beheerder inlogt")
        parser.add_argument("name", help="de naam van de beheerder")

    def handle(self, *_args: object, **options: object) -> None:
        email, name = str(options["email"]), str(options["name"])
        try:
            validate_email(email)
            person = make_first_administrator(email=email, name=name)
        except ValidationError as error:
            message = f"«{email}» is geen e-mailadres. Geef een adres als naam@gemeente.nl."
            raise CommandError(message) from error
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        self.stdout.write(
            f"{person.name} is beheerder. De mail om een wachtwoord te kiezen gaat naar {person.email}."
        )
