from importlib import import_module

from django.apps import AppConfig


class GrantsConfig(AppConfig):
    name = "grants"
    verbose_name = "Subsidierondes"

    def ready(self) -> None:
        """Listen to allauth."""
        import_module("grants.login.lines")
