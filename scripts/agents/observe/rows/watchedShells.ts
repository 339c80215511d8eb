// Replaces the system's shells, in this process's own mount namespace, by ones that record calls with a hook's command
// line (environment, payload, output, exit code) and pass all other calls through. Shows which hooks a program starts
// without changing the hooks' files.

import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RowHook } from './commands.ts'

/** Mounts the shells; they vanish with the namespace. */
export function watchShells(folder: string): void {
  const own = join(folder, 'own')
  mkdirSync(own, { recursive: true })
  copyFileSync(realpathSync('/bin/bash'), join(own, 'bash'))
  for (const shell of new Set(['/bin/sh', '/bin/bash'].map((path) => realpathSync(path)))) {
    const name = shell.slice(shell.lastIndexOf('/') + 1)
    copyFileSync(shell, join(own, name))
    const program = join(folder, name)
    writeFileSync(program, watching(folder, join(own, name)))
    chmodSync(program, 0o755)
    const { status, stderr } = spawnSync('mount', ['--bind', program, shell], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${shell} can not be watched: ${stderr.trim()}`)
  }
}

/** From now on, records calls of these hooks in the folder `into`, in the same format as the stand-ins. */
export function watchHooks(folder: string, hooks: readonly RowHook[], into: string, delayMs: number): void {
  for (const { id } of hooks) mkdirSync(join(into, 'calls', id), { recursive: true })
  const lines = hooks.map(({ id, command }) => `[${id}]=${quoted(patternOf(command))}`)
  writeFileSync(join(into, 'hooks.sh'), `declare -A hooks=(${lines.join('\n')})\ndelay=${delayMs / 1000}\n`)
  rmSync(join(folder, 'into'), { force: true })
  symlinkSync(into, join(folder, 'into'))
}

/** A shell pattern for the command line: some hosts substitute variables before they call the shell. */
function patternOf(command: string): string {
  const literal = (text: string) => text.replaceAll(/[^\w\s]/g, '\\$&')
  const pattern = command.split(/["']?\$(?:\w+|\{\w+\})["']?/).map(literal)
  return pattern.some((part) => /\w{2}/.test(part)) ? pattern.join('*') : literal(command)
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const watching = (folder: string, shell: string) => `#!${join(folder, 'own', 'bash')}
into=${folder}/into
if [ -z "\${HOOKBENCH_WATCHED-}" ] && [ -e $into/hooks.sh ]; then
  . $into/hooks.sh
  for hook in "\${!hooks[@]}"; do
    for word in "$@"; do
      [[ $word == \${hooks[$hook]} ]] || continue
      n=1
      while ! /bin/mkdir $into/calls/$hook/$n 2>/dev/null; do n=$((n+1)); done
      call=$into/calls/$hook/$n
      : > $call/started
      /bin/cat /proc/$$/environ > $call/environ
      /bin/cat > $call/payload
      [ $delay = 0 ] || [ $n != 1 ] || /bin/sleep $delay
      (export HOOKBENCH_WATCHED=1; exec -a "$0" ${shell} "$@") < $call/payload > $call/stdout 2> $call/stderr
      code=$?
      /bin/cat $call/stdout
      /bin/cat $call/stderr >&2
      echo $code > $call/exit
      : > $call/ended
      exit $code
    done
  done
fi
exec -a "$0" ${shell} "$@"
`
