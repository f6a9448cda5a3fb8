import ast
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
    ],
)
def test_reader_of_sources_finds_writes(source: str, expected: list[str]) -> None:
    assert list(writes(ast.parse(source))) == expected


def test_services_selectors_and_models_know_no_request() -> None:
    assert found("web", "services", "selectors", "models") == {}


def test_views_selectors_and_forms_write_nothing() -> None:
    by_allauth = {"forms/people.py": ["save"]}  # its hook, at the end of its own registration
    assert found("writes", "views", "selectors", "forms") == by_allauth
