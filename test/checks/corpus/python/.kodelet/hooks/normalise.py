#!/usr/bin/env python3
# camelCase from one host, snake_case from the other: make it all snake before anybody looks.
import json, re, sys


def snake(value):
    if isinstance(value, dict):
        return {re.sub(r"(?<!^)(?=[A-Z])", "_", k).lower(): snake(v) for k, v in value.items()}
    if isinstance(value, list):
        return [snake(v) for v in value]
    return value


def alias(p, **names):
    for new, olds in names.items():
        for old in olds:
            if old in p and new not in p:
                p[new] = p.pop(old)


if sys.argv[1:2] == ["hook"]:
    print("user_message_send")
    sys.exit()

p = snake(json.load(sys.stdin))
alias(p, text=("message", "prompt", "user_prompt"))
text = p["text"]
secrets = [w for w in text.split() if w.startswith(("ghp_", "AKIA"))]
verdict = {"blocked": bool(secrets)}
if secrets:
    verdict.update(reason="%d secrets in the message" % len(secrets))
print(json.dumps(verdict, indent=None, separators=(",", ":")))
