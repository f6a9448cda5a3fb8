"""Sessions in the database, where a key that Django cannot have made is no key."""

import re

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions

KEY = re.compile(r"[a-z0-9]{8,40}")


class SessionStore(DatabaseSessions):
    """A cookie can hold anything, also what PostgreSQL refuses to look for."""

    def _validate_session_key(self, key: str | None) -> bool:
        return KEY.fullmatch(key or "") is not None
