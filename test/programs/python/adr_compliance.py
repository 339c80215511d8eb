# User code

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookResult, HookEvent

class CustomComplianceHook(BaseHook):
    """Custom hook for GDPR compliance checks"""

    def __init__(self):
        super().__init__(name="gdpr_compliance_hook")

    async def handle(self, context: HookContext) -> HookResult:
        if context.event_type == HookEvent.PRE_TOOL_USE:
            tool_name = context.data.get("tool_name")

            # Check if tool accesses PII
            if tool_name in ["DatabaseQuery", "FileRead"]:
                # Verify GDPR consent
                has_consent = await self._check_gdpr_consent(context.data)

                if not has_consent:
                    return HookResult(
                        success=False,
                        error="GDPR consent required for PII access"
                    )

        return HookResult(success=True)

    async def _check_gdpr_consent(self, data: dict) -> bool:
        # Real implementation would check consent database
        return True
