"""Interrupts: somebody wants the agent to stop. Only what a hook of pre_interrupt compares with."""

from .types import InterruptMode, InterruptSource

__all__ = ["InterruptMode", "InterruptSource"]
