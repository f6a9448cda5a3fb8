"""Seeded mutation of the engine: does a test fail for every small change of its source?

    python3 dev.py mutate --seed 1 --number 200

Takes a sample of all operators, borders, constants and orders in schemes/, changes one at a time, and runs the
tests of the engine on it. A mutant that no test notices survives, and is printed with its place.
"""

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import io
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent
SKIPPED = {"__init__", "__main__", "loting_controle"}
SECONDS = 240
FIRST = (
    "worked_rounds",
    "additions",
    "other_regulations",
    "documents",
    "document_values",
    "round_errors",
    "golden",
)
ORDER = [*(f"tests/schemes/test_{name}.py" for name in FIRST), "tests/schemes"]
"""The tests that notice most at the least cost come first."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


@dataclass(frozen=True)
class Mutant:
    """One change: which module, which node (in the order of a walk), and what becomes of it."""

    module: str
    node: int
    line: int
    change: str


class Wanted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from changed source; all others as they are."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name = name
        self.tree = tree

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, self, origin=str(source_of(name)))

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, str(source_of(self.name)), "exec"), module.__dict__)


UNCHANGED = Mutant("", 0, 0, "nothing")


def source_of(module: str) -> Path:
    return ROOT / f"{module.replace('.', '/')}.py"


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def mutants() -> Iterator[Mutant]:
    """Every change that can be made to the engine."""
    for path in sorted((ROOT / "schemes").rglob("*.py")):
        if path.stem in SKIPPED:
            continue
        tree = ast.parse(path.read_text())
        for number, node in enumerate(ast.walk(tree)):
            for change in _changes(node):
                yield Mutant(_module(path), number, getattr(node, "lineno", 0), change)


def _changes(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARISONS:
            yield f"{type(operator).__name__} -> {COMPARISONS[type(operator)].__name__}"
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in OPERATORS:
            yield f"{type(operator).__name__} -> {OPERATORS[type(operator)].__name__}"
        case ast.BoolOp(op=ast.And()):
            yield "and -> or"
        case ast.BoolOp(op=ast.Or()):
            yield "or -> and"
        case ast.UnaryOp(op=ast.Not()):
            yield "not x -> x"
        case ast.Constant(value=bool() as value):
            yield f"{value} -> {not value}"
        case ast.Constant(value=int() as value):
            yield f"{value} -> {value + 1}"
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield f"{name} -> {NAMES[name]}"
        case ast.Continue():
            yield "continue -> break"
        case ast.IfExp():
            yield "a if c else b -> b if c else a"
        case _:
            pass


def changed(mutant: Mutant) -> ast.Module:
    """The module's tree with the change made."""
    tree = ast.parse(source_of(mutant.module).read_text())
    node = list(ast.walk(tree))[mutant.node]
    match node:
        case ast.Compare():
            node.ops = [COMPARISONS[type(node.ops[0])]()]
        case ast.BinOp() | ast.AugAssign():
            node.op = OPERATORS[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            return _replaced(tree, node, node.operand)
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.Name():
            node.id = NAMES[node.id]
        case ast.Continue():
            return _replaced(tree, node, ast.copy_location(ast.Break(), node))
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body
        case _:
            raise AssertionError(mutant)
    return tree


def _replaced(tree: ast.Module, old: ast.AST, new: ast.AST) -> ast.Module:
    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return copy.deepcopy(new) if node is old else self.generic_visit(node)

    replaced = ast.fix_missing_locations(Replace().visit(tree))
    assert isinstance(replaced, ast.Module)
    return replaced


def survivors_of(sample: list[Mutant]) -> list[Mutant]:
    """The changes with which all tests pass. One that makes them hang is noticed too."""
    waiting, running, survived = list(sample), {}, []
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.pop(0)
            running[_started(mutant)] = (mutant, time.monotonic())
        for child, (mutant, began) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if not done and time.monotonic() - began > SECONDS:
                os.killpg(child, signal.SIGKILL)
                _, status = os.waitpid(child, 0)
                done = child
            if done:
                del running[child]
                survived.extend([mutant] if os.waitstatus_to_exitcode(status) == 0 else [])
        time.sleep(0.02)
    return sorted(survived, key=lambda mutant: (mutant.module, mutant.line))


def _started(mutant: Mutant) -> int:
    child = os.fork()
    if child == 0:
        os.setsid()
        os._exit(0 if _tests_pass(mutant) else 1)
    return child


def _tests_pass(mutant: Mutant) -> bool:
    import pytest  # noqa: PLC0415 in the child, after the fork

    if mutant is not UNCHANGED:
        sys.meta_path.insert(0, Wanted(mutant.module, changed(mutant)))
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        code = pytest.main(
            [
                "-x",
                "-q",
                "--no-header",
                "-p",
                "no:cacheprovider",
                "-p",
                "no:randomly",
                "-p",
                "no:xdist",
                "--no-cov",
                *ORDER,
            ]
        )
    return code == 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=200, help="how many changes; 0 for all")
    parser.add_argument("--only", default="", help="modules whose name contains this")
    parser.add_argument("--at-most", type=int, help="fail if more survive")
    chosen = parser.parse_args()
    every = [mutant for mutant in mutants() if chosen.only in mutant.module]
    sample = random.Random(chosen.seed).sample(every, min(chosen.number or len(every), len(every)))
    if not survivors_of([UNCHANGED]):
        print("The tests fail on the engine as it is; mend that first.")
        return 2
    survivors = survivors_of(sample)
    for mutant in survivors:
        source = source_of(mutant.module).read_text().splitlines()[mutant.line - 1].strip()
        print(f"survived  {mutant.module}:{mutant.line}  {mutant.change}    {source}")
    print(
        f"{len(sample)} of {len(every)} changes tried (seed {chosen.seed}): {len(sample) - len(survivors)} noticed, {len(survivors)} survived"
    )
    return 1 if chosen.at_most is not None and len(survivors) > chosen.at_most else 0


if __name__ == "__main__":
    sys.exit(main())
