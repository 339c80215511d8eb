// A process that waits for its command: it starts immediately, like any other, and receives the sandbox's command line
// when that has been computed. Nothing of the hook runs before.

import type { ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'

/** One run inside the sandbox. */
export type Confinement = {
  /**
   * The shell command that runs the hook in its sandbox; rejects with an Error that gives the reason if there is none.
   */
  readonly command: Promise<string>
  /** Must be called once, when no process of the run is left. */
  over(): void
}

type Variables = Readonly<Record<string, string>>

/** The process to start in place of the hook, which has the variables `env`; it reads its command from descriptor `fd`. */
export function waiting(
  fd: number,
  env: Variables,
): { readonly file: string; readonly argv: readonly string[]; readonly env: Variables } {
  return { file: 'bash', argv: ['-c', SCRIPT, 'hookbench-sandbox', String(fd)], env: enclosed(env) }
}

// A variable of the hook could run code outside of the sandbox (BASH_ENV, PATH, LD_PRELOAD, an exported function), so
// each is the value of another one until the hook's program starts.
const ENCLOSED = 'HOOKBENCH_ENCLOSED_'
/** By these the runtime recognizes its processes. */
const MARKS = new Set(['HOOKBENCH_RUNTIME', 'HOOKBENCH_GROUPS'])

function enclosed(env: Variables): Variables {
  const given = Object.entries(env)
  return Object.fromEntries([
    ['PATH', process.env.PATH ?? '/usr/bin:/bin'],
    ...given.filter(([name]) => MARKS.has(name)),
    ...given.map(([name, value], at) => [`${ENCLOSED}${at}`, `${name}=${value}`]),
  ])
}

/** The shell line that starts a program inside the sandbox, with the hook's variables and those that the sandbox sets. */
export function startLine(words: readonly string[]): string {
  // `env` would take such a name for a variable.
  const program = words[0]?.includes('=') ? ['/bin/sh', '-c', 'exec "$0" "$@"', ...words] : words
  return `hook=() sandbox=()
for name in $(compgen -e); do case $name in
${ENCLOSED}*) hook+=("\${!name}"); unset "$name" ;;
PATH | PWD | OLDPWD | SHLVL | _) ;;
*) sandbox+=("$name=\${!name}") ;;
esac; done
exec /usr/bin/env -i "\${hook[@]}" "\${sandbox[@]}" ${shellLine(program)}`
}

// The command runs only if it arrived completely, including its NUL terminator.
const SCRIPT = `IFS= read -r -d '' -u "$1" command || exit 126
eval "exec $1<&-"
exec "$BASH" -c "$command"`

/** Sends a waiting process its command, or refuses it if there is none or if `objection` returns a reason by then. */
export function tell(
  child: ChildProcess,
  fd: number,
  confinement: Confinement,
  refuse: (why: string) => void,
  objection: () => string | undefined = () => undefined,
): void {
  const ear = (child.stdio as readonly unknown[])[fd] as Writable
  // The process may have been killed meanwhile.
  ear.on('error', () => {})
  confinement.command.then(
    (command) => {
      const why = objection()
      if (why === undefined) ear.end(`${command}\0`)
      else refuse(why)
    },
    (error: Error) => refuse(error.message),
  )
}

/** A command line for a shell, with every word quoted. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}
