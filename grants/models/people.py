"""People: one account per person, with a name, an e-mail address and nothing more."""

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower

from grants import clock
from grants.names import sort_key, tidy


class UserManager(BaseUserManager["User"]):
    """Accounts by their e-mail address, in lower case."""

    def create_user(self, *, email: str, name: str, password: str | None = None) -> "User":
        """A new account; without a password it can only be entered through a link or another service."""
        user = self.model(email=email.strip().lower(), name=name)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account with this e-mail address, however its capitals were typed."""
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser):
    """A person who can log in. What someone may do follows from roles, never from the account itself."""

    email = models.EmailField("e-mailadres", unique=True)
    name = models.CharField("naam", max_length=150)
    sort_name = models.CharField(max_length=150, editable=False, db_index=True)
    is_active = models.BooleanField("kan inloggen", default=True)
    is_administrator = models.BooleanField("beheerder", default=False)
    joined_at = models.DateTimeField("sinds", default=clock.now, editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    objects = UserManager()

    class Meta:
        verbose_name = "persoon"
        verbose_name_plural = "personen"
        ordering = ("sort_name", "pk")
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_whatever_its_capitals"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def save(self, **kwargs: object) -> None:
        """Keep the key that lists are sorted by beside the name."""
        self.name = tidy(self.name)
        self.sort_name = sort_key(self.name)
        super().save(**kwargs)  # type: ignore[arg-type]

    def get_full_name(self) -> str:
        """The name, as allauth asks for it."""
        return self.name
