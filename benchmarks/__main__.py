"""What can be measured: `python -m benchmarks`."""

import sys

from benchmarks import engine

if __name__ == "__main__":
    sys.stdout.write(f"python -m benchmarks.engine   {engine.ABOUT}\n")
