"""Warns when an agent gets expensive. Runs on kaizen 0.x and on the 1.x preview."""
import logging
import time

try:
    from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult
except ImportError:  # the preview moved things
    from kaizen.hooks import BaseHook, HookContext, HookEvent, HookResult

log = logging.getLogger(__name__)
_SPENT = {}


def _cost(data):
    for key in ("estimated_cost_usd", "cost_usd", "cost"):
        if key in data:
            return float(data[key] or 0)
    usage = data.get("usage") or {}
    return usage.get("total_tokens", 0) * 2e-6


class BudgetWatch(BaseHook):
    LIMIT = 5.0
    events = [HookEvent.POST_TOOL_USE, HookEvent.POST_AGENT_LOOP]

    def __init__(self, limit=None):
        super().__init__(name="budget_watch")
        self.limit = limit or self.LIMIT
        self.started = time.time()

    async def handle(self, context):
        who = getattr(context, "agent_id", None) or getattr(context, "agent", "?")
        data = context.data or {}
        _SPENT[who] = _SPENT.get(who, 0.0) + _cost(data)
        if context.event_type is HookEvent.POST_AGENT_LOOP:
            answer = data.get("result", {})
            log.info("%s: %.2f for %s", who, _SPENT[who], answer if isinstance(answer, str) else list(answer))
        elif data.get("tool_name", "").startswith("Web"):
            log.debug("%s went online with %r", who, data["tool_input"])
        over = _SPENT[who] > self.limit
        return HookResult(success=not over, error="over budget" if over else None, data={"spent": _SPENT[who], **self._extra(context)})

    def _extra(self, context):
        meta = context.metadata or {}
        return {k: meta[k] for k in ("run", "user", "team") if k in meta}

    async def on_error(self, error, context):
        log.exception("budget_watch at %s: %s", context.timestamp, error)
