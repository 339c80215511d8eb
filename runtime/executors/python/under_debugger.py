"""Runs a Python file under debugpy: listens on a free port of this machine, says which, waits for a debugger, runs it.

Usage: under_debugger.py <file> [arguments]. Standard input and output are the file's own.
"""

import os
import runpy
import sys

try:
    import debugpy
except ImportError:
    sys.stderr.write("hookbench: debugpy is missing\n")
    sys.exit(97)

_host, _port = debugpy.listen(("127.0.0.1", 0))
sys.stderr.write("hookbench: debugger listening on %s:%d\n" % (_host, _port))
sys.stderr.flush()
debugpy.wait_for_client()

# A hook answers by its exit code, and debugpy stops at every `sys.exit` but that with 0.
try:
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    get_global_debugger().ignore_system_exit_code = lambda _: True
except (ImportError, AttributeError):
    # Another debugpy may keep it elsewhere; then it stops there.
    pass

sys.argv = sys.argv[1:]
sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
