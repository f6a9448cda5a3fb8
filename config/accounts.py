"""How people log in, as far as the environment says it: mail, and log-in services of the municipality (OpenID Connect)."""

from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from config.environment import Environment

MAIL_SCHEMES = {"smtp", "smtps", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "memorymail"}
PROVIDERS_FORM = (
    '[{"id": "entra", "name": "Gemeente", "client_id": "…", "secret": "…", "server_url": "https://…", '
    '"trusts_email": true}]'
)


class Provider(BaseModel):
    """A log-in service that speaks OpenID Connect.

    With `trusts_email` its word for an e-mail address opens the account with that address: right for the
    municipality's own service, wrong for one where people type their address themselves.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9-]{1,30}$")
    name: str = Field(min_length=1, max_length=60)
    client_id: str = Field(min_length=1)
    secret: str = Field(min_length=1)
    server_url: str
    trusts_email: bool = False

    @field_validator("server_url")
    @classmethod
    def _is_https(cls, value: str) -> str:
        if urlsplit(value).scheme != "https":
            raise ValueError("server_url must begin with https://")
        return value

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


def oidc_apps(env: Environment, name: str) -> list[dict[str, object]]:
    """The log-in services in this variable, a JSON list; none if it is not there."""
    try:
        providers = TypeAdapter(list[Provider]).validate_json(env.text(name, "[]"))
    except ValidationError as error:
        places = "; ".join(": ".join((*map(str, each["loc"]), each["msg"])) for each in error.errors())
        message = f"{name} is niet te gebruiken ({places}). Geef {PROVIDERS_FORM}."
        raise ImproperlyConfigured(message) from None
    if len({provider.id for provider in providers}) < len(providers):
        message = f"{name} noemt twee diensten met dezelfde id. Geef elke dienst een eigen id: die staat in haar adres."
        raise ImproperlyConfigured(message)
    return [provider.as_app() for provider in providers]


def mail_settings(env: Environment, name: str, *, local: bool) -> dict[str, object]:
    """Django's settings for sending mail. On this machine alone mail may go to the console; elsewhere it must be said where to."""
    url = env.text(name, "consolemail://" if local else None)
    if urlsplit(url).scheme not in MAIL_SCHEMES:
        message = f"{name} is geen adres van een mailserver. Geef smtp+tls://naam:wachtwoord@host:poort."
        raise ImproperlyConfigured(message)
    return {**environ.Env.email_url_config(url), "EMAIL_TIMEOUT": 20}
