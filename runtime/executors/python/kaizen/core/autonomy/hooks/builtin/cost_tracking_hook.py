"""Adds up the estimated cost of tool calls."""

from collections import defaultdict
from typing import Any, Dict

from ..protocol import BaseHook
from ..types import HookContext, HookEvent, HookResult

__all__ = ["CostTrackingHook"]


class CostTrackingHook(BaseHook):
    """Answers after a tool call as ADR-010 specifies: the total, the tool, and the tool's cost.

    With `by_agent` it answers as the released package does, after agent runs and specialists, too.
    """

    events = [HookEvent.POST_TOOL_USE, HookEvent.POST_AGENT_LOOP, HookEvent.POST_SPECIALIST_INVOKE]
    by_agent = False

    def __init__(self):
        super().__init__(name="cost_tracking_hook")
        self.reset_costs()

    async def handle(self, context: HookContext) -> HookResult:
        is_tool = context.event_type is HookEvent.POST_TOOL_USE
        if not is_tool and not self.by_agent:
            return HookResult(success=True)
        cost = context.data.get("estimated_cost_usd", 0.0)
        self.total_cost_usd += cost
        self.costs_by_agent[context.agent_id] += cost
        tool = context.data.get("tool_name", "unknown")
        if is_tool:
            self.costs_by_tool[tool] += cost
        elif context.event_type is HookEvent.POST_SPECIALIST_INVOKE:
            self.costs_by_specialist[context.data.get("specialist_name", "unknown")] += cost
        found: Dict[str, Any] = {"total_cost_usd": self.total_cost_usd}
        if self.by_agent:
            found.update(event_cost_usd=cost, agent_cost_usd=self.costs_by_agent[context.agent_id])
        else:
            found.update(tool_cost_usd=cost, tool_name=tool)
        return HookResult(success=True, data=found)

    def get_total_cost(self) -> float:
        return self.total_cost_usd

    def get_cost_breakdown(self) -> Dict[str, Any]:
        return {
            "total_cost_usd": self.total_cost_usd,
            "by_tool": dict(self.costs_by_tool),
            "by_agent": dict(self.costs_by_agent),
            "by_specialist": dict(self.costs_by_specialist),
        }

    def reset_costs(self) -> None:
        self.total_cost_usd = 0.0
        self.costs_by_tool = defaultdict(float)
        self.costs_by_agent = defaultdict(float)
        self.costs_by_specialist = defaultdict(float)
