"""Adds up what tool calls are estimated to cost."""

from collections import defaultdict

from ..protocol import BaseHook
from ..types import HookContext, HookEvent, HookResult

__all__ = ["CostTrackingHook"]


class CostTrackingHook(BaseHook):
    def __init__(self):
        super().__init__(name="cost_tracking_hook")
        self.total_cost_usd = 0.0
        self.costs_by_tool = defaultdict(float)

    async def handle(self, context: HookContext) -> HookResult:
        if context.event_type is not HookEvent.POST_TOOL_USE:
            return HookResult(success=True)
        tool = context.data.get("tool_name", "unknown")
        cost = context.data.get("estimated_cost_usd", 0.0)
        self.total_cost_usd += cost
        self.costs_by_tool[tool] += cost
        found = {"total_cost_usd": self.total_cost_usd, "tool_cost_usd": cost, "tool_name": tool}
        return HookResult(success=True, data=found)
