"""The workers: `celery -A config.celery worker` and `celery -A config.celery beat`."""

import os

from celery import Celery
from celery.signals import beat_init, celeryd_init
from django.conf import settings

from config.startup import require_all, sentences

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("rangorde")
with sentences():
    str(settings.SECRET_KEY)  # reads the settings, which Celery puts off until it no longer listens to us
app.config_from_object(settings, namespace="CELERY")
app.autodiscover_tasks()


def require_surroundings(**_signal: object) -> None:
    """Stop a worker or its clock before it takes its first task."""
    with sentences():
        require_all()


celeryd_init.connect(require_surroundings)
beat_init.connect(require_surroundings)
