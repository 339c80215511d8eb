// Code in another language that a command is given as an argument, where what it reads is the payload itself.

import type { SyntaxNode } from '../../treeSitter.ts'
import { only, type ShellValue } from './value.ts'
import type { Context, State } from './walk.ts'
import { eventsAt } from './ways.ts'

/** Tells of `python3 -c '…'`, `node -e '…'`. */
export function codeGiven(
  name: string,
  args: readonly SyntaxNode[],
  values: readonly ShellValue[],
  state: State,
  context: Context,
): void {
  const [language, option] = CODE.find(([, , pattern]) => pattern.test(name)) ?? []
  const at = option === undefined ? -1 : args.findIndex(({ text }) => option.test(text))
  const [code, ...others] = values[at + 1] ?? []
  if (language === undefined || at === -1 || code?.kind !== 'text' || others.length > 0) return
  // Where the shell takes something out of it, what runs is not what is written.
  if (code.start < 0 || code.end - code.start !== code.text.length) return
  const given = context.stdin === 'script' ? undefined : only(context.stdin)
  const isFirst = given === undefined ? context.stdin === 'script' && state.input === 'fresh' : true
  if (!isFirst || (given !== undefined && (given.kind !== 'data' || given.path.length > 0))) return
  const events = eventsAt(state, given?.kind === 'data' ? given.events : undefined)
  const captured = context.captured || context.mute !== false || state.muted !== false
  state.walk.spots.add({
    kind: 'code',
    range: { start: code.start, end: code.end },
    language,
    captured,
    events,
  })
}

const CODE = [
  ['python', /^-\w*c$/, /^(?:python|pypy)[\d.]*$/],
  ['javascript', /^(?:-e|--eval|-p|-pe|--print)$/, /^(?:node|nodejs|bun)$/],
  ['shell', /^-\w*c$/, /^(?:ba|da|k|z|a)?sh$/],
  ['powershell', /^-c(?:ommand)?$/i, /^(?:pwsh|powershell)(?:\.exe)?$/],
] as const
