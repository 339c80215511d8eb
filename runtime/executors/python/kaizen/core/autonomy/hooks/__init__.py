"""Hooks: code that is called at the lifecycle events of an agent."""

from .builtin import AuditHook, CostTrackingHook, LoggingHook, MetricsHook, PerformanceProfilerHook
from .manager import FunctionHookAdapter, HookManager
from .protocol import BaseHook, HookHandler
from .types import HookContext, HookEvent, HookPriority, HookResult

__all__ = [
    "AuditHook",
    "BaseHook",
    "CostTrackingHook",
    "FunctionHookAdapter",
    "HookContext",
    "HookEvent",
    "HookHandler",
    "HookManager",
    "HookPriority",
    "HookResult",
    "LoggingHook",
    "MetricsHook",
    "PerformanceProfilerHook",
]
