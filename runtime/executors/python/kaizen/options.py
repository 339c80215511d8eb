"""Options that give an agent its hooks."""

from dataclasses import dataclass, field
from typing import Any, Dict, List

__all__ = ["KaizenOptions"]


@dataclass
class KaizenOptions:
    """Which hooks an agent gets, from code and from which folders: `project`, `user`, or neither."""

    hooks: List[Dict[str, Any]] = field(default_factory=list)
    setting_sources: List[str] = field(default_factory=list)
