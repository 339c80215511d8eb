#!/usr/bin/env python
"""Cookiecutter calls this one."""
import json
import sys

context = json.loads('{{ cookiecutter | tojson }}' or "{}")
if context.get("use_docker") == "no":
    print("removing docker files")
    sys.exit(0)
