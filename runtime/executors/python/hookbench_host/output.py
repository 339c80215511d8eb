"""Captures what hooks print: each call has its own stdout and stderr, even when calls run concurrently."""

import io
import sys

from .marker import current

#: Limit of characters kept per stream and call.
CAP = 1 << 20

_kept = {}


class _Kept:
    """What one call printed to one stream, up to the limit."""

    def __init__(self):
        self.parts = []
        self.room = CAP
        self.cut = False

    def add(self, text):
        if len(text) > self.room:
            text, self.cut = text[: self.room], True
        self.room -= len(text)
        self.parts.append(text)


class _Bytes(io.RawIOBase):
    """`sys.stdout.buffer`, for hooks that write bytes."""

    def __init__(self, text):
        self._text = text

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        self._text.write(data.decode("utf-8", "replace"))
        return len(data)


class _Stream(io.TextIOBase):
    """Replaces sys.stdout and sys.stderr."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, slot, process_stream, watching):
        self._slot = slot
        self._process_stream = process_stream
        self._watching = watching
        self.buffer = _Bytes(self)

    def writable(self):
        return True

    def fileno(self):
        return self._process_stream.fileno()

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not %s" % type(text).__name__)
        kept = _kept.get(current.get())
        if kept is None:
            # Not printed by a call: a thread, or a module that prints outside of calls.
            self._process_stream.write(text[:CAP])
            self._process_stream.flush()
        else:
            kept[self._slot].add(text)
            if self._watching is not None:
                self._watching.write(text)
        return len(text)


def install():
    # A debugger that shows output has installed its own streams; they also get what hooks print.
    watching = [None if now is own else now for now, own in ((sys.stdout, sys.__stdout__), (sys.stderr, sys.__stderr__))]
    sys.stdout = _Stream(0, sys.__stdout__, watching[0])
    sys.stderr = _Stream(1, sys.__stderr__, watching[1])


def listen(call):
    _kept[call] = (_Kept(), _Kept())


def taken(call):
    """What the call printed, as fields of an answer. Ends the capture for this call."""
    out, err = _kept.pop(call)
    fields = {"stdout": "".join(out.parts), "stderr": "".join(err.parts)}
    if out.cut or err.cut:
        fields["cut"] = True
    return fields
