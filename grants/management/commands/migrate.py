"""`migrate` as Django has it, as the owner of the tables, and with the rights of the application's role."""

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections

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

    def handle(self, *args: object, **options: object) -> None:
        """Give the rights that new tables come with, then migrate."""
        connection = connections[str(options["database"])]
        role = connection.ops.quote_name(str(settings.DATABASES["default"]["USER"]))
        with connection.cursor() as cursor:
            cursor.execute(RIGHTS.format(role=role))
        super().handle(*args, **options)
