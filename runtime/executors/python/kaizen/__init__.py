"""Stands in for Kaizen where it is not installed: what hooks of ADR-010 import, and nothing else of it."""

from dataclasses import dataclass, field
from typing import Any, Dict, List

__all__ = ["KaizenOptions"]


@dataclass
class KaizenOptions:
    """Which hooks an agent is given, in code and from which folders."""

    hooks: List[Dict[str, Any]] = field(default_factory=list)
    setting_sources: List[str] = field(default_factory=list)
