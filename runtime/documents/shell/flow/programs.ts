// Which programs are known to print or not: shell builtins, and others that hooks often call. The output of all others
// is unknown.

import { checksCode } from '../../codeCheckers.ts'
import { made, only, plain, type ShellValue } from './value.ts'
import type { Context } from './walk.ts'

// Programs that print nothing to standard output.
const QUIET: ReadonlySet<string> = new Set(
  'alias cd chmod cp export hash ln local logger mkdir mv rm shopt sleep touch ulimit umask wait rmdir kill chown pkill killall disown sync notify-send afplay paplay aplay say pbcopy xdg-open'.split(
    ' ',
  ),
)

/** Whether the program prints nothing. */
export function isQuiet(name: string, given: readonly ShellValue[] = []): boolean {
  return QUIET.has(name) && (name !== 'logger' || !given.some((one) => ALSO_ERRORS.test(plain(one) ?? '')))
}

/** `logger -s` writes its message to standard error as well. */
const ALSO_ERRORS = /^(?:-[a-z]*s[a-z]*|--stderr)$/

// Programs that write to standard error only when they fail.
const ERRORS_ONLY =
  /^(?:(?:date|pwd|whoami|hostname|uname|id|basename|dirname|readlink|realpath|cut|wc|sort|uniq|sed|[gm]?awk|tail|mktemp|seq|stat|ls|find|base64|(?:sha\d+|md5)sum) |git (?:rev-parse|rev-list|branch|symbolic-ref|diff|log|status|show|ls-files|config|remote|describe) )/

/** Whether the program writes nothing to standard error when it succeeds. */
export function isSilentOnSuccess(name: string, values: readonly ShellValue[]): boolean {
  const words = values.map((value) => plain(value) ?? '…')
  return ERRORS_ONLY.test(`${[name, ...words].join(' ')} `)
}

// Programs that, with these first arguments, print something to standard output whether they succeed or not.
const PRINTING: readonly (readonly [program: RegExp, args: RegExp])[] = [
  [/^(?:npm|pnpm)$/, /^(?:run|run-script|test|t|start|install|i|ci)\b/],
  [/^git$/, /^(?:status|commit|stash push|pull)\b/],
  [/^(?:pushd|popd)$/, /^/],
  [/^cargo$/, /^test\b/],
  [/^prettier$/, /(?:^| )(?:--check|-c)\b/],
  [/^go$/, /^test\b/],
  [/^(?:pytest|mypy|date|pwd|whoami|hostname|uname|id|phpunit|rspec|mvnw?|gradlew?)$/, /^/],
  [/^python[\d.]*$/, /^-m (?:pytest|mypy)\b/],
  [/^ruff$/, /^(?:check|format)\b/],
  [/^dotnet$/, /^(?:build|test)\b/],
]

// Options that change the output format: the output may be an answer, or nothing.
const OTHERWISE =
  /(?:^| )(?:-\w*[qszS]\w*|--(?:silent|quiet|porcelain|short|json|format|reporter|loglevel|log-level|if-present|output|null|help|version)\b)|[{}\0]/

/**
 * A text that a program certainly prints, with unknown content; undefined where the output may be an answer or empty.
 */
export function chatter(name: string, values: readonly ShellValue[]): ShellValue | undefined {
  const words = values.map((value) => plain(value) ?? '\0')
  const given = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined).join(' ')
  const isKnown = PRINTING.some(([program, args]) => program.test(name) && args.test(given))
  return isKnown && !OTHERWISE.test(given) ? [made(CHATTER)] : undefined
}

/** Programs that list what they found on standard output, where they fail for it; Stylelint 16 lists it on the other. */
const LISTS_FAULTS = /^(?:tsc|eslint|flake8|pylint|pyright|rubocop|shellcheck)$/

/** The text that a program certainly prints where it fails. */
export function chatterOnFailure(name: string, values: readonly ShellValue[]): ShellValue | undefined {
  const words = [name, ...values.map((value) => plain(value) ?? '\0')]
  const program = /^(?:npx|bunx|uvx)$/.test(name) ? words[1] : name
  const line = words.join(' ')
  const isKnown = LISTS_FAULTS.test(program ?? '') && !OTHERWISE.test(line) && !/ -\w*[fo]\b/.test(line)
  return isKnown ? [made(CHATTER)] : undefined
}

/** The text that a program certainly prints where it succeeds, which is no answer: found lines, `true`, a path. */
export function chatterOnSuccess(name: string, values: readonly ShellValue[]): ShellValue | undefined {
  const words = values.map((value) => plain(value))
  const first = words.find((word) => word?.startsWith('-') !== true)
  if (first === undefined) return undefined
  if (/^(?:which|command|type)$/.test(name)) return words.includes('-s') ? undefined : [made(CHATTER)]
  const isKnown = /^(?:jq|gojq|jaq)$/.test(name)
    ? words.some((word) => /^(?:-\w*e\w*|--exit-status)$/.test(word ?? '')) && isTest(first)
    : !words.some((word) => UNLIKE_LINES.test(word ?? '')) && hasText(first)
  return isKnown ? [made(CHATTER)] : undefined
}

/** Options of `grep` with which it prints nothing, a number or empty lines, or that take a word. */
const UNLIKE_LINES =
  /^(?:-\w*[qcLvzZefABCmdD]\w*|--(?!color|line-number|only-matching|ignore-case|extended|fixed|perl))/

// Whether a pattern matches no empty line.
function hasText(pattern: string): boolean {
  return (
    /\w{2}/.test(pattern.replaceAll(/(?:[\])]|\\?.)(?:[*?]|\{0?,)/g, '')) &&
    !/^\||\|[|)]|\|$|\(\|/.test(pattern)
  )
}

// Whether a program of jq ends with a test, so that it prints `true` or `false`.
function isTest(program: string): boolean {
  return !/[{;?]|\b(?:if|def|reduce|try|empty)\b/.test(program) && ENDS_IN_TEST.test(program)
}

const ENDS_IN_TEST =
  /(?:\b(?:test|contains|inside|startswith|endswith|has|any|all|IN)\s*\((?:[^()]|\([^()]*\))*\)|[=!<>]=?\s*(?:"[^"]*"|\w+))\s*$/

/** The captured output of a program that checks code, or of git, in several lines. */
export function captured(
  line: string,
  stdin: Context['stdin'],
  values: readonly ShellValue[],
): ShellValue | undefined {
  if (line.startsWith('tail ') && stdin !== 'script') return cutOutput(stdin, values)
  const isLong = LINES.test(line) || (checksCode(line) && !ONE_LINE.test(line))
  return isLong ? [{ kind: 'unknown', output: true }, made('\n')] : undefined
}

/** Several lines of such an output. */
export function cutOutput(input: ShellValue, values: readonly ShellValue[]): ShellValue | undefined {
  const part = only(input)
  const isOne = values.some((one) => /^-?(?:n|c)?1$|^--(?:lines|bytes)=1$/.test(plain(one) ?? ''))
  return part?.kind === 'unknown' && part.output === true && !isOne ? input : undefined
}

/** With a format, or as a summary, git's output may be one word or one line. */
const LINES = /^git (?:diff|log|show|status)\b(?!.*\s--(?:quiet|exit-code|format|pretty|shortstat)\b)/
const ONE_LINE = /\s--?(?:version|V)(?:\s|$)/

const CHATTER = '…\n'

/** Whether a value is such a text. */
export function isChatter(value: ShellValue | undefined): boolean {
  return value !== undefined && plain(value) === CHATTER
}
