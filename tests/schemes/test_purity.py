import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[2] / "schemes"
MODULES = sorted(ENGINE.rglob("*.py"))

# Chance, the clock, the surroundings, and numbers that are not exact.
FORBIDDEN = {
    "random",
    "secrets",
    "uuid",
    "time",
    "zoneinfo",
    "os",
    "platform",
    "locale",
    "socket",
    "subprocess",
    "threading",
    "asyncio",
    "tempfile",
    "decimal",
    "cmath",
    "statistics",
    "django",
    "numpy",
}
# Moments that stand in a record as values; elsewhere not even those.
MOMENTS = {"loting.py", "loting_controle.py"}
CLOCK = {"now", "today", "utcnow", "monotonic", "perf_counter", "urandom"}
UNTYPED = {"Any", "cast"}


def impurities(source: str, name: str = "module.py") -> list[str]:
    """What in this source is not pure, exact and typed."""
    forbidden = FORBIDDEN if name in MOMENTS else FORBIDDEN | {"datetime"}
    return [
        f"{name}:{node.lineno}: {what}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.expr | ast.stmt)
        for what in (*_inexact(node), *_imported(node, forbidden), *_named(node))
    ]


def _inexact(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=float() | complex()):
            yield f"literal {node.value!r}"
        case ast.Call(func=ast.Name(id="float" | "complex" | "round" as called)):
            yield f"{called}( )"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            yield "division: use Fraction(above, below)"


def _imported(node: ast.AST, forbidden: set[str]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            modules = [alias.name for alias in names]
        case ast.ImportFrom(module=str(module)):
            modules = [module]
        case _:
            return
    yield from (f"import of {module}" for module in modules if module.split(".")[0] in forbidden)


def _named(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Attribute(attr=name) if name in CLOCK | UNTYPED:
            yield name
        case ast.Name(id=name) if name in UNTYPED | {"__import__", "eval", "exec"}:
            yield name
        case ast.ImportFrom(names=names):
            yield from (alias.name for alias in names if alias.name in UNTYPED | CLOCK)


def test_the_walk_covers_the_whole_engine() -> None:
    names = {path.name for path in MODULES}
    assert {"run.py", "documents.py", "reading.py", "scoring.py", "exact.py", "__main__.py"} <= names


@pytest.mark.parametrize("path", MODULES, ids=[path.stem for path in MODULES])
def test_a_module_of_the_engine_is_pure_exact_and_typed(path: Path) -> None:
    assert impurities(path.read_text("utf-8"), path.name) == []


@pytest.mark.parametrize(
    "source",
    [
        "half = 0.5",
        "share = -1e3",
        "turn = 2j",
        "points = float(text)",
        "points = round(total)",
        "mean = total / count",
        "total /= 2",
        "def f():\n    return [x / 2 for x in y]",
        "import random",
        "import random as chance",
        "from random import shuffle",
        "import secrets, json",
        "import time",
        "from time import time_ns",
        "import os.path",
        "from os import environ",
        "if x:\n    import uuid",
        "import datetime",
        "from datetime import date",
        "import decimal",
        "from numpy import mean",
        "moment = datetime.now()",
        "day = dt.date.today()",
        "start = clock.monotonic",
        "from typing import Any",
        "import typing\nx: typing.Any = 1",
        "def f(x: Any) -> int: ...",
        "def f(x: 'int') -> dict[str, Any]: ...",
        "from typing import cast",
        "y = cast(int, x)",
        "y = typing.cast(int, x)",
        "__import__('random')",
        "eval('1/2')",
    ],
)
def test_the_walk_finds_what_is_planted(source: str) -> None:
    assert impurities(source)


@pytest.mark.parametrize(
    "source",
    [
        "x = Fraction(1, 2) * 3 // 2",
        "y = isinstance(x, float)",
        "from datetime import datetime",
        "text = '0.5 / 2, Any'",
        "from schemes.exact import Points",
        "class Timely:\n    nowhere: int = 1",
    ],
)
def test_the_walk_leaves_alone_what_is_exact(source: str) -> None:
    assert impurities(source, "loting.py") == []
