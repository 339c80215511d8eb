// Files that a shell script starts and that get the whole payload: by an interpreter, or as programs of their own.

import type { CodeLanguage } from '../../codeArgument.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { only, type ShellValue } from './value.ts'
import type { Context, SimpleCommand, State } from './walk.ts'
import { eventsAt } from './ways.ts'
import { wholeAmong, withinScript } from './withinScript.ts'

/** Adds the spot of `python3 "$DIR/guard.py"`, `echo "$payload" | node guard.js`. True if the command runs a file. */
export function startedFile(
  language: CodeLanguage,
  command: SimpleCommand,
  state: State,
  context: Context,
): boolean {
  const { args, values } = command
  const at = args.findIndex(({ text }) => !PLAIN_FLAG.test(text))
  const file = args[at]
  if (file === undefined || !FILE.test(file.text)) return false
  addFile({ file, language, given: values.slice(at + 1) }, command, state, context)
  return true
}

/** Adds the spot of `"$DIR/guard.sh"`, `echo "$payload" | ./guard.py`. True if the command is such a file. */
export function executedFile(command: SimpleCommand, state: State, context: Context): boolean {
  const { program: file, values } = command
  const [, ending = ''] = (file?.text.includes('/') && FILE.exec(file.text)) || []
  const language = LANGUAGES[ending]
  if (file === undefined || language === undefined) return false
  addFile({ file, language, given: values, executed: true }, command, state, context)
  if (context.stdin === 'script' && state.input === 'fresh') state.input = 'some'
  return true
}

const PLAIN_FLAG = /^(?:-[uBsEIex]+|--no-warnings)$/
const FILE = /^(?!-).*\.(py|[cm]?js|sh|bash|ps1)["']?$/s
const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  sh: 'shell',
  bash: 'shell',
}

type Started = {
  readonly file: SyntaxNode
  readonly language: CodeLanguage
  readonly given: readonly ShellValue[]
  readonly executed?: true
}

function addFile(
  { file, language, given: words, ...more }: Started,
  command: SimpleCommand,
  state: State,
  context: Context,
): void {
  const given = context.stdin === 'script' ? undefined : only(context.stdin)
  const isPayload =
    context.stdin === 'script' ? state.input === 'fresh' : given?.kind === 'data' && given.path.length === 0
  if (!isPayload || !context.sure) return
  const quotes = /string$/.test(file.type) ? 1 : 0
  const range = { start: file.start + quotes, end: file.end - quotes }
  state.walk.spots.add({
    kind: 'code',
    range,
    language,
    events: eventsAt(state, given?.kind === 'data' ? given.events : undefined),
    within: withinScript({ start: file.start, end: file.end }, wholeAmong(words), command, state, context),
    isFile: true,
    ...more,
  })
}
