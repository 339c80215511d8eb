// Code in another language that a command gets as an argument or in a here-document. It is reported where its standard
// input is the payload, and where it reads no standard input and may print an answer.

import type { Problem } from '../../../contract/problems.ts'
import { CODE_OPTIONS } from '../../codeArgument.ts'
import { printedField } from './fieldPrograms.ts'
import { readsItself, spent } from './reading.ts'
import { executedFile, startedFile } from './startedFile.ts'
import { made, only, type ShellText, type ShellValue } from './value.ts'
import type { Context, SimpleCommand, State } from './walk.ts'
import { eventsAt } from './ways.ts'
import { wholeAmong, withinScript } from './withinScript.ts'

/** Adds the spot of `python3 -c '…'`, `node -e '…'`, `python3 - <<'EOF'`, and returns what it prints, if it is known. */
export function followCodeArgument(
  name: string,
  command: SimpleCommand,
  state: State,
  context: Context,
): ShellValue | undefined {
  if (executedFile(command, state, context)) return undefined
  const [language, option] = CODE_OPTIONS.find(([, , pattern]) => pattern.test(name)) ?? []
  if (language === undefined || option === undefined) return undefined
  if (startedFile(language, command, state, context)) return undefined
  const { code, more } = argumentCode(option, command) ?? documentCode(command, context) ?? {}
  // If the shell changes the text (escapes), the code that runs is not the code that is written.
  if (code === undefined || code.start < 0 || code.end - code.start !== code.text.length) return undefined
  const isDocument = code === onlyText(context.stdin)
  const given = context.stdin === 'script' || isDocument ? undefined : only(context.stdin)
  const isScripts = context.stdin === 'script' && state.input === 'fresh'
  const isPayload = isScripts || (given?.kind === 'data' && given.path.length === 0)
  const missed = missedRead(code, isDocument, state, context)
  if (missed !== undefined) state.walk.spots.problem(missed)
  if (!isPayload && (!LOOKED_INTO.has(language) || READS.test(code.text))) return undefined
  const args = wholeAmong(more ?? [])
  const offset = isDocument && language === 'javascript' ? 1 : 0
  const range = { start: code.start, end: code.end }
  state.walk.spots.add({
    kind: 'code',
    range,
    language,
    events: eventsAt(state, given?.kind === 'data' ? given.events : undefined),
    within: withinScript(
      range,
      args.map((at) => at + offset),
      command,
      state,
      context,
    ),
  })
  const field = isPayload && !isDocument && language === 'python' ? printedField(code.text) : undefined
  if (field === undefined) return undefined
  const sure = isScripts ? context.sure : given?.kind === 'data' && given.sure
  const { path, missing } = field
  return [{ kind: 'data', path, sure, raw: true, defaults: missing, reads: [] }, made('\n')]
}

/** Languages whose code is analyzed even where its standard input is not the payload. */
const LOOKED_INTO: ReadonlySet<string> = new Set(['python', 'javascript'])
const READS = /\bstdin\b|\binput\s*\(|\bopen\(\s*0|readFileSync\(\s*0|\/dev\/fd\/0|\bfileinput\b/

/** Certain reads of standard input. */
const READ =
  /\bjson\.load\(\s*sys\.stdin\s*\)|\bsys\.stdin\.(?:buffer\.)?read(?:lines?)?\(|\breadFileSync\(\s*(?:0|process\.stdin\.fd|["']\/dev\/stdin["'])\s*[,)]|\bprocess\.stdin\.on\(\s*["']data["']|\bof process\.stdin\b/
/** Other places that the code may get the payload from. */
const OTHERWISE = /\b(?:argv|environ|getenv|env)\b/

// The problem of code that reads standard input although nothing is left of it.
function missedRead(
  { text, start }: ShellText,
  isDocument: boolean,
  { walk, input, fallback }: State,
  { stdin, sure }: Context,
): Problem | undefined {
  const isSpent = stdin === 'script' && input === 'spent'
  if (!sure || fallback.length > 0 || (!isDocument && !isSpent) || OTHERWISE.test(text)) return undefined
  const found = READ.exec(text)
  if (found === null || /#|\/\//.test(text.slice(text.lastIndexOf('\n', found.index) + 1, found.index)))
    return undefined
  const range = { start: start + found.index, end: start + found.index + found[0].length }
  return (isDocument ? readsItself : spent)(walk.script.path, range)
}

type Given = { readonly code: ShellText | undefined; readonly more: readonly ShellValue[] }

function argumentCode(option: RegExp, { args, values }: SimpleCommand): Given | undefined {
  const at = args.findIndex(({ text }) => option.test(text))
  return at === -1 ? undefined : { code: onlyText(values[at + 1]), more: values.slice(at + 2) }
}

// `python3 <<'EOF'`, `python3 - "$1" <<'EOF'`
function documentCode({ args, values }: SimpleCommand, { stdin }: Context): Given | undefined {
  if (args.length > 0 && args[0]?.text !== '-') return undefined
  return { code: onlyText(stdin), more: values.slice(1) }
}

function onlyText(value: ShellValue | 'script' | undefined): ShellText | undefined {
  if (value === undefined || value === 'script') return undefined
  const [first, ...others] = value
  return first?.kind === 'text' && others.length === 0 ? first : undefined
}
