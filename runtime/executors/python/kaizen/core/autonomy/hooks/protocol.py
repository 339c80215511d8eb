"""The interface of a hook, and its base class."""

from typing import Protocol, runtime_checkable

from .types import HookContext, HookResult

__all__ = ["BaseHook", "HookHandler"]


@runtime_checkable
class HookHandler(Protocol):
    """Anything with `async handle(context)`."""

    async def handle(self, context: HookContext) -> HookResult: ...


class BaseHook:
    """A named hook; subclasses implement `handle`."""

    def __init__(self, name: str):
        self.name = name

    async def handle(self, context: HookContext) -> HookResult:
        raise NotImplementedError("%s does not define handle(context)" % type(self).__name__)

    async def on_error(self, error: Exception, context: HookContext) -> None:
        """Called when `handle` raised."""

    def __repr__(self) -> str:
        return "%s(name=%r)" % (type(self).__name__, self.name)
