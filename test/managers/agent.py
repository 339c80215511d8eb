"""ADR-010's tests of tier 2 and 3 against the stand-in's agent, and what the released package offers beside the ADR."""

import asyncio
import json
import logging
import os
import uuid
from pathlib import Path

from kaizen import BaseAgent, BaseAgentConfig, KaizenOptions
from kaizen.core.autonomy.hooks import (
    AuditHook,
    BaseHook,
    CostTrackingHook,
    HookEvent,
    HookManager,
    HookPriority,
    HookResult,
    PerformanceProfilerHook,
)
from kaizen.core.autonomy.interrupts.types import InterruptMode
from kaizen.core.base_agent import BaseAgent as SameAgent
from kaizen.core.config import BaseAgentConfig as SameConfig

logging.disable(logging.CRITICAL)
assert (BaseAgent, BaseAgentConfig) == (SameAgent, SameConfig)
assert InterruptMode("graceful") is InterruptMode.GRACEFUL


def create_hook_file(path, events=""):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_text(
        "from kaizen.core.autonomy.hooks import BaseHook, HookResult, CostTrackingHook\n"
        "class CustomHook(BaseHook):\n"
        "    %s\n"
        "    def __init__(self):\n"
        "        super().__init__(name='custom')\n"
        "        self.seen = []\n"
        "    async def handle(self, context):\n"
        "        self.seen.append(context.event_type.value)\n"
        "        return HookResult(success=True)\n" % events
    )


async def test_hooks_with_real_agent():
    config = BaseAgentConfig(name="test-agent")
    agent = BaseAgent(config=config)

    # Register hook
    cost_hook = CostTrackingHook()
    agent.hook_manager.register(HookEvent.POST_TOOL_USE, cost_hook)

    # Execute tool
    Path("test.txt").write_text("forty-two")
    result = await agent.execute_tool("Read", {"file_path": "test.txt"})

    # Verify hook was called
    assert cost_hook.total_cost_usd > 0
    assert result == {"success": True, "content": "forty-two"}


async def test_filesystem_hook_discovery():
    # Create .kaizen/hooks/custom_hook.py
    create_hook_file(".kaizen/hooks/custom_hook.py")

    # Load hooks from filesystem
    options = KaizenOptions(setting_sources=["project"])
    agent = BaseAgent.from_options(options)

    # Verify hook was discovered and registered
    assert "custom_hook" in agent.hook_manager._hooks
    assert "other_hook" not in agent.hook_manager._hooks
    [hook] = agent.hook_manager._hooks[HookEvent.PRE_AGENT_LOOP]
    await agent.run(question="who?")
    assert hook.seen == ["pre_agent_loop", "post_agent_loop"], hook.seen


async def tools_of_its_own():
    class Pays(BaseHook):
        events = HookEvent.POST_TOOL_USE

        async def handle(self, context):
            paid.append((context.agent_id, context.data["result"], context.data["tool_input"]))
            return HookResult(success=False, error="noted")

    async def add(a, b):
        return {"sum": a + b}

    paid = []
    hooks = [{"event_type": "post_tool_use", "handler": Pays("pays")}]
    agent = BaseAgent(BaseAgentConfig(name="adder", hooks=hooks, tools={"add": add}))
    assert await agent.execute_tool("add", {"a": 1, "b": 2}) == {"sum": 3}
    assert paid == [("adder", {"sum": 3}, {"a": 1, "b": 2})]
    try:
        await agent.execute_tool("fly", {})
    except LookupError as error:
        assert "has no tool 'fly'" in str(error)
    else:
        raise AssertionError("a tool that is not there was called")


async def discovered():
    create_hook_file("hooks/one.py", "events = 'pre_tool_use'")
    create_hook_file("hooks/none.py")
    Path("hooks/broken.py").write_text("import nothing_of_this_name")
    manager = HookManager()
    # Each file imports CostTrackingHook too, which has three events.
    assert await manager.discover_filesystem_hooks(Path("hooks")) == 1 + 3 + 3
    assert manager.registered_hook_names() == {"custom", "cost_tracking_hook"}
    try:
        await manager.discover_filesystem_hooks(Path("nowhere"))
    except OSError as error:
        assert "nowhere" in str(error)
    else:
        raise AssertionError("a folder that is not there was read")


async def registered_for_its_events():
    manager, profiler = HookManager(), PerformanceProfilerHook()
    manager.register_hook(profiler, HookPriority.HIGH)
    assert all(profiler in manager._hooks[event] for event in HookEvent)
    await manager.trigger("pre_tool_use", "a", {})
    [result] = await manager.trigger("post_tool_use", "a", {})
    assert set(result.data) == {"operation", "duration_ms", "avg_duration_ms", "p95_duration_ms"}
    assert profiler.get_performance_report()["tool_use"]["count"] == 1
    [result] = await manager.trigger("post_tool_use", "nobody", {})
    assert result.success and result.data is None


async def audited():
    class Provider:
        def log_event(self, user, action, result, metadata):
            entries.append((user, action, result, metadata["trace_id"]))
            return len(entries)

    entries = []
    manager = HookManager()
    manager.register("post_tool_use", AuditHook(Provider()))
    manager.register("pre_tool_use", AuditHook(Provider(), event_filter=[HookEvent.POST_TOOL_USE]))
    [written] = await manager.trigger("post_tool_use", "a", {"error": "no"}, trace_id="t-1")
    assert written.data == {"audit_event_id": 1} and entries == [("a", "post_tool_use", "error", "t-1")]
    [skipped] = await manager.trigger("pre_tool_use", "a", {})
    assert skipped.data == {"skipped": True, "reason": "event_filter"}


async def results():
    async def traced(context):
        return HookResult(success=True, data={"id": context.trace_id})

    async def silent(context):
        return HookResult(success=False)

    manager = HookManager()
    manager.register("pre_tool_use", traced)
    manager.register("pre_tool_use", silent)
    one, other = [await manager.trigger("pre_tool_use", "a", {}) for _ in range(2)]
    assert str(uuid.UUID(one[0].data["id"])) == one[0].data["id"] != other[0].data["id"]
    return one[1].error


for test in (test_hooks_with_real_agent, test_filesystem_hook_discovery, tools_of_its_own, discovered):
    asyncio.run(test())
for test in (registered_for_its_events, audited):
    asyncio.run(test())
print(json.dumps(asyncio.run(results())))
