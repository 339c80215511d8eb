"""Adds up what tool calls cost, per tool and in all.

Prices come from `pricing/`; a tool without a price there costs what the agent estimated.
"""

from collections import defaultdict

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult
from pricing.rates import price_of


class CostTrackerHook(BaseHook):
    events = [HookEvent.POST_TOOL_USE]

    def __init__(self):
        super().__init__(name="cost_tracker")
        self.total_usd = 0.0
        self.by_tool = defaultdict(float)

    async def handle(self, context: HookContext) -> HookResult:
        tool_name = context.data.get("tool_name", "unknown")
        cost = price_of(tool_name, estimated=context.data.get("estimated_cost_usd", 0.0))

        self.total_usd += cost
        self.by_tool[tool_name] += cost

        return HookResult(
            success=True,
            data={
                "tool_name": tool_name,
                "tool_cost_usd": round(self.by_tool[tool_name], 4),
                "total_cost_usd": round(self.total_usd, 4),
            },
        )
