"""Kaizen's types at the boundary: contexts from payloads, handler objects from hook files, and results as JSON."""

import dataclasses
import enum
import importlib
import importlib.util
import inspect
import json
import os
import sys
import time
import uuid
from collections import OrderedDict

#: Kaizen's own modules: the installed package where it can be imported, the bundled stand-in otherwise.
types = None
protocol = None
#: InterruptMode and InterruptSource, if the installed Kaizen has them.
interrupts = None

#: Contexts of the latest firings, by firing: the hooks of one firing share one context object.
_contexts = OrderedDict()
_kept = 0
#: Limit of payload characters whose contexts are kept; the latest is kept whatever its size.
_MOST_KEPT = 16 << 20


def find_kaizen(folder):
    """Imports the installed Kaizen, or the stand-in in `folder` if there is none or it has no hooks."""
    global types, protocol, interrupts
    try:
        if importlib.util.find_spec("kaizen") is None:
            raise ImportError
        importlib.import_module("kaizen.core.autonomy.hooks")
    except Exception:
        for name in [name for name in sys.modules if name.partition(".")[0] == "kaizen"]:
            del sys.modules[name]
        home = os.path.join(folder, "kaizen")
        spec = importlib.util.spec_from_file_location(
            "kaizen", os.path.join(home, "__init__.py"), submodule_search_locations=[home]
        )
        sys.modules["kaizen"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    types = importlib.import_module("kaizen.core.autonomy.hooks.types")
    protocol = importlib.import_module("kaizen.core.autonomy.hooks.protocol")
    try:
        interrupts = importlib.import_module("kaizen.core.autonomy.interrupts.types")
    except ImportError:
        interrupts = None


def context_in(firing, payload, size):
    """The context of a firing, created from the payload of its first hook here; without a firing, a new context."""
    global _kept
    if firing is None:
        return context_of(payload)
    if firing not in _contexts:
        _contexts[firing] = context_of(payload, firing), size
        _kept += size
        while _kept > _MOST_KEPT and len(_contexts) > 1:
            _kept -= _contexts.popitem(last=False)[1][1]
    _contexts.move_to_end(firing)
    return _contexts[firing][0]


def context_of(payload, trace=None):
    """A HookContext from a payload; unknown fields are set as attributes. `trace` is used if it has no trace."""
    trace = trace or str(uuid.uuid4())
    fields = {"agent_id": "", "timestamp": time.time(), "data": {}, "metadata": {}, "trace_id": trace}
    fields.update({name: value for name, value in payload.items() if value is not None})
    # JSON writes whole seconds without a fraction.
    if type(fields["timestamp"]) is int:
        fields["timestamp"] = float(fields["timestamp"])
    try:
        fields["event_type"] = types.HookEvent(payload.get("event_type"))
    except ValueError:
        pass
    if payload.get("event_type") == "pre_interrupt" and isinstance(fields["data"], dict):
        _name_interrupt(fields["data"])
    known = {field.name for field in dataclasses.fields(types.HookContext)}
    context = types.HookContext(**{name: value for name, value in fields.items() if name in known})
    for name, value in fields.items():
        if name not in known and name.isidentifier():
            setattr(context, name, value)
    return context


def _name_interrupt(data):
    """Converts these fields to Kaizen's enums, as Kaizen itself does; other values are left unchanged."""
    for field, enum_name in (("interrupt_mode", "InterruptMode"), ("interrupt_source", "InterruptSource")):
        try:
            data[field] = getattr(interrupts, enum_name)(data[field])
        except (AttributeError, KeyError, TypeError, ValueError):
            pass


def events_of(handler):
    """The names of the events for which Kaizen registers a hook: a single
    event, or a list up to its first invalid entry."""
    events = getattr(handler, "events", list(types.HookEvent))
    names = []
    for event in events if isinstance(events, list) else [events]:
        try:
            names.append(types.HookEvent(event).value)
        except ValueError:
            break
    return names


def released(result):
    """Sets the duration as Kaizen itself does; raises if the result does not accept it."""
    result.duration_ms = 0.0
    return result


#: Seconds that the released Kaizen gives a hook without `timeout_seconds`; ADR-010 gives it five.
RELEASED_SECONDS = 0.5


def note_on(seconds, handler):
    """A note if the hook took longer than the released Kaizen allows, otherwise None."""
    own = getattr(handler, "timeout_seconds", None)
    is_own = isinstance(own, (int, float)) and not isinstance(own, bool) and 0 < own < float("inf")
    limit = own if is_own else RELEASED_SECONDS
    if seconds <= limit:
        return None
    return "took %.1f s; the released Kaizen gives up on it after %g s" % (seconds, limit)


def handler_of(tree, part):
    """The object that handles `part` of a hook file. Created once, so it keeps its state."""
    module = tree.module()
    if part not in tree.instances:
        tree.instances[part] = _make(module, part, os.path.basename(tree.path))
    return tree.instances[part]


def _make(module, part, file):
    if part is None:
        part = _only_class(module, file)
    found = module
    for name in part.split("."):
        found = getattr(found, name, None)
    if found is None:
        raise LookupError("%s has no %s; expected a class with handle(context)" % (file, part))
    if inspect.isclass(found):
        try:
            inspect.signature(found).bind()
        except TypeError as error:
            raise TypeError("%s cannot be made without arguments: %s" % (part, error)) from None
        except ValueError:
            pass
        found = found()
    if callable(getattr(found, "handle", None)):
        return found
    if callable(found):
        adapter = getattr(protocol, "FunctionHookAdapter", None)
        if adapter is None:
            adapter = importlib.import_module("kaizen.core.autonomy.hooks.manager").FunctionHookAdapter
        return adapter(found)
    raise LookupError("%s has no handle(context); expected a hook class or a function" % part)


def _only_class(module, file):
    names = [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__ and callable(getattr(value, "handle", None))
    ]
    if len(names) == 1:
        return names[0]
    raise LookupError("%s has %d hook classes; expected one, or a name to choose by" % (file, len(names)))


class NotData(Exception):
    """A result that cannot be written as JSON at all; the message gives the reason."""


def result_text(result):
    """A result as JSON text, and a note on values that were converted to text because JSON cannot hold them, or None.
    """
    if dataclasses.is_dataclass(result) and not isinstance(result, type):
        result = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
    try:
        return json.dumps(result, allow_nan=False, default=_enum), None
    except (RecursionError, TypeError, ValueError):
        changed = []
        text = json.dumps(_plain(result, "result", 0, changed), allow_nan=False)
        shown = ", ".join(changed[:3]) + (" and %d more" % (len(changed) - 3) if len(changed) > 3 else "")
        return text, "%s: written as text" % shown


def _enum(value):
    if isinstance(value, enum.Enum):
        return value.value
    raise TypeError


def _plain(value, path, depth, changed):
    """A copy that JSON can hold. Each place that was converted to text is appended to `changed`, with its type."""
    if depth > 50:
        raise NotData("the result is nested too deeply or contains itself; expected plain data")
    if isinstance(value, enum.Enum):
        return _plain(value.value, path, depth + 1, changed)
    if value is None or isinstance(value, (str, bool, int)) or (isinstance(value, float) and value - value == 0):
        return value
    if isinstance(value, dict):
        return {
            _key(key, path, changed): _plain(item, "%s.%s" % (path, key), depth + 1, changed)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_plain(item, "%s[%d]" % (path, index), depth + 1, changed) for index, item in enumerate(value)]
    changed.append("%s is of type %s" % (path, type(value).__name__))
    return _text(value, path)


def _key(key, path, changed):
    if key is None or isinstance(key, (str, int, float, bool)):
        return key
    changed.append("%s has a key of type %s" % (path, type(key).__name__))
    return _text(key, path)


def _text(value, path):
    try:
        return str(value)
    except Exception as error:
        raise NotData("%s is of type %s, and its text fails: %s" % (path, type(value).__name__, error)) from None
