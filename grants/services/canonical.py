"""One way to write a value down, so that its fingerprint is the same everywhere and always."""

import json
from hashlib import sha256

Json = dict[str, object]


def canonical(value: object) -> bytes:
    """Canonical JSON: sorted keys, no spaces, UTF-8; TypeError for floats and for keys that are no text."""
    _require_exact(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def fingerprint(value: object) -> str:
    """The SHA-256 of the value in canonical JSON, in hexadecimal."""
    return sha256(canonical(value)).hexdigest()


def _require_exact(value: object) -> None:
    match value:
        case None | bool() | int() | str():
            return
        case list() | tuple():
            for item in value:
                _require_exact(item)
        case dict():
            for key, item in value.items():
                if not isinstance(key, str):
                    raise TypeError(f"a key in canonical JSON is text, not {type(key).__name__}")
                _require_exact(item)
        case _:
            raise TypeError(f"canonical JSON has no {type(value).__name__}")
