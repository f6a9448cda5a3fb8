"""What values must look like, for models, forms and imports alike."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


def validate_kvk_number(value: str) -> None:
    """A number of the Kamer van Koophandel: eight digits, of which not all are zero."""
    if not re.fullmatch(r"[0-9]{8}", value) or int(value) == 0:
        raise ValidationError(
            _("Een KvK-nummer heeft acht cijfers. Kijk op kvk.nl wat het uwe is."), code="kvk_number"
        )
