"""Who lives and works in Voorbeeldstad. Nobody here exists, and no mail reaches them: `.example` is no domain."""

from base64 import b32encode
from dataclasses import dataclass
from hashlib import sha1

from grants.enums import Role

DOMAIN = "voorbeeldstad.example"
QUARTERS = f"wijken.{DOMAIN}"
"""Where the many applicants of made rounds live: too many to choose from on the front page."""

PASSWORD = "laat-mij-erin-in-voorbeeldstad"  # noqa: S105 - printed for whoever tries the demo, and used nowhere else


@dataclass(frozen=True)
class Inhabitant:
    """Someone to be in the demo. `organisation` is who they act for; `roles` they hold in every round."""

    name: str
    what: str
    roles: tuple[Role, ...] = ()
    is_administrator: bool = False
    organisation: str = ""
    kvk_number: str = ""

    @property
    def email(self) -> str:
        """The address: the name with dots, at a domain that cannot exist."""
        return f"{self.name.lower().replace(' ', '.')}@{DOMAIN}"

    @property
    def needs_second_factor(self) -> bool:
        """Everyone but applicants and visitors logs in in two steps."""
        return bool(self.roles) or self.is_administrator

    @property
    def totp_secret(self) -> str:
        """What an app makes codes from: always the same, so that the app still works after a fresh start."""
        return b32encode(sha1(self.email.encode(), usedforsecurity=False).digest()).decode()


INHABITANTS = (
    Inhabitant("Noor Jansen", "aanvrager", organisation="Stichting Open Tafel", kvk_number="00000101"),
    Inhabitant("Samira el Amrani", "beoordelaar", (Role.ASSESSOR,)),
    Inhabitant("Aisha Groen", "behandelaar", (Role.OFFICIAL,)),
    Inhabitant("Henk Postma", "beslisser, namens het college", (Role.DECIDER,)),
    Inhabitant("Fatima Yildiz", "getuige bij de loting"),
    Inhabitant("Wim Akkerman", "controleur", (Role.AUDITOR,)),
    Inhabitant("Joke Brouwer", "beheerder", is_administrator=True),
    Inhabitant("Ravi Ramdin", "beheerder", is_administrator=True),
    Inhabitant("Marijke Bakker", "beoordelaar", (Role.ASSESSOR,)),
    Inhabitant("Joost de Wit", "beoordelaar", (Role.ASSESSOR,)),
    Inhabitant("Tom Verhoeven", "beoordelaar", (Role.ASSESSOR,)),
    Inhabitant("Daan Vermeer", "behandelaar", (Role.OFFICIAL,)),
    Inhabitant("Ruth Samson", "aanvrager", organisation="Stichting De Brug", kvk_number="00000102"),
    Inhabitant("Bram Dekker", "aanvrager", organisation="Vereniging Zilveren Draad", kvk_number="00000103"),
    Inhabitant("Lian Chen", "aanvrager", organisation="Stichting Kleurrijk Atelier", kvk_number="00000104"),
    Inhabitant("Yusuf Kaya", "aanvrager", organisation="Buurtvereniging De Linde"),
)
"""In the order in which the front page of the demo offers them."""
