"""Calls the shim as ADR-010 describes HookManager; prints the results as JSON."""

import asyncio
import json

from kaizen.core.autonomy.hooks.builtin.cost_tracking_hook import CostTrackingHook
from kaizen.core.autonomy.hooks.builtin.logging_hook import LoggingHook
from kaizen.core.autonomy.hooks.builtin.metrics_hook import MetricsHook
from kaizen.core.autonomy.hooks.manager import FunctionHookAdapter, HookManager
from kaizen.core.autonomy.hooks.protocol import BaseHook, HookHandler
from kaizen.core.autonomy.hooks.types import HookContext, HookEvent, HookPriority, HookResult

from kaizen import KaizenOptions
from kaizen.core.autonomy.hooks import *  # noqa: F403


class MockHook(BaseHook):
    def __init__(self):
        super().__init__(name="mock")

    async def handle(self, context: HookContext) -> HookResult:
        return HookResult(success=True)


class Fails(BaseHook):
    def __init__(self):
        super().__init__("fails")
        self.errors = []

    async def handle(self, context):
        raise ValueError("on purpose")

    async def on_error(self, error, context):
        self.errors.append(str(error))


class Slow(BaseHook):
    async def handle(self, context):
        await asyncio.sleep(60)


class Refuses(BaseHook):
    async def handle(self, context):
        return HookResult(success=False, error="no consent")


def registration():
    manager = HookManager()
    hook = LoggingHook()
    manager.register(HookEvent.PRE_TOOL_USE, hook)
    assert HookEvent.PRE_TOOL_USE in manager._hooks
    assert hook in manager._hooks[HookEvent.PRE_TOOL_USE]


async def execution():
    manager = HookManager()
    manager.register(HookEvent.PRE_TOOL_USE, MockHook())
    results = await manager.trigger(HookEvent.PRE_TOOL_USE, agent_id="test-agent", data={"tool_name": "Read"})
    assert len(results) == 1
    assert results[0].success is True


async def order():
    manager, seen = HookManager(), []

    def named(name):
        async def hook(context):
            seen.append(name)
            return HookResult(success=True)

        return hook

    first = named("first")
    manager.register("pre_tool_use", named("low"), HookPriority.LOW)
    manager.register("pre_tool_use", first)
    manager.register_hook("pre_tool_use", named("second"))
    manager.register("pre_tool_use", named("critical"), HookPriority.CRITICAL)
    await manager.trigger("pre_tool_use", "a", {})
    assert manager.unregister("pre_tool_use", first) == 1
    assert manager.unregister("pre_tool_use") == 3
    return seen


async def counted():
    manager, fails = HookManager(), Fails()
    for hook in (fails, Slow("slow"), Refuses("refuses"), MockHook()):
        manager.register("pre_tool_use", hook)
    results = await manager.trigger("pre_tool_use", "a", {}, timeout=0.05)
    return {
        "results": [[one.success, one.error] for one in results],
        "errors": fails.errors,
        "stats": manager.get_stats(),
    }


registration()
asyncio.run(execution())
assert isinstance(MockHook(), HookHandler) and isinstance(FunctionHookAdapter(print), BaseHook)
options = KaizenOptions(
    hooks=[
        {"event_type": HookEvent.PRE_TOOL_USE, "handler": MetricsHook()},
        {"event_type": HookEvent.POST_TOOL_USE, "handler": CostTrackingHook()},
    ],
    setting_sources=["project"],
)
assert len(options.hooks) == 2 and options.setting_sources == ["project"]
print(json.dumps({"order": asyncio.run(order()), **asyncio.run(counted())}))
