#!/usr/bin/env python
"""Django's commands: `.venv/bin/python manage.py help`."""

import os
import sys

from django.core.management import execute_from_command_line

from config.startup import sentences

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with sentences():
        execute_from_command_line(sys.argv)
