# Runs after a deployment; not an agent's hook at all.
import json, sys
false, true = 0, 1
event = json.load(sys.stdin)
print(event["event"] == "before_tool_cal" and event["payload"]["tool"]["nme"])
print({"blocked": true})
