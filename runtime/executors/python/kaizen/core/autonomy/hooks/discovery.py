"""Finds hooks in a folder's Python files, by two rules. Files and classes that fail are logged and skipped.

The released package's (`discover_filesystem_hooks`): every subclass of BaseHook in the module's namespace, imported
ones included, for the events in its `events`. ADR-010's (`setting_sources`): every class of the module with a
`handle`, for the events in its `events`, or for all events if it has none.
"""

import importlib.util
import logging
import sys
from pathlib import Path
from typing import Any, Iterator, List

from .builtin import CostTrackingHook
from .protocol import BaseHook
from .types import HookEvent

__all__ = ["events_of", "register_project_hooks", "register_released_hooks"]

logger = logging.getLogger(__name__)


def events_of(hook: Any) -> List[Any]:
    """The events to register a hook for: a list as it is; anything else, even a tuple, counts as one event."""
    return hook.events if isinstance(hook.events, list) else [hook.events]


def register_released_hooks(manager: Any, folder: Path) -> int:
    """Returns the number of registrations; raises OSError if the folder does not exist."""
    if not folder.is_dir():
        raise OSError("%s: %s" % ("Not a directory" if folder.exists() else "Hooks directory not found", folder))
    count = 0
    for module in _modules(folder):
        for name in dir(module):
            found = getattr(module, name)
            if isinstance(found, type) and issubclass(found, BaseHook) and found is not BaseHook:
                count += _register_released(manager, module, found)
    return count


def _register_released(manager: Any, module: Any, kind: type) -> int:
    count = 0
    try:
        hook = kind()
        if not hasattr(hook, "events"):
            logger.warning("%s names no events and is passed over", kind.__name__)
            return 0
        if isinstance(hook, CostTrackingHook):
            hook.by_agent = True
        for event in events_of(hook):
            manager.register(event, hook)
            manager._hooks.came_from(module.__file__, hook)
            count += 1
    except Exception as error:
        logger.error("%s of %s cannot be registered: %s", kind.__name__, module.__file__, error)
    return count


def register_project_hooks(manager: Any, folder: Path) -> None:
    """A missing folder counts as empty."""
    for module in _modules(folder) if folder.is_dir() else []:
        for name, found in list(vars(module).items()):
            is_own = isinstance(found, type) and found.__module__ == module.__name__
            if not is_own or not callable(getattr(found, "handle", None)):
                continue
            try:
                hook = found()
                for event in events_of(hook) if hasattr(hook, "events") else HookEvent:
                    manager.register(event, hook)
                    manager._hooks.came_from(module.__file__, hook)
            except Exception as error:
                logger.error("%s of %s cannot be registered: %s", name, module.__file__, error)


def _modules(folder: Path) -> Iterator[Any]:
    for file in sorted(folder.glob("*.py")):
        if file.name == "__init__.py":
            continue
        name = "kaizen_hooks_%s" % file.stem
        try:
            spec = importlib.util.spec_from_file_location(name, str(file))
            sys.modules[name] = module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        except Exception as error:
            logger.error("%s cannot be loaded: %s", file, error)
        else:
            yield module
