import subprocess
import sys
from pathlib import Path

from benchmarks.engine import Measured, growth

ROOT = Path(__file__).resolve().parent.parent


def printed(module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout


def tables(markdown: str) -> list[list[list[str]]]:
    """The cells of each table, row by row, with its heading and without the line under it."""
    found: list[list[list[str]]] = [[]]
    for line in markdown.splitlines():
        if not line.startswith("|"):
            found.append([])
        elif not line.startswith("| ---"):
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
    return [table for table in found if table]


def test_engine_benchmark_prints_two_tables_and_funds_the_same_as_pabutools() -> None:
    engine, beside = tables(printed("benchmarks.engine", "--sizes", "1000000", "100", "--most", "100"))
    assert [row[0] for row in engine] == ["applications", "100", "all sizes"]
    assert [row[0] for row in beside] == ["applications", "100"]
    assert {len(row) for row in engine} == {11}
    assert {len(row) for row in beside} == {6}
    assert engine[1][3] == engine[1][8] == "–"
    assert beside[0][4] == "same"
    assert beside[1][4] == "yes"
    numbers = [
        cell.replace(",", "") for row in (engine[1], beside[1]) for cell in row if cell not in {"–", "yes"}
    ]
    assert all(float(number) > 0 for number in numbers)


def test_growth_is_one_where_time_grows_as_n_log_n() -> None:
    one, twenty, forty = (Measured(cpu, cpu, 1, "", 1) for cpu in (1, 20, 40))
    # 100 log 100 is 10 × 2 = 20 times 10 log 10
    assert growth(100, twenty, (10, one)) == "1.00"
    assert growth(100, forty, (10, one)) == "2.00"
    assert growth(10, one, None) == "–"


def test_imports_benchmark_prints_a_line_for_each_measurement() -> None:
    (found,) = tables(printed("benchmarks.imports", "--rows", "60", "--many", "90"))
    assert [row[:2] for row in found[1:]] == [
        ["dry run, csv", "60"],
        ["dry run, xlsx", "60"],
        ["dry run, csv, one error in the last row", "90"],
        ["bring in, csv", "60"],
    ]


def test_benchmarks_are_listed() -> None:
    assert "python -m benchmarks.engine" in printed("benchmarks")
