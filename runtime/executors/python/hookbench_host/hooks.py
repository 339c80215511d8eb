"""Kaizen's side: the contexts hooks are given, the objects that answer, and results as data."""

import dataclasses
import enum
import importlib
import importlib.util
import inspect
import json
import os
import sys
import time

#: Kaizen's own modules, the real ones where they can be imported, ours otherwise.
types = None
protocol = None


def find_kaizen(folder):
    """Uses the installed Kaizen; where there is none, or none with hooks, ours in `folder` answers for it."""
    global types, protocol
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


def context_of(payload):
    """A HookContext from a payload; fields it does not know are set as attributes."""
    fields = {"agent_id": "", "timestamp": time.time(), "data": {}, "metadata": {}}
    fields.update({name: value for name, value in payload.items() if value is not None})
    try:
        fields["event_type"] = types.HookEvent(payload.get("event_type"))
    except ValueError:
        pass
    known = {field.name for field in dataclasses.fields(types.HookContext)}
    context = types.HookContext(**{name: value for name, value in fields.items() if name in known})
    for name, value in fields.items():
        if name not in known and name.isidentifier():
            setattr(context, name, value)
    return context


def handler_of(tree, part):
    """The object that answers for `part` of a hook file. It is made once and keeps its state."""
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
    """A result that cannot be written as JSON; says what and where."""


def result_text(result):
    """A result as JSON text."""
    if dataclasses.is_dataclass(result) and not isinstance(result, type):
        result = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
    try:
        return json.dumps(result, allow_nan=False, default=_enum)
    except RecursionError:
        raise NotData("the result is nested too deeply or contains itself; expected plain data") from None
    except (TypeError, ValueError) as error:
        where = _not_data(result, "result", 0)
        raise NotData(where or "the result cannot be written as JSON: %s" % error) from None


def _enum(value):
    if isinstance(value, enum.Enum):
        return value.value
    raise TypeError


def _not_data(value, path, depth):
    if value is None or isinstance(value, (str, bool, int, enum.Enum)):
        return None
    if isinstance(value, float):
        finite = value - value == 0
        return None if finite else "%s is %r; JSON has no such number" % (path, value)
    if isinstance(value, dict) and depth < 50:
        for key, item in value.items():
            if not isinstance(key, (str, int, float, bool, type(None))):
                return "%s has a key of type %s; expected text" % (path, type(key).__name__)
            found = _not_data(item, "%s.%s" % (path, key), depth + 1)
            if found:
                return found
        return None
    if isinstance(value, (list, tuple)) and depth < 50:
        for index, item in enumerate(value):
            found = _not_data(item, "%s[%d]" % (path, index), depth + 1)
            if found:
                return found
        return None
    return None if depth >= 50 else "%s is of type %s; expected plain data" % (path, type(value).__name__)
