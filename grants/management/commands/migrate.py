"""`migrate` as Django has it, as the owner of the tables, and with the rights of the application's role."""

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands.migrate import Command as Migrate
from django.db import DatabaseError, connections

from config.startup import first_line, require_database

RIGHTS = """
GRANT USAGE ON SCHEMA public TO {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO {role}
"""


class Command(Migrate):
    """The tables are made by the owner. The application may read and write rows; guarded tables take that back."""

    def add_arguments(self, parser: CommandParser) -> None:
        """As Django's, with the owner's connection unless another is named."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")

    def execute(self, *args: object, **options: object) -> str | None:
        """Look at the database before Django does, which says it with a traceback."""
        require_database(str(options["database"]))
        return super().execute(*args, **options)

    def handle(self, *args: object, **options: object) -> None:
        """Give the rights that new tables come with, then migrate."""
        give_rights(str(options["database"]))
        super().handle(*args, **options)


def give_rights(alias: str) -> None:
    """Let the application's role into the tables that the owner is going to make."""
    connection = connections[alias]
    role = connection.ops.quote_name(str(settings.DATABASES["default"]["USER"]))
    try:
        with connection.cursor() as cursor:
            cursor.execute(RIGHTS.format(role=role))
    except DatabaseError as error:
        message = (
            f"De rol van DATABASE_OWNER_URL mag de rechten niet geven: «{first_line(error)}». "
            "Zij moet eigenaar van de database zijn; docs/beheer.md zegt hoe."
        )
        raise CommandError(message) from error
