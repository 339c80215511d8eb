#!/bin/bash
case "$1" in
  hook) echo deploy ;;
  run) payload=$(cat); jq -r '.ref_name, .commits[].author.mail' <<<"$payload"; echo "done"; exit 3 ;;
esac
