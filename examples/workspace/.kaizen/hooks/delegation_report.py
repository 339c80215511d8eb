"""Reports which specialists were called and which permissions were asked for.

Hears four events; when the agent's loop is over it has a summary at hand.
"""

from collections import Counter

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult


class DelegationReportHook(BaseHook):
    events = [
        HookEvent.PRE_SPECIALIST_INVOKE,
        HookEvent.POST_SPECIALIST_INVOKE,
        HookEvent.PRE_PERMISSION_CHECK,
        HookEvent.POST_PERMISSION_CHECK,
    ]

    def __init__(self):
        super().__init__(name="delegation_report")
        self.seen = Counter()

    async def handle(self, context: HookContext) -> HookResult:
        self.seen[context.event_type.value] += 1
        return HookResult(success=True, data={"seen": dict(self.seen)})
