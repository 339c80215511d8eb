"""Writes one line for every event of every agent to ~/.kaizen/hooks.log."""

import json
from pathlib import Path

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult


class CustomLoggerHook(BaseHook):
    events = list(HookEvent)

    def __init__(self):
        super().__init__(name="custom_logger")

    async def handle(self, context: HookContext) -> HookResult:
        log = Path.home() / ".kaizen" / "hooks.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a") as file:
            data = json.dumps(context.data, default=str)
            file.write(f"[{context.timestamp}] {context.event_type.value}: {data}\n")

        return HookResult(success=True)
