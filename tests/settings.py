"""Settings for the tests and for mypy: those of the site, with values for what the environment does not say."""

import atexit
import os
from shutil import rmtree
from tempfile import mkdtemp

UNUSED_PORT = "postgresql://{role}:{role}@127.0.0.1:1/rangorde"
PLACEHOLDERS = {
    "SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLM",
    "DATABASE_URL": UNUSED_PORT.format(role="rangorde_app"),
    "DATABASE_OWNER_URL": UNUSED_PORT.format(role="rangorde_owner"),
    "REDIS_URL": "redis://127.0.0.1:1/0",
}
GIVEN = {name for name in PLACEHOLDERS if os.environ.get(name)}
"""What tests/conftest.py starts no server for. It puts real addresses where these placeholders stand."""
os.environ.update({name: value for name, value in PLACEHOLDERS.items() if name not in GIVEN})

from django.contrib.auth.hashers import Argon2PasswordHasher  # noqa: E402

from config.settings import *  # noqa: E402, F403


class CheapPasswordHasher(Argon2PasswordHasher):
    """One that takes no time: a test is about who gets in, not about how long guessing takes."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1


PASSWORD_HASHERS = ["tests.settings.CheapPasswordHasher"]
# The tests gather no static files, and WhiteNoise warns about an empty place unless it looks at each request.
WHITENOISE_AUTOREFRESH = True
MEDIA_ROOT = mkdtemp(prefix="rangorde-bijlagen-")
atexit.register(rmtree, MEDIA_ROOT, ignore_errors=True)
