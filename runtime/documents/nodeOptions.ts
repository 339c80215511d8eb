// Options of Node that take the next word as their value when not joined by `=`; needed to find the script on a command
// line.

const VALUED = new RegExp(
  [
    '^--(?:build-snapshot-config|conditions|cpu-prof-[a-z]+|diagnostic-dir|disable-(?:proto|warning)|dns-result-order',
    'env-file(?:-if-exists)?|heap-prof-[a-z]+|heapsnapshot-(?:near-heap-limit|signal)|icu-data-dir|input-type',
    'inspect-(?:port|publish-uid)|localstorage-file|max-http-header-size|max-old-space-size(?:-percentage)?',
    '(?:min|max)-semi-space-size|network-family-autoselection-attempt-timeout|openssl-config|redirect-warnings',
    'report-(?:dir|directory|filename|signal)|secure-heap(?:-min)?|snapshot-blob|stack-size|stack-trace-limit|title',
    'test-(?:concurrency|coverage-[a-z]+|global-setup|name-pattern|reporter(?:-destination)?|shard|skip-pattern|timeout)',
    'tls-(?:cipher-list|keylog)|trace-(?:event-categories|event-file-pattern|require-module)|unhandled-rejections',
    'use-largepages|watch-(?:kill-signal|path))$',
  ].join('|'),
)

/** An option with `-` in its name: Node accepts `_` for it, but not in a value. */
export function dashed(option: string): string {
  return option.replace(/^--[\w-]+/, (name) => name.replaceAll('_', '-'))
}

/** Whether the word after the option is its value. */
export function takesNextWord(option: string): boolean {
  return VALUED.test(dashed(option))
}

/**
 * Whether an option, besides those that load a module, causes code to run: its file holds compiled code or names code.
 * The option is given without its value, and with `-` in its name.
 */
export function bringsCode(option: string): boolean {
  return BRINGS_CODE.test(option)
}

// A file of variables may set NODE_OPTIONS.
const BRINGS_CODE =
  /^--(?:snapshot-blob|openssl-config|test-global-setup|test-reporter|env-file(?:-if-exists)?)$/

/** Whether the word is a command of the interpreter, and its script stands after it. */
export function isSubcommand(program: string, word: string): boolean {
  if (/^node/.test(program)) return word === 'inspect'
  if (program === 'tsx') return word === 'watch'
  return /^(?:bun|deno)$/.test(program) && /^(?:run|exec|serve)$/.test(word)
}

/** Whether an interpreter runs tests, tasks or packages of the project, besides or instead of the script it is given. */
export function runsTasks(program: string, words: readonly (string | undefined)[]): boolean {
  if (/^node/.test(program))
    return words.some((word = '') => word === '.' || /^--(?:test|run)(?:=|$)/.test(dashed(word)))
  if (program === 'php') return words.some((word = '') => /^(?:.*\/)?(?:artisan|console)$/.test(word))
  if (program !== 'bun' && program !== 'deno') return false
  const [first, second] = words.filter((word) => word === undefined || !word.startsWith('-'))
  const isTask = (word: string | undefined) => word !== undefined && /^[\w:-]+$/.test(word)
  if (program === 'deno') return isTask(first) && !/^(?:run|eval|serve|repl)$/.test(first ?? '')
  return isTask(first) && (first !== 'run' || isTask(second))
}
