"""Starts the host of Kaizen's hook classes. Must run under any Python version, to report one that is too old."""

import os
import sys

if sys.version_info < (3, 8):
    sys.stderr.write("python3 is Python %d.%d; install Python 3.8 or newer\n" % sys.version_info[:2])
    sys.exit(3)

# The folder is on sys.path for this one import only, so that hooks cannot import the host's files by accident.
_here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [_here] + [entry for entry in sys.path if os.path.abspath(entry or ".") != _here]
# Compiled files go to the folder set by the runtime; without one, none are written.
sys.dont_write_bytecode = sys.pycache_prefix is None

from hookbench_host import loop  # noqa: E402

sys.path.remove(_here)
loop.main(_here, int(sys.argv[1]))
