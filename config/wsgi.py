"""The site, for a WSGI server: `gunicorn config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from config.startup import require_all, sentences

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

with sentences():
    application = get_wsgi_application()
    require_all()
