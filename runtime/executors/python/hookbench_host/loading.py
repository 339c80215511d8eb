"""Turns trusted bytes into modules. No file of a hook is read from disk here.

Each hook file is a package of its own (`kaizen_hooks_3`), so that two hooks may each have a `helper.py`. Files beside
the hook are imported from its snapshot; files missing from the snapshot are refused, and so is every file that
belongs neither to the interpreter nor to an installed package, even if a hook changes sys.path.
"""

import builtins
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import os
import sys

PREFIX = "kaizen_hooks_"

_trees = {}
_count = 0


class Tree:
    """One hook file and the local files it may import, as they were when trusted."""

    def __init__(self, path, files):
        global _count
        _count += 1
        self.package = "%s%d" % (PREFIX, _count)
        self.path = path
        self.folder = os.path.dirname(path)
        self.files = files
        self.instances = {}
        _trees[self.package] = self

    def module(self):
        """The hook file's own module, loaded on first use. A failed load is tried again on the next use."""
        return importlib.import_module(self.package + "." + _stem(self.path))

    def drop(self):
        _trees.pop(self.package, None)
        for name in [name for name in sys.modules if name.partition(".")[0] == self.package]:
            del sys.modules[name]

    def find(self, dotted):
        """The file of a local module, and whether it is a package. A package without `__init__.py` has no file."""
        if dotted == _stem(self.path):
            return self.path, False
        base = os.path.join(self.folder, *dotted.split("."))
        if base + ".py" in self.files:
            return base + ".py", False
        if os.path.join(base, "__init__.py") in self.files:
            return os.path.join(base, "__init__.py"), True
        if any(name.startswith(base + os.sep) for name in self.files):
            return None, True
        return None

    def refuse(self, dotted):
        """Raises ImportError if a local file exists but was not trusted with the hook."""
        base = os.path.join(self.folder, *dotted.split("."))
        for path in (base + ".py", os.path.join(base, "__init__.py")):
            if path not in self.files and os.path.isfile(path):
                raise ImportError(
                    "%s was not trusted together with %s; trust the hook again"
                    % (os.path.relpath(path, self.folder), os.path.basename(self.path)),
                    name=dotted,
                    path=path,
                )


class _Loader(importlib.abc.Loader):
    def __init__(self, tree, path):
        self._tree = tree
        self._path = path

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        scope = dict(vars(builtins))
        scope["__import__"] = lambda *args, **named: _import(self._tree, *args, **named)
        module.__dict__["__builtins__"] = scope
        if self._path is None:
            return
        source = self._tree.files[self._path]
        code = compile(source, self._path, "exec", dont_inherit=True)
        # Tracebacks show the lines that ran, not the current content of the file.
        text = importlib.util.decode_source(source)
        linecache.cache[self._path] = (len(text), None, text.splitlines(True), self._path)
        exec(code, module.__dict__)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        package, _, dotted = fullname.partition(".")
        tree = _trees.get(package)
        if tree is None:
            _refuse_foreign(package, fullname, path, target)
            return None
        found = (None, True) if not dotted else tree.find(dotted)
        if found is None or (dotted and found[0] is None):
            tree.refuse(dotted)
        if found is None:
            return None
        file, is_package = found
        spec = importlib.machinery.ModuleSpec(fullname, _Loader(tree, file), origin=file, is_package=is_package)
        spec.has_location = file is not None
        return spec


def _refuse_foreign(top, fullname, path, target):
    if top in _STANDARD:
        return
    spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
    if spec is None or not spec.has_location or _is_installed(spec.origin):
        return
    raise ImportError(
        "%s was not trusted together with a hook; keep it beside the hook and import it from there, or install it"
        % spec.origin,
        name=fullname,
        path=spec.origin,
    )


def _is_installed(path):
    path = os.path.abspath(path)
    return any(path.startswith(root) for root in _ROOTS)


def _import(tree, name, globals=None, locals=None, fromlist=(), level=0):
    """`import` as used by a hook file: the standard library first, then its own files, then installed packages."""
    top = name.partition(".")[0]
    if level or top in _STANDARD or top == "kaizen":
        return builtins.__import__(name, globals, locals, fromlist, level)
    if top != _stem(tree.path) and tree.find(top) is not None:
        local = importlib.import_module(tree.package + "." + name)
        if not fromlist:
            return sys.modules[tree.package + "." + top]
        return builtins.__import__(local.__name__, globals, locals, fromlist, 0)
    try:
        return builtins.__import__(name, globals, locals, fromlist, level)
    except ModuleNotFoundError as error:
        if error.name == top:
            tree.refuse(top)
        raise


def _stem(path):
    return os.path.splitext(os.path.basename(path))[0].replace(".", "_")


def _standard():
    names = getattr(sys, "stdlib_module_names", None)
    if names is not None:
        return frozenset(names)
    # Before Python 3.10 there is no `sys.stdlib_module_names`.
    folder = os.path.dirname(os.__file__)
    return frozenset(sys.builtin_module_names) | {os.path.splitext(name)[0] for name in os.listdir(folder)}


_STANDARD = _standard()
#: Folders of the interpreter's own and installed modules: sys.path as it is before any hook runs.
_ROOTS = [os.path.join(os.path.abspath(entry), "") for entry in sys.path]
sys.meta_path.insert(0, _Finder())
