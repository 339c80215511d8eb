"""Writes every event to an audit trail: any object with `log_event(user, action, result, metadata)`."""

import logging
from typing import Any, List, Optional

from ..protocol import BaseHook
from ..types import HookContext, HookEvent, HookResult

__all__ = ["AuditHook"]

logger = logging.getLogger(__name__)


class AuditHook(BaseHook):
    events = list(HookEvent)

    def __init__(self, audit_provider: Any, event_filter: Optional[List[HookEvent]] = None):
        super().__init__(name="audit_hook")
        self.audit_provider = audit_provider
        self.event_filter = event_filter

    async def handle(self, context: HookContext) -> HookResult:
        if self.event_filter and context.event_type not in self.event_filter:
            return HookResult(success=True, data={"skipped": True, "reason": "event_filter"})
        action = context.event_type.value
        entry = {
            "trace_id": context.trace_id,
            "timestamp": context.timestamp,
            "event_type": action,
            "data": context.data,
            "metadata": context.metadata,
        }
        try:
            number = self.audit_provider.log_event(
                user=context.agent_id, action=action, result=_result_of(context.data), metadata=entry
            )
        except Exception as error:
            logger.error("%s was not written to the audit trail: %s", action, error)
            return HookResult(success=False, error=str(error))
        return HookResult(success=True, data={"audit_event_id": number})


def _result_of(data):
    if data.get("error"):
        return "error"
    return "failure" if data.get("success") is False else data.get("result", "success")
