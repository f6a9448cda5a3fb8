"""From values to a PDF that can be read aloud, and is the same to the byte whenever it is made again."""

import json
from datetime import datetime
from pathlib import Path

import typst

LETTERS = Path(__file__).resolve().parent.parent / "letters"


def typeset(template: str, data: dict[str, object], *, at: datetime) -> bytes:
    """The PDF (PDF/A-2a and PDF/UA-1) of this template. What stands in `data` is text, and never becomes markup."""
    made = typst.compile(
        LETTERS / f"{template}.typ",
        root=LETTERS,
        sys_inputs={"data": json.dumps(data)},
        ignore_system_fonts=True,
        pdf_standards=["a-2a", "ua-1"],
        timestamp=at,
        format="pdf",
    )
    if not isinstance(made, bytes):
        raise TypeError(template)
    return made
