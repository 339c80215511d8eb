#!/usr/bin/env bash
# What a new session should know of this folder.
set -euo pipefail

cat >/dev/null
echo "Settings are read in src/settings.mjs. Run npm test before you say that something is done."
