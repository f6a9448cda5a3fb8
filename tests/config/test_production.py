"""The site as the environment of a municipality makes it: read in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel

ROOT = Path(__file__).resolve().parents[2]
SECRET = "kX2-vQ8_mZ4nB7cT1yR9wL5jH3gF6dS0aPqWeUiOxCzNbVtYkMlJhGfDs"
PROVIDER = {
    "id": "werk",
    "name": "Gemeente",
    "client_id": "rangorde",
    "secret": "x",
    "server_url": "https://login.example/v2",
}
PRODUCTION = {
    "PATH": os.environ["PATH"],
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "SECRET_KEY": SECRET,
    "SITE_URL": "https://subsidies.example",
    "ALLOWED_HOSTS": "subsidies.example",
    "EMAIL_URL": "smtp+tls://naam:woord@mail.example:587",
    "OIDC_PROVIDERS": json.dumps([PROVIDER]),
    "TRUSTED_PROXIES": "1",
    "PROXY_START_HEADER": "X-Request-Start",
    "DATABASE_URL": "postgresql://rangorde_app:a@127.0.0.1:1/rangorde",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}
ASK = """
import json
from django.conf import settings
from django.test import Client
plain = Client().get("/taal/", headers={"host": "subsidies.example"})
proxied = Client().get("/taal/", headers={"host": "subsidies.example", "x-forwarded-proto": "https"})
print(json.dumps({
    "cookies": [settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE],
    "plain": [plain.status_code, plain.headers["Location"]],
    "proxied": [proxied.status_code, proxied.headers["Location"]],
    "headers": dict(proxied.headers),
}))
"""


class Answers(BaseModel):
    """What the questions are answered with."""

    cookies: list[bool]
    plain: tuple[int, str]
    proxied: tuple[int, str]
    headers: dict[str, str]


def manage(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """manage.py in this environment."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=PRODUCTION | changes,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def answers() -> Answers:
    done = manage("shell", "--no-imports", "--command", ASK)
    assert done.returncode == 0, done.stderr
    return Answers.model_validate_json(done.stdout.splitlines()[-1])


def test_production_lets_no_cookie_travel_in_the_open(answers: Answers) -> None:
    assert answers.cookies == [True, True]
    assert answers.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_production_leads_to_https_unless_the_proxy_has_it_already(answers: Answers) -> None:
    assert answers.plain == (301, "https://subsidies.example/taal/")
    assert answers.proxied == (302, "/")


def test_production_lets_a_form_lead_to_the_log_in_service(answers: Answers) -> None:
    directives = answers.headers["Content-Security-Policy"].split("; ")
    assert "form-action 'self' https://login.example" in directives


def test_start_of_a_request_is_believed_of_a_proxy_alone() -> None:
    ask = "from django.conf import settings; print(settings.START_HEADER or 'none')"
    said = [
        manage("shell", "--no-imports", "--command", ask, TRUSTED_PROXIES=proxies).stdout.split()[-1]
        for proxies in ("1", "0")
    ]
    assert said == ["X-Request-Start", "none"]


def test_production_passes_the_checks_of_django() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (2 silenced).\n"), (
        done.stderr
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"SITE_URL": ""}, "SITE_URL ontbreekt. "),
        (
            {"SITE_URL": "http://localhost:8000", "ALLOWED_HOSTS": "localhost,a.example"},
            "SITE_URL is «http://localhost",
        ),
        ({"EMAIL_URL": "consolemail://"}, "EMAIL_URL is geen adres van een mailserver. "),
        (
            {"DATABASE_OWNER_URL": "postgresql://rangorde_app:a@127.0.0.1:1/rangorde"},
            "DATABASE_URL en DATABASE_OWNER_URL hebben dezelfde rol. ",
        ),
    ],
)
def test_production_without_what_makes_it_safe_does_not_start(changes: dict[str, str], sentence: str) -> None:
    done = manage("check", **changes)
    assert (done.returncode, done.stderr.startswith(sentence)) == (3, True)
