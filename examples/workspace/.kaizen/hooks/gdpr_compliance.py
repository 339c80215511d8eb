"""GDPR compliance: tools that read personal data need the customer's consent.

Says no, with a reason, when a call names a table of customers and no consent is on record.
"""

from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult

READS_PERSONAL_DATA = ("DatabaseQuery", "FileRead")
PERSONAL_DATA = ("customers", "addresses")


class GdprComplianceHook(BaseHook):
    events = [HookEvent.PRE_TOOL_USE]

    def __init__(self):
        super().__init__(name="gdpr_compliance_hook")

    async def handle(self, context: HookContext) -> HookResult:
        if context.data.get("tool_name") not in READS_PERSONAL_DATA:
            return HookResult(success=True)

        if not await self._has_consent(context.data.get("tool_input", {})):
            return HookResult(success=False, error="GDPR consent required for PII access")

        return HookResult(success=True)

    async def _has_consent(self, tool_input: dict) -> bool:
        # A real shop would ask its consent database here.
        touched = str(tool_input).lower()
        return "consent_id" in tool_input or not any(word in touched for word in PERSONAL_DATA)
