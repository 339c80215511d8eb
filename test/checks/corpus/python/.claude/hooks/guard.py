#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data["hook_event_name"] == "PreToolUse" and "rm -rf" in data["tool_input"].get("command", ""):
    print("blocked", file=sys.stderr)
    print(json.dumps({"decision": "block"}))
    sys.exit(2)
