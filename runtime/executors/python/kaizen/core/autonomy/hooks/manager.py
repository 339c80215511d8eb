"""Calls the hooks of an event one after the other, and isolates the failure of one from the next."""

import asyncio
import inspect
import logging
import time
import uuid
from bisect import bisect_right
from collections import defaultdict
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Set, Union

from .discovery import events_of, register_released_hooks
from .protocol import BaseHook, HookHandler
from .types import HookContext, HookEvent, HookPriority, HookResult

__all__ = ["FunctionHookAdapter", "HookManager"]

logger = logging.getLogger(__name__)


class FunctionHookAdapter(BaseHook):
    """Wraps a plain function, sync or async, as a hook."""

    def __init__(self, func: Callable[[HookContext], Any]):
        super().__init__(name=getattr(func, "__name__", repr(func)))
        self._func = func

    async def handle(self, context: HookContext) -> HookResult:
        result = self._func(context)
        return await result if inspect.isawaitable(result) else result


class _Hooks(defaultdict):
    """Hooks by event. `in` also accepts the name of a hook, and the stem of the file it came from."""

    def __init__(self):
        super().__init__(list)
        self._files: Dict[str, List[HookHandler]] = {}

    def came_from(self, file: str, hook: HookHandler) -> None:
        self._files.setdefault(Path(file).stem, []).append(hook)

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, str):
            return super().__contains__(key)
        there = [hook for hooks in self.values() for hook in hooks]
        return any(_name_of(hook) == key or hook in self._files.get(key, []) for hook in there)


def _name_of(hook: HookHandler) -> str:
    return getattr(hook, "name", type(hook).__qualname__)


class HookManager:
    """Hooks by event, ordered by priority and then by registration."""

    def __init__(self):
        self._hooks = _Hooks()
        self._priorities: Dict[HookEvent, List[int]] = defaultdict(list)
        self._hook_stats: Dict[str, Dict[str, float]] = {}

    def register(
        self,
        event_type: Union[HookEvent, str],
        handler: Union[HookHandler, Callable[[HookContext], Any]],
        priority: HookPriority = HookPriority.NORMAL,
    ) -> None:
        if not isinstance(handler, HookHandler):
            if not callable(handler):
                raise TypeError("%r is not a hook; expected handle(context) or a function" % (handler,))
            handler = FunctionHookAdapter(handler)
        event = HookEvent(event_type)
        place = bisect_right(self._priorities[event], priority.value)
        self._priorities[event].insert(place, priority.value)
        self._hooks[event].insert(place, handler)

    def register_hook(self, hook: Any, *more: Any, **named: Any) -> None:
        """ADR-010's `register_hook(event_type, handler)`, or the released package's `register_hook(hook, priority)`,
        which registers for the events in the hook's `events`.
        """
        if isinstance(hook, (HookEvent, str)):
            return self.register(hook, *more, **named)
        if not hasattr(hook, "events"):
            raise ValueError("%s names no events; give it `events`, a list" % type(hook).__name__)
        for event in events_of(hook):
            self.register(event, hook, *more, **named)

    def registered_hook_names(self) -> Set[str]:
        """The names of all hooks, without duplicates."""
        return {_name_of(hook) for hooks in self._hooks.values() for hook in hooks}

    async def discover_filesystem_hooks(self, hooks_dir: Path) -> int:
        """Runs a folder's Python files and registers their hook classes; returns the number of registrations."""
        return register_released_hooks(self, Path(hooks_dir))

    def unregister(self, event_type: Union[HookEvent, str], handler: Any = None) -> int:
        """Removes one hook (given as itself or as its function) or all hooks of an event; returns the number removed.
        """
        event = HookEvent(event_type)
        before = list(zip(self._priorities[event], self._hooks[event]))
        if handler is None:
            after = []
        else:
            after = [(rank, one) for rank, one in before if handler not in (one, getattr(one, "_func", None))]
        self._priorities[event] = [priority for priority, _ in after]
        self._hooks[event] = [hook for _, hook in after]
        return len(before) - len(after)

    async def trigger(
        self,
        event_type: Union[HookEvent, str],
        agent_id: str,
        data: Dict[str, Any],
        timeout: float = 5.0,
        metadata: Optional[Dict[str, Any]] = None,
        trace_id: Optional[str] = None,
    ) -> List[HookResult]:
        event = HookEvent(event_type)
        trace_id = str(uuid.uuid4()) if trace_id is None else trace_id
        context = HookContext(event, agent_id, time.time(), data, metadata or {}, trace_id)
        return [await self._call(handler, context, timeout) for handler in list(self._hooks.get(event, []))]

    async def _call(self, handler: HookHandler, context: HookContext, timeout: float) -> HookResult:
        name = _name_of(handler)
        start = time.perf_counter()
        try:
            result = await asyncio.wait_for(_awaited(handler, context), timeout)
            result.duration_ms = (time.perf_counter() - start) * 1000
        except (TimeoutError, asyncio.TimeoutError):
            logger.error("Hook timeout: %s", name)
            self._count(name, timeout * 1000, False)
            return HookResult(success=False, error="Hook timeout: %s" % name)
        except Exception as error:
            logger.exception("Hook failed: %s", name)
            self._count(name, 0, False)
            await self._tell(handler, error, context)
            return HookResult(success=False, error="Hook error: %s" % error)
        # A hook that answered counts as a successful call, whatever it reports.
        self._count(name, result.duration_ms, True)
        return result

    async def _tell(self, handler: HookHandler, error: Exception, context: HookContext) -> None:
        on_error = getattr(handler, "on_error", None)
        if on_error is None:
            return
        try:
            await on_error(error, context)
        except Exception as second:
            logger.error("The error handler failed too: %s", second)

    def _count(self, name: str, duration_ms: float, success: bool) -> None:
        stats = self._hook_stats.setdefault(
            name,
            {
                "call_count": 0,
                "success_count": 0,
                "failure_count": 0,
                "total_duration_ms": 0.0,
                "avg_duration_ms": 0.0,
                "max_duration_ms": 0.0,
            },
        )
        stats["call_count"] += 1
        stats["success_count" if success else "failure_count"] += 1
        stats["total_duration_ms"] += duration_ms
        stats["avg_duration_ms"] = stats["total_duration_ms"] / stats["call_count"]
        stats["max_duration_ms"] = max(stats["max_duration_ms"], duration_ms)

    def get_stats(self) -> Dict[str, Dict[str, float]]:
        return {name: dict(stats) for name, stats in self._hook_stats.items()}


async def _awaited(handler: HookHandler, context: HookContext) -> HookResult:
    return await handler.handle(context)
