"""Hooks that do what hooks may do, one per way of doing it."""

import asyncio
import os
import subprocess
import sys
import threading

from kaizen.core.autonomy.hooks import BaseHook, HookResult


class Counts(BaseHook):
    def __init__(self):
        super().__init__(name="counts")
        self.count = 0

    async def handle(self, context):
        self.count += 1
        return HookResult(success=True, data={"count": self.count})


class Synchronous:
    def handle(self, context):
        return {"sync": context.agent_id}


class Echoes:
    async def handle(self, context):
        await asyncio.sleep(context.data.get("wait", 0))
        return HookResult(
            success=True,
            data={
                "event": context.event_type.name,
                "agent": context.agent_id,
                "data": context.data,
                "metadata": context.metadata,
                "trace": len(context.trace_id),
            },
        )


class Prints:
    async def handle(self, context):
        print("out", context.agent_id)
        await asyncio.sleep(0.05)
        print("err", context.agent_id, file=sys.stderr)
        sys.stdout.buffer.write(b"bytes\n")
        await asyncio.create_task(self.more(context))
        return HookResult(success=True)

    async def more(self, context):
        print("task", context.agent_id)


class PrintsALot:
    def handle(self, context):
        for _ in range(30):
            print("x" * 100_000)
        return HookResult(success=True)


class StartsAProgram:
    def handle(self, context):
        shown = subprocess.run(["sh", "-c", "ulimit -v; cat"], capture_output=True, text=True)
        return {"shown": shown.stdout.split()}


class Where:
    def handle(self, context):
        return {"file": __file__, "cwd": os.getcwd(), "dialect": os.environ["HOOKBENCH_DIALECT"]}


class AThread:
    async def handle(self, context):
        loop = asyncio.get_running_loop()
        return {"thread": await loop.run_in_executor(None, lambda: threading.current_thread() is not threading.main_thread())}


def as_a_function(context):
    return HookResult(success=True, data={"function": True})


def tells_the_time(context):
    return {"time": repr(context.timestamp)}


def shares_its_event(context):
    return context.event_type
