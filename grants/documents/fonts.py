"""The fonts of letters, which come with packages, and what none of them can draw."""

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import typst

PACKAGE = "font_source_sans_pro"
FACES = ("Regular", "Bold")
SAMPLE = b'#set text(font: "Source Sans Pro"); a *a*'
EACH_ON_A_PAGE = (
    b'#set text(font: "Source Sans Pro"); #for each in json(bytes(sys.inputs.data)) { page(each) }'
)
NOWHERE = "\U0010ffff"
"""What no font ever has, so that its page shows the sign for what is missing."""
GLYPH = re.compile(rb'href="#(g[0-9A-F]+)"')


@cache
def house_fonts() -> typst.Fonts:
    """Source Sans Pro, and beside it what typst itself brings. No font of the machine is looked at.

    The package has each face in two forms, and a folder is read in no order: only one form is put before typst. It
    reads a face when that is first used, which the sample does while the folder is there.
    """
    with TemporaryDirectory() as folder:
        for face in FACES:
            name = f"SourceSansPro-{face}.ttf"
            Path(folder, name).symlink_to(_folder() / name)
        fonts = typst.Fonts(include_system_fonts=False, font_paths=[folder])
        typst.compile(SAMPLE, font_paths=fonts, format="pdf")
    return fonts


def undrawn(characters: Iterable[str]) -> set[str]:
    """Those of these characters that no font has: where they stand, no document can be made that is read aloud."""
    asked = sorted(set(characters))
    inputs = {"data": json.dumps([NOWHERE, *asked])}
    compiler = typst.Compiler(EACH_ON_A_PAGE, font_paths=house_fonts(), sys_inputs=inputs)
    made = compiler.compile(format="svg")
    pages = made if isinstance(made, list) else []
    missing, *drawn = (set(GLYPH.findall(page)) for page in pages)
    return {each for each, glyphs in zip(asked, drawn, strict=True) if glyphs & missing}


def _folder() -> Path:
    """Where the package keeps its files."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(PACKAGE)
    return Path(found.origin).parent / "files"
