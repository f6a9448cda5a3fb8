import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ["requirements.txt", "requirements-dev.txt", "requirements-e2e.txt"]

# Written in parts, so that this file passes its own test.
REGISTRY = r"py(pi|thonhosted)\.org|registry\.(npm|yarn)|--(extra-)?index" + r"-url|\"resol" + r"ved\":"
HOME = r"(?<![\w.])/(home/[a-z]|Users/\w|root/)"
OUTSIDE = r"\.\./sha" + "red"
if len(ROOT.parts) > 2:
    HOME += rf"|{re.escape(str(ROOT))}/"


def files() -> list[Path]:
    """Every file that is in the repository or about to be."""
    command = "git -c safe.directory=* ls-files -z --cached --others --exclude-standard"
    names = subprocess.run(command.split(), cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [path for name in names.split("\0") if name and (path := ROOT / name).is_file()]


def found(pattern: str) -> list[str]:
    """Where the pattern stands, as file:line."""
    places = []
    for path in files():
        text = path.read_bytes().decode("utf-8", "replace")
        for match in re.finditer(pattern, text):
            line = text.count("\n", 0, match.start()) + 1
            places.append(f"{path.relative_to(ROOT)}:{line}: {match[0]}")
    return places


def blocks(name: str) -> list[str]:
    """The pinned packages of a requirements file, each with the lines that follow it."""
    lines = [line for line in (ROOT / name).read_text().splitlines() if not line.lstrip().startswith("#")]
    return re.split(r"\n(?=\S)", "\n".join(lines).strip())


def pins(name: str) -> set[str]:
    return {block.split(" \\\n")[0] for block in blocks(name)}


@pytest.mark.parametrize("pattern", [REGISTRY, HOME, OUTSIDE], ids=["registry", "home", "outside"])
def test_no_file_names_a_registry_a_home_folder_or_a_place_outside(pattern: str) -> None:
    assert found(pattern) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (REGISTRY, "https://py" + "pi.org/simple"),
        (REGISTRY, "--extra-index" + "-url x"),
        (HOME, "see /ho" + "me/jan/x"),
        (HOME, '"/ro' + 'ot/x"'),
        (OUTSIDE, "../sha" + "red/x.md"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: str, text: str) -> None:
    assert re.search(pattern, text)


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_requirements_are_pinned_with_hashes_and_without_any_address(name: str) -> None:
    for block in blocks(name):
        assert re.match(r"[a-z0-9-]+==\S+( ; [^\n]+)? \\\n    --hash=sha256:[0-9a-f]{64}", block), block
    assert "://" not in (ROOT / name).read_text()


def test_each_requirements_file_contains_the_one_before_it() -> None:
    runtime, dev, e2e = map(pins, REQUIREMENTS)
    assert runtime
    assert runtime <= dev <= e2e
