"""The translations: compiled by Babel, as msgfmt is not on a fresh machine."""

from pathlib import Path

from devtools.children import Family, Program


def compile_translations(family: Family, python: Path) -> None:
    """Compile each translation that is newer than what was made of it."""
    for source in stale(family.root):
        target = source.with_suffix(".mo")
        babel = (python, "-m", "babel.messages.frontend", "compile")
        family.run(Program("translations", (*babel, "-i", source, "-o", target, "-l", source.parts[-3])))


def stale(root: Path) -> list[Path]:
    """The translations that must be compiled."""
    return [source for source in sorted(root.glob("locale/*/LC_MESSAGES/*.po")) if is_stale(source)]


def is_stale(source: Path) -> bool:
    """Is there no compiled translation, or an older one?"""
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime
