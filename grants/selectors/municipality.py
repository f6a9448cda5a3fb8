"""The municipality that this installation is for."""

from grants.models import Municipality

THE_ONE = 1


def the_municipality() -> Municipality | None:
    """The municipality, or None before its settings were filled in."""
    return Municipality.objects.filter(pk=THE_ONE).first()
