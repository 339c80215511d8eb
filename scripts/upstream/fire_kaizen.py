"""Fires events at a folder's hooks through a stand-in for Kaizen's HookManager: a JSON request in, a JSON response out.

In:  {"folder": path, "firings": [{"event": name, "data": {...}}, ...], "timeout": seconds}
Out: {"registered": [event, ...], "results": [[{"success", "data", "error"}, ...], ...]}, as JSON; other values as text.
"""

import asyncio
import json
import logging
import sys
from pathlib import Path

from kaizen.core.autonomy.hooks import HookEvent, HookManager


async def main():
    question = json.load(sys.stdin)
    logging.disable(logging.CRITICAL)
    manager = HookManager()
    await manager.discover_filesystem_hooks(Path(question["folder"]))
    results = []
    for one in question["firings"]:
        found = await manager.trigger(one["event"], "agent-1", one["data"], timeout=question["timeout"])
        results.append([{"success": it.success, "data": it.data, "error": it.error} for it in found])
    registered = [event.value for event in HookEvent if manager._hooks.get(event)]
    sys.stdout.write(json.dumps({"registered": registered, "results": results}, default=str))


asyncio.run(main())
