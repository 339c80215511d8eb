# Sourced by the hooks beside it.
log() {
  local level=${LOG_LEVEL:-info}
  printf '[%s] %s: %s\n' "$(date +%T)" "$level" "$*" >&2
}
json_escape() { sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' <<<"$1"; }
