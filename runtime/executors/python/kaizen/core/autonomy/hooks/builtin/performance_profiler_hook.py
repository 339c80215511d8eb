"""Measures the time between each pre and post event of an operation, per agent."""

from collections import defaultdict
from typing import Any, Dict, List

from ..protocol import BaseHook
from ..types import HookContext, HookEvent, HookResult

__all__ = ["PerformanceProfilerHook"]


class PerformanceProfilerHook(BaseHook):
    events = list(HookEvent)

    def __init__(self):
        super().__init__(name="performance_profiler_hook")
        self.latencies: Dict[str, List[float]] = defaultdict(list)
        self._begun: Dict[Any, float] = {}

    async def handle(self, context: HookContext) -> HookResult:
        moment, _, operation = context.event_type.value.partition("_")
        key = (context.agent_id, operation)
        if moment == "pre":
            self._begun[key] = context.timestamp
            return HookResult(success=True, data={"operation": operation})
        begun = self._begun.pop(key, None)
        if begun is None:
            return HookResult(success=True)
        took = (context.timestamp - begun) * 1000
        taken = self.latencies[operation]
        taken.append(took)
        found = {
            "operation": operation,
            "duration_ms": took,
            "avg_duration_ms": sum(taken) / len(taken),
            "p95_duration_ms": _percentile(taken, 95),
        }
        return HookResult(success=True, data=found)

    def get_performance_report(self) -> Dict[str, Dict[str, float]]:
        """Statistics per operation; durations in milliseconds."""
        return {
            operation: {
                "count": len(taken),
                "avg_ms": sum(taken) / len(taken),
                "min_ms": min(taken),
                "max_ms": max(taken),
                "p50_ms": _percentile(taken, 50),
                "p95_ms": _percentile(taken, 95),
                "p99_ms": _percentile(taken, 99),
            }
            for operation, taken in self.latencies.items()
            if taken
        }

    def reset_metrics(self) -> None:
        self._begun.clear()
        self.latencies.clear()


def _percentile(values, percent):
    ordered = sorted(values)
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]
