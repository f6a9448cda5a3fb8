from schemes.documents import Document, load_document

MINIMAL = """\
slug = "proef"
title = "Proefregeling"
article = "1"

[[leden]]
number = "1"
text = "Het college geeft punten voor nut."

[[leden]]
number = "2"
text = "Bij een gelijke stand wordt geloot."

[[criteria]]
letter = "a"
rule = "lid 1"
name = "Nut"
text = "hoe nuttig het plan is"
levels = [{ points = 0, text = "niet" }, { points = 2, text = "wel" }]

[[tie_breaks]]
kind = "loting"
code = "lottery"
rule = "lid 2"
when = "straddling"

[[pools]]
kind = "ceiling"
label = "plafond"
ceiling = "required"
ranked_when = ["always"]
inadmissible = { code = "inadmissible", rule = "lid 1" }
ceiling_reached = { code = "ceiling_reached", rule = "lid 1" }

[allocation]
does_not_fit = "partial"
offer = "grant"
remainder = { code = "ceiling_remainder", rule = "Awb 4:25 lid 2" }
eligible_amount = { code = "eligible_amount" }
declined = { code = "remainder_declined", rule = "Awb 4:35 lid 1 onder a" }

[assessment]
aggregation = "consensus"
least_assessors = 1
"""

READING = """
[[readings]]
id = "ties"
rule = "lid 2"
question = "Wanneer wordt een gelijke stand doorbroken?"
chosen = "straddling"
why = "Zo staat het er."

[[readings.choices]]
choice = "straddling"
text = "Waar het plafond erdoor loopt."

[[readings.choices]]
choice = "always"
text = "Altijd."
"""

WITH_READING = MINIMAL.replace('when = "straddling"', 'when = { reading = "ties" }') + READING


def replaced(text: str, changes: dict[str, str]) -> str:
    """The text with each of these pieces replaced once; each must be there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def loaded(source: bytes | str) -> Document:
    """The document, which is expected to be right."""
    document = load_document(source)
    assert isinstance(document, Document), [str(problem) for problem in document]
    return document


def problems(source: bytes | str) -> list[str]:
    """What is wrong with a document that is expected to be wrong."""
    found = load_document(source)
    assert isinstance(found, tuple)
    return [str(problem) for problem in found]
