"""Whom servers run as: PostgreSQL refuses root, and the others do not need to be root."""

import os
import pwd
from pathlib import Path

from devtools.places import IS_ROOT


def server_user() -> tuple[int | None, int | None]:
    """The user and group without rights, for root's servers; nobody else when this is not root."""
    if not IS_ROOT:
        return None, None
    user = pwd.getpwnam("nobody")
    return user.pw_uid, user.pw_gid


def make_folder(folder: Path) -> None:
    """Make a folder that belongs to the servers' user, and that nobody else sees into."""
    folder.mkdir(mode=0o700, exist_ok=True)
    give(folder)


def give(path: Path) -> None:
    """Let a file or folder belong to the servers' user."""
    user, group = server_user()
    if user is not None and group is not None:
        os.chown(path, user, group)
