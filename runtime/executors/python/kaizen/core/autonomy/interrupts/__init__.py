"""Interrupts, which stop a running agent: only the enums that a hook of pre_interrupt compares with."""

from .types import InterruptMode, InterruptSource

__all__ = ["InterruptMode", "InterruptSource"]
