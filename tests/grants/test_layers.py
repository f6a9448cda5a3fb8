import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

GRANTS = Path(__file__).resolve().parents[2] / "grants"
WEB = (
    "django.http",
    "django.shortcuts",
    "django.views",
    "django.middleware",
    "django.contrib.messages",
)
WRITES = {
    "save",
    "create",
    "bulk_create",
    "bulk_update",
    "get_or_create",
    "update_or_create",
    "delete",
    "atomic",
}


def sources(*parts: str) -> list[Path]:
    return [file for part in parts for file in sorted((GRANTS / part).rglob("*.py"))]


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module)):
                yield module


def writes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) | ast.Attribute(attr="atomic" as name) if (
                name in WRITES
            ):
                yield name
            case ast.Call(func=ast.Attribute(attr="update", value=value)) if "objects" in ast.unparse(value):
                yield "update"


def found(reader: str, *parts: str) -> dict[str, list[str]]:
    result = {}
    for file in sources(*parts):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        seen = (
            [name for name in imports(tree) if name.startswith(WEB)]
            if reader == "web"
            else list(writes(tree))
        )
        if seen:
            result[str(file.relative_to(GRANTS))] = seen
    return result


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from django.http import HttpRequest", ["django.http"]),
        ("import django.shortcuts", ["django.shortcuts"]),
        ("from django.db import models", []),
    ],
)
def test_reader_of_sources_finds_the_web(source: str, expected: list[str]) -> None:
    assert [name for name in imports(ast.parse(source)) if name.startswith(WEB)] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("row.save()", ["save"]),
        ("Row.objects.create(a=1)", ["create"]),
        ("@transaction.atomic\ndef f(): ...", ["atomic"]),
        ("context.update(a=1)", []),
        ("Row.objects.update(a=1)", ["update"]),
        ("Row.objects.filter(pk=1).update(a=1)", ["update"]),
    ],
)
def test_reader_of_sources_finds_writes(source: str, expected: list[str]) -> None:
    assert list(writes(ast.parse(source))) == expected


def test_services_selectors_and_models_know_no_request() -> None:
    assert found("web", "services", "selectors", "models") == {}


def test_views_selectors_and_forms_write_nothing() -> None:
    by_allauth = {"forms/people.py": ["save"]}  # its hook, at the end of its own registration
    assert found("writes", "views", "selectors", "forms") == by_allauth


def test_what_the_log_calls_things_is_said_in_one_place() -> None:
    pattern = re.compile(r"f\"[a-z_]+:\{")
    found = [file.name for file in sources("services") if pattern.search(file.read_text(encoding="utf-8"))]
    assert found == ["keys.py"]
