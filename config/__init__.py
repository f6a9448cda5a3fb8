"""Settings, addresses and the two programs: the site (wsgi) and its workers (celery)."""
