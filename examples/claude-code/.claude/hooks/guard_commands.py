#!/usr/bin/env python3
"""Refuses shell commands that delete folders or push over other people's work."""

import json
import re
import sys

REFUSED = [
    (r"\brm\s+(-\w*r\w*f|-\w*f\w*r)\b", "Do not delete folders by force; move them to .trash instead."),
    (r"\bgit\s+push\b.*(--force\b(?!-with-lease)|\s-f\b)", "Push with --force-with-lease."),
]


def main():
    payload = json.load(sys.stdin)
    command = payload["tool_input"]["command"]
    for pattern, reason in REFUSED:
        if re.search(pattern, command):
            print(reason, file=sys.stderr)
            sys.exit(2)


if __name__ == "__main__":
    main()
