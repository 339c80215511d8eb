"""The input and output types of hooks."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Dict, Optional

__all__ = ["HookContext", "HookEvent", "HookPriority", "HookResult"]


class HookEvent(Enum):
    """The lifecycle events of an agent: ten of ADR-010, then eight of later releases."""

    PRE_TOOL_USE = "pre_tool_use"
    POST_TOOL_USE = "post_tool_use"
    PRE_AGENT_LOOP = "pre_agent_loop"
    POST_AGENT_LOOP = "post_agent_loop"
    PRE_SPECIALIST_INVOKE = "pre_specialist_invoke"
    POST_SPECIALIST_INVOKE = "post_specialist_invoke"
    PRE_PERMISSION_CHECK = "pre_permission_check"
    POST_PERMISSION_CHECK = "post_permission_check"
    PRE_CHECKPOINT_SAVE = "pre_checkpoint_save"
    POST_CHECKPOINT_SAVE = "post_checkpoint_save"

    PRE_INTERRUPT = "pre_interrupt"
    POST_INTERRUPT = "post_interrupt"
    PRE_PLAN_GENERATION = "pre_plan_generation"
    POST_PLAN_GENERATION = "post_plan_generation"
    PRE_MEMORY_SAVE = "pre_memory_save"
    POST_MEMORY_SAVE = "post_memory_save"
    PRE_MEMORY_LOAD = "pre_memory_load"
    POST_MEMORY_LOAD = "post_memory_load"


class HookPriority(Enum):
    """Execution order of an event's hooks: lower values run first."""

    CRITICAL = 0
    HIGH = 1
    NORMAL = 2
    LOW = 3


@dataclass
class HookContext:
    """One event, as passed to a hook. `timestamp` is in seconds since the epoch."""

    event_type: HookEvent
    agent_id: str
    timestamp: float
    data: Dict[str, Any]
    metadata: Optional[Dict[str, Any]] = field(default_factory=dict)
    trace_id: Optional[str] = None


@dataclass
class HookResult:
    """The result of a hook; a failed one must have an `error`."""

    success: bool
    data: Optional[Dict[str, Any]] = None
    error: Optional[str] = None
    duration_ms: float = 0.0

    def __post_init__(self):
        if not self.success and self.error is None:
            raise ValueError("Unsuccessful hook result must include error message")
