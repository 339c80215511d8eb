from kaizen import KaizenOptions
from kaizen.core.autonomy.hooks import CostTrackingHook, HookEvent, HookManager, HookPriority, LoggingHook, MetricsHook
from kaizen.core.autonomy.hooks.builtin.cost_tracking_hook import CostTrackingHook as Costs
from kaizen.core.autonomy.hooks.builtin.logging_hook import LoggingHook as Logs
from kaizen.core.autonomy.hooks.builtin.metrics_hook import MetricsHook as Metrics
from kaizen.core.autonomy.hooks.manager import FunctionHookAdapter
from kaizen.core.autonomy.hooks.protocol import BaseHook, HookHandler
from kaizen.core.autonomy.hooks.types import HookContext, HookResult

assert (Costs, Logs, Metrics) == (CostTrackingHook, LoggingHook, MetricsHook)
assert KaizenOptions(hooks=[{"event_type": HookEvent.PRE_TOOL_USE, "handler": LoggingHook()}]).setting_sources == []
assert len(HookEvent) == 18 and HookPriority.CRITICAL.value == 0
assert isinstance(LoggingHook(), HookHandler) and isinstance(FunctionHookAdapter(print), BaseHook)


class Managed:
    """Three hooks behind a manager of its own, one of which fails."""

    def __init__(self):
        self.manager = HookManager()
        self.manager.register(HookEvent.POST_TOOL_USE, CostTrackingHook())
        self.manager.register("post_tool_use", self.fails, HookPriority.HIGH)

    async def fails(self, context):
        raise ValueError("on purpose")

    async def handle(self, context):
        results = await self.manager.trigger(context.event_type, context.agent_id, context.data)
        return {"errors": [one.error for one in results], "stats": sorted(self.manager.get_stats())}
