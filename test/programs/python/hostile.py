"""Hooks that do harm, one per way of doing it."""

import asyncio
import ctypes
import os
import signal
import subprocess
import time


class Waits:
    async def handle(self, context):
        await asyncio.sleep(60)


class IgnoresCancel:
    async def handle(self, context):
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                pass


class Spins:
    def handle(self, context):
        while True:
            pass


class SpinsAfterAnAwait:
    async def handle(self, context):
        await asyncio.sleep(0.02)
        while True:
            pass


class SpinsInATask:
    async def handle(self, context):
        await asyncio.create_task(self.spin())

    async def spin(self):
        while True:
            pass


class HoldsTheInterpreter:
    """Computes in C, so that no other thread of Python gets a turn."""

    def handle(self, context):
        return len(str(7 ** (7**9)))


class Sleeps:
    def handle(self, context):
        time.sleep(60)


class Quits:
    async def handle(self, context):
        os._exit(5)


class QuitsInACallback:
    async def handle(self, context):
        asyncio.get_running_loop().call_later(0.05, os._exit, 6)
        await asyncio.sleep(60)


class Crashes:
    async def handle(self, context):
        ctypes.string_at(0)


class KillsItself:
    def handle(self, context):
        os.kill(os.getpid(), signal.SIGKILL)


class ClosesEverything:
    async def handle(self, context):
        os.closerange(3, 64)
        await asyncio.sleep(60)


class ScribblesOnEveryPipe:
    async def handle(self, context):
        for fd in range(3, 10):
            try:
                os.write(fd, b'null\n{"call":')
            except OSError:
                pass
        await asyncio.sleep(60)


class EatsMemory:
    def handle(self, context):
        kept = []
        while True:
            kept.append(bytearray(16 << 20))


class Forks:
    def handle(self, context):
        pid = os.fork()
        if pid:
            os.waitpid(pid, 0)
        return {"forked": True}


class LeavesAProgram:
    def handle(self, context):
        subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        time.sleep(60)
