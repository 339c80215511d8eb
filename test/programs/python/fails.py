"""Hooks that answer badly, one per way of doing it."""

import asyncio
import datetime
import sys

from kaizen.core.autonomy.hooks import BaseHook, HookResult


class Raises(BaseHook):
    def __init__(self):
        super().__init__(name="raises")

    async def handle(self, context):
        raise KeyError("tool_name")

    async def on_error(self, error, context):
        print("told", type(error).__name__, context.agent_id)
        raise RuntimeError("and again")


class ReturnsNone:
    async def handle(self, context):
        return None


class ReturnsADate:
    async def handle(self, context):
        return HookResult(success=True, data={"when": [datetime.date(2026, 1, 1)]})


class ReturnsNaN:
    async def handle(self, context):
        return HookResult(success=True, data={"cost": float("nan")})


class ReturnsItself:
    async def handle(self, context):
        data = {}
        data["data"] = data
        return data


class ReturnsTooMuch:
    async def handle(self, context):
        return {"text": "x" * (11 << 20)}


class NeedsArguments:
    def __init__(self, url):
        self.url = url

    async def handle(self, context):
        return HookResult(success=True)


class FailsToBeMade:
    def __init__(self):
        raise OSError("no database")

    async def handle(self, context):
        return HookResult(success=True)


class Exits:
    async def handle(self, context):
        sys.exit(3)


class ExitsInATask:
    async def handle(self, context):
        await asyncio.create_task(self.exit())

    async def exit(self):
        raise SystemExit(4)


class CancelsItself:
    async def handle(self, context):
        asyncio.current_task().cancel()
        await asyncio.sleep(1)


class Recurses:
    def handle(self, context):
        return self.handle(context)


class NoHandle:
    pass
