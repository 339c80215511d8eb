"""Stand-in for Kaizen where it is not installed: the names that hooks of ADR-010 import, and a minimal agent."""

from .core.base_agent import BaseAgent, BaseAgentConfig
from .options import KaizenOptions

__all__ = ["BaseAgent", "BaseAgentConfig", "KaizenOptions"]
