"""The workers: `celery -A config.celery worker` and `celery -A config.celery beat`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("rangorde")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
