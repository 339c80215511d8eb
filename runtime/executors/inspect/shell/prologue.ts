// What makes bash ask before each command whether it may go on: a DEBUG trap that tells a port of this process where it
// stands, and waits. The script is sourced, so `$0`, its arguments, standard input and its exit code stay its own; what
// the trap does leaves `$?`, options and standard error as they were. A script with a DEBUG trap of its own is not stopped.

/** The port and its token, and the code of the trap, reach bash by these, which are gone before the script begins. */
const ADDRESS = 'HOOKBENCH_STOPS'
const CODE = 'HOOKBENCH_STOPPING'

const own = '__hookbench'

/** A command of one line that puts the trap in, where the variables say so; the script's own lines keep their numbers. */
export const STOPPING = `if [[ -n \${${CODE}-} ]]; then eval "$${CODE}"; unset ${CODE} ${ADDRESS}; fi`

/** The variables. */
export function stopping(address: string): Readonly<Record<string, string>> {
  return { [ADDRESS]: address, [CODE]: TRAP }
}

// A bash before 4.4 cannot keep its options apart: there the script just runs.
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

/** Whether a traced command is one of ours. */
export function isOurs(text: string): boolean {
  return text.startsWith(`${own}_`) || text === 'set +xeufC' || text === 'local -'
}

/** Whether a variable is one of ours, or bash's own account of where it is. */
export function isHidden(name: string): boolean {
  return (
    name.startsWith(own) ||
    /^(BASH_(ARGC|ARGV|COMMAND|EXECUTION_STRING|LINENO|SOURCE|STACK)|FUNCNAME|_)$/.test(name)
  )
}
