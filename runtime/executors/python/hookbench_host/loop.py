"""The loop: lines of JSON in on one pipe, lines of JSON out on another, calls side by side in between.

In:  {"load": path, "files": {path: base64}}
     {"call": id, "path": path, "part": name or null, "firing": id or null, "payload": {...}}
     {"call": id, "path": path, "part": name or null, "ask": "events"}
     {"cancel": id}
Out: {"ready": true}
     {"call": id, "result": ...} or {"call": id, "failed": message, "reason": reason} or {"call": id, "cancelled": true},
     each with "stdout", "stderr" and perhaps "cut" and "note".
"""

import asyncio
import base64
import faulthandler
import inspect
import json
import os
import re
import sys
import threading
import time
import traceback

from . import hooks, limits, marker, output
from .loading import Tree

IN, OUT, MARKER = 3, 4, 5
#: Limit of characters per result.
_LARGEST = 10 << 20
#: Limit of characters per message of an error.
_LONGEST = 1 << 20
_OURS = os.path.dirname(os.path.abspath(__file__))

_trees = {}
_sources = {}
_tasks = {}
_writing = threading.Lock()
_pid = os.getpid()
_pending = []


def main(folder, memory):
    for fd in (IN, OUT, MARKER):
        try:
            os.set_inheritable(fd, False)
        except OSError:
            pass
    faulthandler.enable(all_threads=False)
    output.install()
    marker.share(MARKER)
    limits.end_with(OUT)
    limits.leave_children_out((IN, OUT, MARKER))
    limits.limit_memory(memory)
    hooks.find_kaizen(folder)

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.set_task_factory(_marked_task)
    loop.set_exception_handler(lambda _loop, _context: None)
    loop.add_reader(IN, _read, loop)
    _say('{"ready":true}')
    while True:
        try:
            loop.run_forever()
        except (KeyboardInterrupt, SystemExit):
            # Raised by a task of a hook; its call has been reported as failed, too.
            continue


def _marked_task(loop, coroutine, **named):
    call = marker.current.get()
    return asyncio.Task(marker.Marked(coroutine, call) if call else coroutine, loop=loop, **named)


def _read(loop):
    try:
        chunk = os.read(IN, 1 << 18)
    except BlockingIOError:
        return
    if not chunk or os.getpid() != _pid:
        os._exit(0)
    *ends, rest = chunk.split(b"\n")
    for end in ends:
        _pending.append(end)
        line = b"".join(_pending)
        _pending.clear()
        _obey(loop, line)
    _pending.append(rest)


def _obey(loop, line):
    try:
        message = json.loads(line)
    except (ValueError, RecursionError, MemoryError) as error:
        found = re.match(rb'\{"call":(\d+)', line)
        if found:
            why = "the payload cannot be read by Python: %s" % error
            _say(json.dumps({"call": int(found.group(1)), "failed": why, "reason": "invalid"}))
        return
    if "call" in message:
        call = message["call"]
        token = marker.current.set(call)
        output.listen(call)
        _tasks[call] = task = loop.create_task(_answer(message, len(line)))
        task.add_done_callback(lambda _task: _tasks.pop(call, None) and _unbegun(call))
        marker.current.reset(token)
    elif "cancel" in message:
        task = _tasks.get(message["cancel"])
        if task is not None:
            task.cancel()
    elif "load" in message:
        path = message["load"]
        _sources[path] = {name: base64.b64decode(text) for name, text in message["files"].items()}
        old = _trees.pop(path, None)
        if old is not None:
            old.drop()


def _unbegun(call):
    """Answers for a task that was cancelled before its first step and therefore never runs."""
    output.taken(call)
    _say('{"call":%d,"cancelled":true,"stdout":"","stderr":""}' % call)


async def _answer(message, size):
    call = message["call"]
    notes = []
    marker.begin(call)
    try:
        answer = _events(message) if "ask" in message else await _handle(message, size, notes)
        text, note = hooks.result_text(answer)
        notes.append(note)
        if len(text) > _LARGEST:
            text = '"reason":"unreadable","failed":"the result is larger than %d MiB"' % (_LARGEST >> 20)
        else:
            text = '"result":' + text
    except asyncio.CancelledError:
        text = '"cancelled":true'
    except hooks.NotData as error:
        text = '"reason":"invalid","failed":' + json.dumps(str(error))
    except BaseException as error:
        if isinstance(error, MemoryError):
            # The frames hold the objects that used up the memory.
            traceback.clear_frames(error.__traceback__)
        traceback.print_exception(type(error), error, _theirs(error.__traceback__))
        text = '"failed":' + json.dumps(_described(error))
    finally:
        _tasks.pop(call, None)
    printed = output.taken(call)
    joined = "; ".join(note for note in notes if note)
    if joined:
        printed["note"] = joined
    _say('{"call":%d,%s,%s' % (call, text, json.dumps(printed)[1:]))


def _handler(message):
    path = message["path"]
    tree = _trees.get(path)
    if tree is None:
        tree = _trees[path] = Tree(path, _sources[path])
    return hooks.handler_of(tree, message["part"])


def _events(message):
    return hooks.events_of(_handler(message))


async def _handle(message, size, notes):
    handler = _handler(message)
    payload = message["payload"]
    context = hooks.context_in(message.get("firing"), payload, size)
    start = time.perf_counter()
    try:
        result = handler.handle(context)
        # Kaizen reads the results of this event only, so a result that it could not use counts as a failure here.
        if payload.get("event_type") == "pre_interrupt":
            result = hooks.released(await result)
        elif inspect.isawaitable(result):
            result = await result
    except Exception as error:
        await _tell(handler, error, context)
        raise
    finally:
        notes.append(hooks.note_on(time.perf_counter() - start, handler))
    return result


async def _tell(handler, error, context):
    """Calls the hook's own error handler; errors in it are ignored."""
    try:
        returned = handler.on_error(error, context)
        if inspect.isawaitable(returned):
            await returned
    except Exception:
        pass


def _described(error):
    name = type(error).__name__
    if isinstance(error, MemoryError):
        return "MemoryError: allocated more memory than a hook may have"
    text = str(error).strip().split("\n", 1)[0][:_LONGEST]
    return "%s: %s" % (name, text) if text else name


def _theirs(trace):
    """The traceback starting at the hook's own first line."""
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_OURS) and trace.tb_next is not None:
        trace = trace.tb_next
    return trace


def _say(text):
    if os.getpid() != _pid:
        os._exit(0)
    data = memoryview(text.encode("utf-8", "surrogatepass") + b"\n")
    with _writing:
        while data:
            data = data[os.write(OUT, data) :]
