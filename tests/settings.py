"""Settings for the tests and for mypy: those of the site, with values for what the environment does not say."""

import os

UNUSED_PORT = "postgresql://{role}:{role}@127.0.0.1:1/rangorde"

os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLM")
os.environ.setdefault("DATABASE_URL", UNUSED_PORT.format(role="rangorde_app"))
os.environ.setdefault("DATABASE_OWNER_URL", UNUSED_PORT.format(role="rangorde_owner"))
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")

from config.settings import *  # noqa: E402, F403
