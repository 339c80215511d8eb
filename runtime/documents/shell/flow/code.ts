// Code in another language that a command gets as an argument or in a here-document. It is reported where its standard
// input is the payload, and where it reads no standard input and may print an answer.

import type { WithinScript } from '../../../contract/called.ts'
import type { Problem } from '../../../contract/problems.ts'
import { CODE_OPTIONS, type CodeLanguage } from '../../codeArgument.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { sinkIn } from './descriptors.ts'
import { printedField } from './fieldPrograms.ts'
import { readsItself, spent } from './reading.ts'
import { made, only, type ShellText, type ShellValue } from './value.ts'
import type { Context, SimpleCommand, State } from './walk.ts'
import { eventsAt } from './ways.ts'
import { isFileName } from './writtenFiles.ts'

/** Adds the spot of `python3 -c '…'`, `node -e '…'`, `python3 - <<'EOF'`, and returns what it prints, if it is known. */
export function followCodeArgument(
  name: string,
  command: SimpleCommand,
  state: State,
  context: Context,
): ShellValue | undefined {
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
  const captured = context.captured || sinkIn(state, context) !== false
  state.walk.spots.add({
    kind: 'code',
    range: { start: code.start, end: code.end },
    language,
    events: eventsAt(state, given?.kind === 'data' ? given.events : undefined),
    within: {
      args: args.map((at) => at + offset),
      variables: variablesOf(command, state),
      ...statusOf(code.start, code.end, command.node, state, context),
      captured,
    },
  })
  const field = isPayload && !isDocument && language === 'python' ? printedField(code.text) : undefined
  if (field === undefined) return undefined
  const sure = isScripts ? context.sure : given?.kind === 'data' && given.sure
  const { path, missing } = field
  return [{ kind: 'data', path, sure, raw: true, defaults: missing, reads: [] }, made('\n')]
}

// `python3 "$DIR/guard.py"`, `echo "$payload" | node guard.js`: a file that gets the whole payload. True if the command
// runs a file.
function startedFile(
  language: CodeLanguage,
  command: SimpleCommand,
  state: State,
  context: Context,
): boolean {
  const { args, values, node } = command
  const at = args.findIndex(({ text }) => !PLAIN_FLAG.test(text))
  const file = args[at]
  if (file === undefined || !FILE.test(file.text)) return false
  const given = context.stdin === 'script' ? undefined : only(context.stdin)
  const isPayload =
    context.stdin === 'script' ? state.input === 'fresh' : given?.kind === 'data' && given.path.length === 0
  if (!isPayload || !context.sure) return true
  const quotes = /string$/.test(file.type) ? 1 : 0
  const range = { start: file.start + quotes, end: file.end - quotes }
  const events = eventsAt(state, given?.kind === 'data' ? given.events : undefined)
  const within = {
    args: wholeAmong(values.slice(at + 1)),
    variables: variablesOf(command, state),
    ...statusOf(file.start, file.end, node, state, context),
    captured: context.captured || sinkIn(state, context) !== false,
  }
  state.walk.spots.add({ kind: 'code', range, language, events, within, isFile: true })
  return true
}

const PLAIN_FLAG = /^(?:-[uBsEIex]+|--no-warnings)$/
const FILE = /^(?!-).*\.(?:py|[cm]?js|sh|bash|ps1)["']?$/s

// The positions of the arguments that are the whole payload.
function wholeAmong(values: readonly ShellValue[]): readonly number[] {
  return values.flatMap((value, at) => (isWhole(value) ? at + 1 : []))
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

function isWhole(value: ShellValue): boolean {
  const part = only(value)
  return part?.kind === 'data' && part.path.length === 0 && part.sure
}

function variablesOf({ sets }: SimpleCommand, { vars }: State): WithinScript['variables'] {
  return [...new Map([...vars, ...sets])].flatMap(([name, value]) =>
    isWhole(value) && !isFileName(name) ? name : [],
  )
}

// Whether no later command could change the exit status, and none tests it; or how it is certainly discarded.
function statusOf(
  from: number,
  to: number,
  { end }: SyntaxNode,
  { walk }: State,
  context: Context,
): Pick<WithinScript, 'ends' | 'loses'> {
  const { text } = walk.script
  const rest = from >= end ? text.slice(end, from) + text.slice(to) : text.slice(end)
  const isInside = context.captured || context.returns !== undefined || context.ends !== undefined
  const ends = !isInside && !context.test && NOTHING_MORE.test(rest.slice(0, 2000))
  if (ends || isInside || TAKES_STATUS.test(text)) return { ends }
  if (/^[ \t]*\|\|[ \t]*(?:true|:)[ \t]*(?:#.*)?(?:\n|$)/.test(rest)) return { ends, loses: '|| true' }
  const isLast = /^[ \t]*;?[ \t]*(?:#.*)?\n/.test(rest)
  return { ends, ...(!context.test && isLast ? { loses: 'goes on' } : {}) }
}

/** The script may use the status of a command after it, or end with it. */
const TAKES_STATUS = /\bset[ \t]+-\w*e|errexit|^#!.*[ \t]-\w*e|\$\?|\$\{\?|PIPESTATUS|\btrap\b|\bwait\b/

const NOTHING_MORE =
  /^(?:[^\n|&;<>]*<<-?[ \t]*(["']?)(\w+)\1[^\n|&;<>]*\n\2\b)?[\s;]*(?:(?:#[^\n]*|fi|esac|done|;;|exit[ \t]+"?\$\??"?)[\s;]*)*$/
