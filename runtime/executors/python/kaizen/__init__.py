"""Stands in for Kaizen where it is not installed: what hooks of ADR-010 import, a thin agent, and nothing else of it."""

from .core.base_agent import BaseAgent, BaseAgentConfig
from .options import KaizenOptions

__all__ = ["BaseAgent", "BaseAgentConfig", "KaizenOptions"]
