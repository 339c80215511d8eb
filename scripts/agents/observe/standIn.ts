// Stand-ins for a scenario's hooks: small programs that save their payload and answer as scripted. A delayed answer
// waits within a single process, so that a host that kills it leaves nothing running.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../../../runtime/contract/defined.ts'
import type { CaseObject, HookAnswer } from './case.ts'

export type ObservedCall = {
  readonly hook: string
  readonly nth: number
  readonly startedAt: number
  /** Absent if the host stopped the hook before it answered. */
  readonly endedAt?: number
  readonly payload: CaseObject
  /** Id of the tool call that the hook was called for. */
  readonly callId?: string
}

const WAITING = `import { readFileSync, writeFileSync } from 'node:fs'
const [, , answer, call] = process.argv
const read = (name) => readFileSync(answer + '/' + name, 'utf8')
setTimeout(() => {
  process.stdout.write(read('stdout'))
  process.stderr.write(read('stderr'))
  writeFileSync(call + '/ended', '')
  process.exitCode = Number(read('exit'))
}, Number(read('ms')))
`

/** Writes the stand-in into the folder and returns its command line. */
export function writeStandIn(folder: string, hook: string, answers: readonly HookAnswer[]): string {
  const calls = join(folder, 'calls', hook)
  const scripted = join(folder, 'answers', hook)
  mkdirSync(calls, { recursive: true })
  for (const [index, answer] of answers.entries()) {
    const names = index === answers.length - 1 ? [`${index + 1}`, 'last'] : [`${index + 1}`]
    for (const name of names) writeAnswer(join(scripted, name), answer)
  }
  const waiting = join(folder, 'waiting.mjs')
  if (!existsSync(waiting)) writeFileSync(waiting, WAITING)
  const program = join(folder, hook)
  writeFileSync(
    program,
    `#!/bin/sh
n=1
while ! mkdir '${calls}'/$n 2>/dev/null; do n=$((n+1)); done
call='${calls}'/$n
: > "$call/started"
cat > "$call/payload"
answer='${scripted}'/$n
[ -d "$answer" ] || answer='${scripted}'/last
[ -e "$answer/ms" ] && exec '${process.execPath}' '${waiting}' "$answer" "$call"
[ -s "$answer/stdout" ] && cat "$answer/stdout"
[ -s "$answer/stderr" ] && cat "$answer/stderr" >&2
read -r code < "$answer/exit"
: > "$call/ended"
exit "$code"
`,
  )
  chmodSync(program, 0o755)
  return program
}

function writeAnswer(folder: string, answer: HookAnswer): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'stdout'), answer.stdout)
  writeFileSync(join(folder, 'stderr'), answer.stderr)
  writeFileSync(join(folder, 'exit'), `${answer.exit}\n`)
  if (answer.ms > 0) writeFileSync(join(folder, 'ms'), String(answer.ms))
}

/** All calls so far, in order of start. */
export function readCalls(folder: string): readonly ObservedCall[] {
  const root = join(folder, 'calls')
  if (!existsSync(root)) return []
  return readdirSync(root)
    .flatMap((hook) =>
      readdirSync(join(root, hook)).map((nth) => readCall(join(root, hook, nth), hook, Number(nth))),
    )
    .toSorted((one, other) => one.startedAt - other.startedAt)
}

function readCall(folder: string, hook: string, nth: number): ObservedCall {
  const ended = timeOf(join(folder, 'ended'))
  return {
    hook,
    nth,
    startedAt: timeOf(join(folder, 'started')) ?? 0,
    ...defined({ endedAt: ended }),
    payload: payloadOf(textOf(join(folder, 'payload'))),
  }
}

/** Modification time of the file in milliseconds; undefined if it does not exist. */
const timeOf = (path: string) => (existsSync(path) ? statSync(path).mtimeMs : undefined)

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

function payloadOf(text: string): CaseObject {
  try {
    return JSON.parse(text) as CaseObject
  } catch {
    return {}
  }
}
