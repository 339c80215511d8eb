// Bash code that pauses a script before each command: a DEBUG trap reports its position to a port of this process and
// waits. The script is sourced, so `$0`, arguments, standard input and exit code stay its own; the trap preserves `$?`,
// options and standard error. A script that sets its own DEBUG trap is not stopped.

/**
 * Environment variables that pass the port with its token, and the trap's
 * code, to bash; unset before the script begins.
 */
const ADDRESS = 'HOOKBENCH_STOPS'
const CODE = 'HOOKBENCH_STOPPING'

const own = '__hookbench'

/** One-line command that installs the trap if the variables are set; the script's line numbers do not change. */
export const STOPPING = `if [[ -n \${${CODE}-} ]]; then eval "$${CODE}"; unset ${CODE} ${ADDRESS}; fi`

/** The environment variables for this address. */
export function stopping(address: string): Readonly<Record<string, string>> {
  return { [ADDRESS]: address, [CODE]: TRAP }
}

// Before bash 4.4 a function cannot have local options (`local -`); the script then runs without stops.
const TRAP = `if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] > 403)); then
${own}_stop() {
  local -
  set +xeufC
  [[ -z \${${own}_busy-} ]] || return 0
  local ${own}_busy=1 ${own}_fd ${own}_at ${own}_said
  command exec {${own}_fd}<>"/dev/tcp/127.0.0.1/$${own}_port" || { trap - DEBUG; return 0; }
  printf '%s\\0' "$${own}_token" "$BASHPID" "$BASH_SUBSHELL" "$PWD" "$BASH_COMMAND" "$#" "$@" "$((\${#FUNCNAME[@]} - 1))" >&"$${own}_fd"
  for ((${own}_at = 1; ${own}_at < \${#FUNCNAME[@]}; ${own}_at++)); do
    printf '%s\\0' "\${FUNCNAME[${own}_at]}" "\${BASH_SOURCE[${own}_at]}" "\${BASH_LINENO[${own}_at - 1]}" >&"$${own}_fd"
  done
  while IFS= read -r -d '' -u "$${own}_fd" ${own}_said; do
    case $${own}_said in
      variables) declare -p >&"$${own}_fd"; printf '\\0' >&"$${own}_fd" ;;
      evaluate\\ *) (trap - DEBUG; ${own}_at=$1; shift; (exit "$${own}_at"); eval "\${${own}_said#* }") >&"$${own}_fd" 2>&1 </dev/null; printf '\\0' >&"$${own}_fd" ;;
      *) break ;;
    esac
  done
  command exec {${own}_fd}>&-
}
${own}_port=\${${ADDRESS}% *}
${own}_token=\${${ADDRESS}#* }
set -T
trap '{ ${own}_stop "$?" "$@"; } 2>/dev/null' DEBUG
fi`

/** Whether a traced command belongs to the trap. */
export function isOurs(text: string): boolean {
  return text.startsWith(`${own}_`) || text === 'set +xeufC' || text === 'local -'
}

/** Whether a variable belongs to the trap, or is bash's own record of its position. */
export function isHidden(name: string): boolean {
  return (
    name.startsWith(own) ||
    /^(BASH_(ARGC|ARGV|COMMAND|EXECUTION_STRING|LINENO|SOURCE|STACK)|FUNCNAME|_)$/.test(name)
  )
}
