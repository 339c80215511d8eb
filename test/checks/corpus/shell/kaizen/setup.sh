#!/bin/sh
# Not a hook: prepares the machine for those that are.
python3 -m venv .venv && .venv/bin/pip install -q kaizen
