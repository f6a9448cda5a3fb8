import re
from typing import TypedDict

import pytest
import yaml

from devtools.postgres import INITDB
from tests.devtools.starting import ROOT


class Service(TypedDict, total=False):
    build: str
    image: str
    command: "str | list[str]"
    environment: dict[str, str]
    depends_on: dict[str, dict[str, str]]
    volumes: list[str]
    ports: list[str]
    healthcheck: dict[str, object]


OF_THE_SITE = ["web", "worker", "beat", "migrate"]


@pytest.fixture(scope="module")
def services() -> dict[str, Service]:
    found: dict[str, Service] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    return found


def test_every_part_is_there(services: dict[str, Service]) -> None:
    assert sorted(services) == sorted([*OF_THE_SITE, "database", "broker"])


def test_all_programs_of_the_site_have_the_same_image(services: dict[str, Service]) -> None:
    for name in OF_THE_SITE:
        assert (services[name]["build"], services[name]["image"]) == (".", "rangorde")
        assert services[name]["environment"]["DATABASE_URL"].startswith("postgresql://rangorde_app:")


def test_migrate_alone_has_the_password_of_the_owner(services: dict[str, Service]) -> None:
    given = services["migrate"]["environment"]
    owner = given.pop("DATABASE_OWNER_URL")
    assert owner.startswith("postgresql://rangorde_owner:${OWNER_PASSWORD:?")
    for name in ("web", "worker", "beat"):
        assert services[name]["environment"] == given


def test_site_starts_after_the_migrations_and_these_after_the_servers(services: dict[str, Service]) -> None:
    for name in ("web", "worker", "beat"):
        assert services[name]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    healthy = {"condition": "service_healthy"}
    assert services["migrate"]["depends_on"] == {"database": healthy, "broker": healthy}
    assert all("healthcheck" in services[name] for name in ("database", "broker"))


def test_database_has_the_locale_of_the_demo(services: dict[str, Service]) -> None:
    asked = services["database"]["environment"]["POSTGRES_INITDB_ARGS"].split()
    assert sorted(asked) == sorted(
        option for option in INITDB if option.startswith(("--enc", "--loc", "--builtin"))
    )


def test_roles_are_made_by_the_script_that_is_mounted(services: dict[str, Service]) -> None:
    (mounted,) = [volume for volume in services["database"]["volumes"] if volume.startswith("./")]
    script = (ROOT / mounted.split(":")[0]).read_text()
    assert re.findall(r"CREATE ROLE (\w+)", script) == ["rangorde_owner", "rangorde_app"]
    assert "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'" in script


def test_site_is_reachable_from_this_machine_alone(services: dict[str, Service]) -> None:
    ports = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert ports == {"web": ["127.0.0.1:${PORT:-8000}:8000"]}


def test_every_value_that_is_asked_for_is_explained() -> None:
    asked = set(re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text()))
    explained = (ROOT / "docs" / "beheer.md").read_text()
    assert sorted(name for name in asked if f"`{name}`" not in explained) == []


def test_every_name_that_the_settings_read_is_explained() -> None:
    source = "".join(path.read_text() for path in (ROOT / "config").glob("*.py"))
    read = set(re.findall(r'\benv(?:\.\w+\(|, )"([A-Z_]+)"', source))
    explained = (ROOT / "docs" / "beheer.md").read_text()
    assert {"SECRET_KEY", "EMAIL_URL", "CELERY_VISIBILITY_SECONDS"} <= read
    assert sorted(name for name in read if f"`{name}`" not in explained) == []


def test_every_file_that_the_image_copies_is_there() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    copied = [name for line in lines if re.match(r"COPY (?!--)", line) for name in line.split()[1:-1]]
    assert len(copied) > 8
    assert [name for name in copied if not (ROOT / name).exists()] == []
