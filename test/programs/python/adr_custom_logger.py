# .kaizen/hooks/custom_logger.py

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookResult

class CustomLoggerHook(BaseHook):
    """Custom logging hook loaded from filesystem"""

    def __init__(self):
        super().__init__(name="custom_logger")

    async def handle(self, context: HookContext) -> HookResult:
        # Custom logging logic
        with open("/var/log/kaizen/hooks.log", "a") as f:
            f.write(f"[{context.timestamp}] {context.event_type.value}: {context.data}\n")

        return HookResult(success=True)

# Kaizen auto-discovers this if setting_sources includes "project"
# Discovery pattern: .kaizen/hooks/*.py → find classes implementing HookHandler
