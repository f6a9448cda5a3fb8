from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import LETS_GO, Environment, require_two_roles

STRONG = "kX2-vQ8_mZ4nB7cT1yR9wL5jH3gF6dS0aPqWeUiOxCzNbVtYkMlJhGfDs"
DATABASE = "postgresql://rangorde_app:pw@db.example:5432/rangorde"


def refusal(method: str, value: str, **options: object) -> str:
    """What the environment says about this value of NAME."""
    with pytest.raises(ImproperlyConfigured) as refused:
        getattr(Environment({"NAME": value}), method)("NAME", **options)
    return str(refused.value)


@pytest.mark.parametrize("value", ["", "   "])
def test_value_that_must_be_there_is_asked_for(value: str) -> None:
    assert refusal("text", value) == (
        "NAME ontbreekt. Zet NAME in de omgeving; docs/beheer.md zegt wat erin hoort."
    )


def test_value_with_a_default_may_be_left_out() -> None:
    assert Environment({}).text("NAME", "default") == "default"
    assert Environment({"NAME": " given "}).text("NAME", "default") == "given"


def test_value_is_read_from_a_file_that_the_platform_mounts(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("from a file\n")
    values = {"NAME_FILE": str(tmp_path / "secret"), "NAME": "from the environment"}
    assert Environment(values).text("NAME") == "from a file"


def test_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        Environment({"NAME_FILE": str(tmp_path / "none")}).text("NAME")
    assert str(refused.value) == (
        f"NAME_FILE wijst naar «{tmp_path / 'none'}», en dat is niet te lezen: No such file or directory."
    )


def test_file_that_holds_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ImproperlyConfigured) as refused:
        Environment({"NAME_FILE": str(tmp_path / "secret")}).text("NAME")
    assert str(refused.value) == (
        f"NAME_FILE wijst naar «{tmp_path / 'secret'}», en dat is geen tekst. Bewaar het als UTF-8."
    )


@pytest.mark.parametrize(("value", "flag"), [("1", True), ("0", False), ("", False)])
def test_flag_is_one_or_nought(value: str, flag: bool) -> None:
    assert Environment({"NAME": value}).flag("NAME") is flag


@pytest.mark.parametrize("value", ["true", "ja", "2", "off"])
def test_flag_of_any_other_value_is_refused(value: str) -> None:
    assert refusal("flag", value) == f"NAME is «{value}». Geef 1 of 0, of laat NAME weg."


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "veel", "1e3", "9999999999", "٣"])
def test_number_out_of_range_is_refused(value: str) -> None:
    assert refusal("number", value, default=5) == (
        f"NAME is «{value}». Geef een geheel getal van ten minste 1."
    )


def test_number_at_its_least_is_accepted() -> None:
    assert Environment({"NAME": "1"}).number("NAME", 5) == 1
    assert Environment({"NAME": "0"}).number("NAME", 5, least=0) == 0
    assert Environment({}).number("NAME", 5) == 5


@pytest.mark.parametrize("value", [STRONG[:49], "ab" * 40, "wachtwoord" * 6])
def test_weak_secret_is_refused_and_not_repeated(value: str) -> None:
    sentence = refusal("secret", value, least=50)
    assert sentence.startswith("NAME is te zwak. Maak een nieuwe met: python3 -c ")
    assert value not in sentence


def test_secret_of_just_enough_is_accepted() -> None:
    assert Environment({"NAME": STRONG[:50]}).secret("NAME", least=50) == STRONG[:50]


def test_hosts_are_separated_by_commas() -> None:
    assert Environment({"NAME": "a.example, b.example,"}).hosts("NAME", demo=False) == [
        "a.example",
        "b.example",
    ]


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("a.example,*", "*"),
        (".nl", ".nl"),
        ("a.example,a b", "a b"),
        ("https://a.example", "https://a.example"),
        (",", ""),
    ],
)
def test_host_that_is_no_name_in_full_is_refused(value: str, wrong: str) -> None:
    assert refusal("hosts", value, demo=False) == (
        f"NAME noemt «{wrong}». Noem elk adres waarop de site bereikbaar is voluit, met komma's ertussen."
    )


@pytest.mark.parametrize("value", ["a.example", "localhost,a.example", "0.0.0.0"])
def test_demo_outside_this_machine_is_refused(value: str) -> None:
    assert refusal("hosts", value, demo=True).startswith(
        "DEMO=1 kan alleen op deze machine. Zet NAME op localhost"
    )


def test_demo_on_this_machine_is_accepted() -> None:
    assert Environment({"NAME": "localhost,127.0.0.1"}).hosts("NAME", demo=True) == ["localhost", "127.0.0.1"]


@pytest.mark.parametrize(
    "value",
    [
        "a.example",
        "https://b.example",
        "https://a.example/pad",
        "https://a.example?x=1",
        "ftp://a.example",
        "//a.example",
        "http://[",
        "http://a.example:abc",
        "http://a.example:99999",
    ],
)
def test_site_that_is_no_address_of_this_site_is_refused(value: str) -> None:
    assert refusal("site_url", value, hosts=["a.example"]) == (
        f"NAME is «{value}». Geef het adres van de site, met een naam die in ALLOWED_HOSTS staat."
    )


@pytest.mark.parametrize("value", ["http://a.example", "http://localhost:8000"])
def test_site_without_https_is_refused_where_others_reach_it(value: str) -> None:
    assert refusal("site_url", value, hosts=["localhost", "a.example"]) == (
        f"NAME is «{value}». Buiten deze machine is https verplicht."
    )


def test_site_that_others_reach_must_say_its_address() -> None:
    assert refusal("site_url", "", hosts=["localhost", "a.example"]).startswith("NAME ontbreekt.")
    assert Environment({}).site_url("NAME", ["localhost"]) == "http://localhost:8000"


@pytest.mark.parametrize("value", ["https://a.example", "https://localhost", "https://a.example:8443/"])
def test_site_with_https_is_accepted(value: str) -> None:
    assert Environment({"NAME": value}).site_url("NAME", ["a.example", "localhost"]) == value.rstrip("/")


def test_site_on_this_machine_does_without_https() -> None:
    hosts = ["localhost", "127.0.0.1"]
    assert Environment({"NAME": "http://127.0.0.1:81"}).site_url("NAME", hosts) == "http://127.0.0.1:81"


@pytest.mark.parametrize(
    "value",
    [
        "sqlite:///rangorde.db",
        "mysql://u:p@h/db",
        "rangorde",
        "postgresql://",
        "postgresql://u:p@/db",
        "postgresql://h/db",
        "postgresql://u:p@h",
        "postgresql://u:p@h/",
        "postgresql://u:p@h:abc/db",
        "postgresql://u:p@[h/db",
    ],
)
def test_database_that_is_not_postgresql_is_refused_without_its_password(value: str) -> None:
    assert refusal("database", value) == (
        "NAME is geen adres van PostgreSQL. Geef postgresql://rol:wachtwoord@host:poort/naam."
    )


def test_database_address_is_taken_apart() -> None:
    found = Environment({"NAME": DATABASE}).database("NAME")
    parts = {name: found[name] for name in ("USER", "PASSWORD", "HOST", "PORT", "NAME")}
    assert parts == {
        "USER": "rangorde_app",
        "PASSWORD": "pw",
        "HOST": "db.example",
        "PORT": 5432,
        "NAME": "rangorde",
    }


def test_database_notices_soon_that_a_process_is_gone_unless_the_address_says_otherwise() -> None:
    own = "-c client_connection_check_interval=0 -c work_mem=8MB"
    found = Environment({"NAME": f"{DATABASE}?sslmode=require&options={quote(own)}"}).database("NAME")
    assert found["OPTIONS"] == {"sslmode": "require", "options": f"{LETS_GO} {own}"}
    assert Environment({"NAME": DATABASE}).database("NAME")["OPTIONS"] == {"options": LETS_GO}


def test_database_needs_no_password() -> None:
    assert Environment({"NAME": "postgresql://u@h/db"}).database("NAME")["USER"] == "u"


@pytest.mark.parametrize("value", ["redis://h", "redis://h:6379/0", "rediss://:word@h:6379/12"])
def test_broker_is_taken_as_it_is(value: str) -> None:
    assert Environment({"NAME": value}).redis("NAME") == value


@pytest.mark.parametrize(
    "value",
    [
        "amqp://h",
        "http://h:6379",
        "h:6379",
        "redis://",
        "redis://h:abc/0",
        "redis://h:6379/nul",
        "redis://[h",
        "unix:///run/valkey.sock",
        "redis+socket:///run/valkey.sock",
    ],
)
def test_broker_of_another_kind_is_refused(value: str) -> None:
    assert refusal("redis", value) == "NAME is geen adres van Redis of Valkey. Geef redis://host:poort/0."


def databases(owner: str) -> tuple[dict[str, object], dict[str, object]]:
    environment = Environment({"A": DATABASE, "B": owner})
    return environment.database("A"), environment.database("B")


def test_one_role_for_both_is_refused() -> None:
    with pytest.raises(
        ImproperlyConfigured, match=r"^DATABASE_URL en DATABASE_OWNER_URL hebben dezelfde rol\."
    ):
        require_two_roles(*databases(DATABASE))


@pytest.mark.parametrize(
    "owner",
    [
        "postgresql://rangorde_owner:pw@db.example:5432/other",
        "postgresql://rangorde_owner:pw@other.example:5432/rangorde",
        "postgresql://rangorde_owner:pw@db.example:5433/rangorde",
    ],
)
def test_two_databases_are_refused(owner: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"wijzen niet naar dezelfde database\."):
        require_two_roles(*databases(owner))


def test_two_roles_on_one_database_are_accepted() -> None:
    require_two_roles(*databases("postgresql://rangorde_owner:pw@db.example:5432/rangorde"))
