"""Runs a Python file under debugpy: listens on a free local port, prints it, waits for a debugger, runs the file.

Usage: under_debugger.py <file> [arguments]. Standard input and output belong to the file.
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

# A hook answers through its exit code, and debugpy would stop at every `sys.exit` with a code other than 0.
try:
    from _pydevd_bundle.pydevd_constants import get_global_debugger

    get_global_debugger().ignore_system_exit_code = lambda _: True
except (ImportError, AttributeError):
    # Other versions of debugpy may keep it elsewhere; the debugger then stops at those exits.
    pass

sys.argv = sys.argv[1:]
sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
