"""Limits the memory of this process, and ends it together with the process that started it."""

import os
import select
import subprocess
import threading

try:
    import resource
except ImportError:
    resource = None


def limit_memory(size):
    """Allocating beyond `size` bytes raises MemoryError in the hook that
    does. Programs started by a hook are not limited."""
    if resource is None or size <= 0:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = size if hard == resource.RLIM_INFINITY else min(size, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    except (OSError, ValueError):
        return
    start = subprocess.Popen._execute_child

    def unlimited(*args, **named):
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        try:
            return start(*args, **named)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard))

    subprocess.Popen._execute_child = unlimited


def end_with(fd):
    """Ends this process when the other end of `fd` is closed, even while a hook is in an endless loop."""

    def watch():
        poll = select.poll()
        poll.register(fd, 0)
        while not poll.poll():
            pass
        os._exit(0)

    if hasattr(select, "poll"):
        threading.Thread(target=watch, name="hookbench-lifeline", daemon=True).start()


def leave_children_out(fds):
    """Closes these descriptors in forked children, so that a child cannot send messages as this process."""

    def close():
        for fd in fds:
            try:
                os.close(fd)
            except OSError:
                pass

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=close)
