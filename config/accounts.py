"""How people log in, as far as the environment says it: mail, and log-in services of the municipality (OpenID Connect)."""

import re
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from config.environment import Environment, address

MAIL_SERVERS = {"smtp", "smtps", "smtp+tls", "smtp+ssl"}
MAIL_ON_THIS_MACHINE = {"consolemail", "filemail", "memorymail"}
PROVIDERS_FORM = (
    '[{"id": "entra", "name": "Gemeente", "client_id": "…", "secret": "…", "server_url": "https://…", '
    '"trusts_email": true}]'
)


class Provider(BaseModel):
    """A log-in service that speaks OpenID Connect.

    With `trusts_email` its word for an e-mail address opens the account with that address: right for the
    municipality's own service, wrong for one where people type their address themselves. `login_url` is where the
    browser goes to log in, if that is on another host than `server_url`: no form may lead elsewhere.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9-]{1,30}$")
    name: str = Field(min_length=1, max_length=60)
    client_id: str = Field(min_length=1)
    secret: str = Field(min_length=1)
    server_url: str
    login_url: str = ""
    trusts_email: bool = False

    @field_validator("server_url", "login_url")
    @classmethod
    def _is_https(cls, value: str) -> str:
        parts = address(value, {"https"})
        if parts is None or not re.fullmatch(r"[\w.:\[\]-]+", parts.netloc, re.ASCII):
            raise ValueError("must be an address that begins with https://")
        return value

    @property
    def origin(self) -> str:
        """Where the browser goes to log in, as the content policy has it."""
        return f"https://{urlsplit(self.login_url or self.server_url).netloc}"

    def as_app(self) -> dict[str, object]:
        """The same as allauth has it."""
        return {
            "provider_id": self.id,
            "name": self.name,
            "client_id": self.client_id,
            "secret": self.secret,
            "settings": {
                "server_url": self.server_url,
                "email_authentication": self.trusts_email,
                "verified_email": self.trusts_email,
            },
        }


def log_in_services(env: Environment, name: str) -> list[Provider]:
    """The log-in services in this variable, a JSON list; none if it is not there."""
    try:
        providers = TypeAdapter(list[Provider]).validate_json(env.text(name, "[]"))
    except ValidationError as error:
        places = "; ".join(": ".join((*map(str, each["loc"]), each["msg"])) for each in error.errors())
        message = f"{name} is niet te gebruiken ({places}). Geef {PROVIDERS_FORM}."
        raise ImproperlyConfigured(message) from None
    if len({provider.id for provider in providers}) < len(providers):
        message = f"{name} noemt twee diensten met dezelfde id. Geef elke dienst een eigen id: die staat in het adres."
        raise ImproperlyConfigured(message)
    return providers


def mail_settings(env: Environment, name: str, *, local: bool) -> dict[str, object]:
    """Django's settings for sending mail. On this machine alone mail may go to the console; elsewhere it must be said where to."""
    url = env.text(name, "consolemail://" if local else None)
    stays_here = local and url.partition("://")[0] in MAIL_ON_THIS_MACHINE
    if not stays_here and address(url, MAIL_SERVERS) is None:
        message = f"{name} is geen adres van een mailserver. Geef smtp+tls://naam:wachtwoord@host:poort."
        raise ImproperlyConfigured(message)
    return {**environ.Env.email_url_config(url), "EMAIL_TIMEOUT": 20}
