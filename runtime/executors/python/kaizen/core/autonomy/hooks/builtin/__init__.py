"""Hooks that come with Kaizen."""

from .cost_tracking_hook import CostTrackingHook
from .logging_hook import LoggingHook
from .metrics_hook import MetricsHook

__all__ = ["CostTrackingHook", "LoggingHook", "MetricsHook"]
