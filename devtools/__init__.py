"""Sets the demo and the tests up: servers, styles, translations. Standard library only, as dev.py runs it."""


class Stop(Exception):  # noqa: N818 - no error of the program: what happened and what to do now, for who is at the keyboard
    """Ends the command with a sentence."""
