"""What can be measured: `python -m benchmarks`."""

import sys

from benchmarks import calculations, engine, explanation, imports

if __name__ == "__main__":
    for module in (engine, explanation, imports, calculations):
        sys.stdout.write(f"python -m {module.__name__:24} {module.ABOUT}\n")
