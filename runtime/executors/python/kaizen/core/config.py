"""The configuration of an agent."""

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List

__all__ = ["BaseAgentConfig"]


@dataclass
class BaseAgentConfig:
    """An agent's name, its hooks (`event_type` and `handler`, as a dict or an object), and its tools by name."""

    name: str = "agent"
    hooks: List[Any] = field(default_factory=list)
    tools: Dict[str, Callable[..., Any]] = field(default_factory=dict)
