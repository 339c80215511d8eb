"""Hooks: code that is called at the events of an agent's life."""

from .builtin import CostTrackingHook, LoggingHook, MetricsHook
from .manager import FunctionHookAdapter, HookManager
from .protocol import BaseHook, HookHandler
from .types import HookContext, HookEvent, HookPriority, HookResult

__all__ = [
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
]
