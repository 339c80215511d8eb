// Programs of which it is known whether they print: commands of the shell, and others that hooks call. Of all others
// nobody knows it.

import { made, plain, type ShellValue } from './value.ts'

// They print nothing on standard output.
const QUIET: ReadonlySet<string> = new Set(
  'alias cd chmod cp export hash ln local logger mkdir mv rm shopt sleep touch ulimit umask wait rmdir kill chown pkill killall disown sync notify-send afplay paplay aplay say pbcopy xdg-open'.split(
    ' ',
  ),
)

/** Whether it prints nothing, whatever its arguments are. */
export function isQuiet(name: string): boolean {
  return QUIET.has(name)
}

// They write to standard error only where they fail.
const ERRORS_ONLY =
  /^(?:(?:date|pwd|whoami|hostname|uname|id|basename|dirname|readlink|realpath|cut|wc|sort|uniq|sed|[gm]?awk|tail|mktemp|seq|stat|ls|find|base64|(?:sha\d+|md5)sum) |git (?:rev-parse|rev-list|branch|symbolic-ref|diff|log|status|show|ls-files|config|remote|describe) )/

/** Whether it writes nothing to standard error, as long as nothing is wrong. */
export function isSilentOnSuccess(name: string, values: readonly ShellValue[]): boolean {
  const words = values.map((value) => plain(value) ?? '…')
  return ERRORS_ONLY.test(`${[name, ...words].join(' ')} `)
}

// With these as first arguments they print something on standard output, whether they succeed or not.
const PRINTING: readonly (readonly [program: RegExp, args: RegExp])[] = [
  [/^(?:npm|pnpm)$/, /^(?:run|run-script|test|t|start|install|i|ci)\b/],
  [/^git$/, /^(?:status|commit|stash push)\b/],
  [/^go$/, /^test\b/],
  [/^(?:pytest|mypy|date|pwd|whoami|hostname|uname|id|phpunit|rspec|mvnw?|gradlew?)$/, /^/],
  [/^python[\d.]*$/, /^-m (?:pytest|mypy)\b/],
  [/^ruff$/, /^(?:check|format)\b/],
  [/^dotnet$/, /^(?:build|test)\b/],
]

// Whoever asks for another form may get an answer, or nothing.
const OTHERWISE =
  /(?:^| )(?:-\w*[qszS]\w*|--(?:silent|quiet|porcelain|short|json|format|reporter|loglevel|log-level|if-present|output|null|help|version)\b)|[{}\0]/

/** Text that a program certainly prints, and nobody knows which; undefined where it may be an answer, or nothing. */
export function chatter(name: string, values: readonly ShellValue[]): ShellValue | undefined {
  const words = values.map((value) => plain(value) ?? '\0')
  const given = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined).join(' ')
  const isKnown = PRINTING.some(([program, args]) => program.test(name) && args.test(given))
  return isKnown && !OTHERWISE.test(given) ? [made(CHATTER)] : undefined
}

const CHATTER = '…\n'

/** Whether it is such a text. */
export function isChatter(value: ShellValue | undefined): boolean {
  return value !== undefined && plain(value) === CHATTER
}
