"""Counts events by name."""

from collections import Counter

from ..protocol import BaseHook
from ..types import HookContext, HookEvent, HookResult

__all__ = ["MetricsHook"]


class MetricsHook(BaseHook):
    events = list(HookEvent)

    def __init__(self, metrics_backend: str = "prometheus"):
        super().__init__(name="metrics_hook")
        self.metrics_backend = metrics_backend
        self.counters = Counter()

    async def handle(self, context: HookContext) -> HookResult:
        metric = "kaizen_hook_" + context.event_type.value
        self.counters[metric] += 1
        return HookResult(success=True, data={"metric": metric, "count": self.counters[metric]})
