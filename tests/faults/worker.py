"""The real workers, with one more job."""

from config.celery import app

__all__ = ["app"]

app.conf.imports = ("tests.faults.jobs",)
app.conf.beat_schedule["send-outbox"]["schedule"] = 0.5
