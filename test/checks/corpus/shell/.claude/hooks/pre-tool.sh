#!/bin/bash
# For another agent altogether.
input=$(cat)
tool=$(echo "$input" | jq -r '.tool_name')
file=$(echo "$input" | jq -r '.tool_input.file_path // ""')
session=$(jq -r .session_id <<<"$input")
if [[ "$tool" == "Write" && "$file" == *.lock ]]; then
  echo "lock files are written by tools ($session)" >&2
  exit 2
fi
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'
exit 0
