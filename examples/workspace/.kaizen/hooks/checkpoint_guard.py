"""Counts checkpoints, and complains about one that was announced but never saved.

Raises when that happens; `on_error` then tells the person at the terminal.
"""

import sys

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult


class CheckpointGuardHook(BaseHook):
    events = [HookEvent.PRE_CHECKPOINT_SAVE, HookEvent.POST_CHECKPOINT_SAVE]

    def __init__(self):
        super().__init__(name="checkpoint_guard")
        self.pending = False
        self.saved = 0

    async def handle(self, context: HookContext) -> HookResult:
        if context.event_type == HookEvent.PRE_CHECKPOINT_SAVE:
            if self.pending:
                raise RuntimeError("the checkpoint before this one was never saved")
            self.pending = True
            return HookResult(success=True)

        self.pending = False
        self.saved += 1
        return HookResult(success=True, data={"checkpoints": self.saved})

    async def on_error(self, error: Exception, context: HookContext) -> None:
        print(f"checkpoint_guard: agent {context.agent_id}: {error}", file=sys.stderr)
