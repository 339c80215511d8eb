"""Logs every event."""

import logging

from ..protocol import BaseHook
from ..types import HookContext, HookEvent, HookResult

__all__ = ["LoggingHook"]

logger = logging.getLogger(__name__)


class LoggingHook(BaseHook):
    events = list(HookEvent)

    def __init__(self, log_level: str = "INFO"):
        super().__init__(name="logging_hook")
        self.log_level = log_level

    async def handle(self, context: HookContext) -> HookResult:
        level = getattr(logging, self.log_level)
        logger.log(level, "[%s] Agent=%s Data=%s", context.event_type.value, context.agent_id, context.data)
        return HookResult(success=True)
