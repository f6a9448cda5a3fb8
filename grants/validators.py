"""What values must look like, for models, forms and imports alike."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from grants.names import without_unseen


def validate_kvk_number(value: str) -> None:
    """A number of the Kamer van Koophandel: eight digits, of which not all are zero."""
    if not re.fullmatch(r"[0-9]{8}", value) or int(value) == 0:
        raise ValidationError(
            _("Een KvK-nummer heeft acht cijfers. Kijk op kvk.nl wat het uwe is."), code="kvk_number"
        )


def validate_name(value: str) -> None:
    """A name of which every character can be seen: two names that look the same are the same."""
    if without_unseen(value) != value:
        raise ValidationError(
            _("In deze naam staat een onzichtbaar teken. Typ de naam, in plaats van die te plakken."),
            code="name",
        )
