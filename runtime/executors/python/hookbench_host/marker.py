"""Records which call's code is running, in shared memory that outlives this process.

Three numbers in a shared file: the call whose code runs (0 for none), the number of steps taken, and the last call
that was begun. The parent process reads them when this one hangs or dies, whatever state the interpreter is in.
"""

import mmap
import struct
from collections.abc import Coroutine
from contextvars import ContextVar

#: The call that the current code belongs to; 0 for the host's own code.
current = ContextVar("current", default=0)

_LAYOUT = struct.Struct("<qqq")
_memory = bytearray(_LAYOUT.size)
_steps = 0
_begun = 0


def share(fd):
    """Moves the numbers into the file behind `fd`; without such a file they stay in this process."""
    global _memory
    try:
        _memory = mmap.mmap(fd, _LAYOUT.size)
    except (OSError, ValueError):
        pass


def begin(call):
    global _begun
    _begun = call
    mark(call)


def mark(call):
    global _steps
    _steps += 1
    _LAYOUT.pack_into(_memory, 0, call, _steps, _begun)


class Marked(Coroutine):
    """A coroutine that marks its call as running during each of its steps."""

    def __init__(self, inner, call):
        self._inner = inner
        self._call = call

    def send(self, value):
        mark(self._call)
        try:
            return self._inner.send(value)
        finally:
            mark(0)

    def throw(self, *error):
        mark(self._call)
        try:
            return self._inner.throw(*error)
        finally:
            mark(0)

    def close(self):
        self._inner.close()

    def __await__(self):
        return self
