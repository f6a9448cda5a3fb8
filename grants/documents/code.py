"""Which code worked a round out: the fingerprint of the engine as it is installed."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def code_sha256() -> str:
    """The SHA-256 over the engine's modules, each with its path, in order of path. The same wherever it is installed."""
    whole = sha256()
    for path, module in sorted(_modules(files("schemes"), "schemes").items()):
        whole.update(f"{path} {sha256(module.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _modules(folder: Traversable, path: str) -> dict[str, Traversable]:
    found: dict[str, Traversable] = {}
    for each in folder.iterdir():
        within = f"{path}/{each.name}"
        if each.is_dir():
            found |= _modules(each, within)
        elif each.name.endswith(".py"):
            found[within] = each
    return found
