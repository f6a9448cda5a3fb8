import ast
import sys

from tests.devtools.starting import ROOT


def imported(source: str) -> set[str]:
    """The packages that a module imports."""
    nodes = list(ast.walk(ast.parse(source)))
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.split(".")[0] for name in whole | parts}


def test_what_sets_everything_up_stands_on_the_standard_library_alone() -> None:
    sources = [ROOT / "dev.py", *(ROOT / "devtools").glob("*.py")]
    found = set().union(*(imported(path.read_text()) for path in sources))
    assert {"devtools", "subprocess"} <= found
    assert found - {"devtools"} - sys.stdlib_module_names == set()
