from datetime import datetime, timezone
import json, os


class AuditAll(object):
    """Duck typed: no kaizen import, so that it can be tested anywhere."""

    events = ["pre_tool_use", "post_tool_use"] + ["pre_agent_loop"]
    name = "audit"

    def __init__(self, path=None):
        self.path = path or os.path.expanduser("~/audit.ndjson")

    def _line(self, ctx):
        kind = getattr(ctx.event_type, "value", ctx.event_type)
        line = {"at": datetime.fromtimestamp(ctx.timestamp, timezone.utc).isoformat(), "kind": kind}
        if kind.endswith("tool_use"):
            line.update(tool=ctx.data["tool_name"], input=ctx.data["tool_input"])
            if kind == "post_tool_use":
                line["result"] = repr(ctx.data["result"])[:200]
        else:
            line["inputs"] = ctx.data.get("inputs") or ctx.data
        return line

    async def handle(self, ctx, *unused, **options):
        with open(self.path, "a") as out:
            print(json.dumps(self._line(ctx), default=str), file=out)
        return dict(success=True)
