"""Rangorde as a web application: rows, people, time and paper around the engine in `schemes`."""
