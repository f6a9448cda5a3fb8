"""An application that someone has in hand, and that a colleague may throw away at that moment."""

from django.utils.translation import gettext as _

from grants.models import Application
from grants.services.errors import Refused


def still_there(application: Application) -> Application:
    """The application as it stands, which nobody changes before the transaction ends. Refused where it is gone."""
    current = Application.objects.select_for_update().filter(pk=application.pk).first()
    if current is None:
        raise Refused(_("Dit concept is er niet meer: u of een collega heeft het verwijderd."))
    return current
