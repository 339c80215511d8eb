"""Built-in hooks of Kaizen: the three of ADR-010, and two of the released package."""

from .audit_hook import AuditHook
from .cost_tracking_hook import CostTrackingHook
from .logging_hook import LoggingHook
from .metrics_hook import MetricsHook
from .performance_profiler_hook import PerformanceProfilerHook

__all__ = ["AuditHook", "CostTrackingHook", "LoggingHook", "MetricsHook", "PerformanceProfilerHook"]
