// Recognizes programs that check code: tests, linters, type checkers. A hook that runs one and exits with its status
// gives the agent a verdict; a hook that exits because any other program failed has failed itself. They are recognized
// by name, so a project's own script counts only if its name states what it does.

const TOOLS =
  'tsc|vue-tsc|eslint|oxlint|ruff|flake8|pylint|mypy|pyright|pytest|jest|vitest|mocha|shellcheck|rubocop|rspec|phpstan|phpunit|psalm|golangci-lint|staticcheck|stylelint|hadolint|actionlint|yamllint|markdownlint|ktlint|detekt|swiftlint|bandit|semgrep|gitleaks'
const RUNNERS =
  'npm|pnpm|yarn|bun|bunx|npx|deno|cargo|go|make|just|task|poetry|uv|uvx|pdm|hatch|bundle|rake|mvn|mvnw|gradle|gradlew|dotnet|python3?|php|composer|turbo|nx|biome|black|isort|prettier|terraform|helm'
const WORDS =
  '(?:\\S*[:-])?(?:tests?|lint|check|vet|validate|verify|type-?check|clippy|--check|--list-different|--fail)'

const COMMAND = new RegExp(
  `^(?:\\S*/)?(?:${TOOLS})(?:\\s|$)|^(?:\\S*/)?(?:${RUNNERS})\\s(?:.*\\s)?(?:(?:${TOOLS})|${WORDS}(?::\\S+)?)(?:\\s|$)`,
)

/** Whether a command line, starting with the program's name, runs such a program. */
export function checksCode(command: string): boolean {
  return command.length < LONGEST && COMMAND.test(command.trim())
}

/**
 * Whether the arguments of a call that starts a process name such a program: `["npm", "test"]`, `'npx tsc --noEmit'`.
 */
export function startsCodeCheck(argumentsText: string): boolean {
  return checksCode(wordsIn(argumentsText))
}

/**
 * Whether the arguments of a call that starts a process name a program that checks, formats or builds code, and so
 * prints what it does on standard output.
 */
export function startsReport(argumentsText: string): boolean {
  const line = wordsIn(argumentsText)
  if (QUIET.test(line)) return false
  return line.split(/&&|;/).some((command) => checksCode(command) || REPORTS.test(command.trim()))
}

const QUIET = /[>|]|\s--(?:quiet|silent)(?:\s|$)|^(?:\S+\s+){0,3}ruff\s.*\s-q(?:\s|$)/
const REPORTS =
  /^(?:(?:npx|bunx|uvx|yarn|pnpm|(?:uv|poetry|pdm|hatch) run|p?npm (?:exec|dlx)|python[\d.]* -m) )?(?:prettier|biome|ruff)\s|^(?:npm|pnpm|yarn|bun) (?:run )?build\b/

// The string literals of a text, as one line; the running interpreter is a word as well.
function wordsIn(argumentsText: string): string {
  if (argumentsText.length > LONGEST) return ''
  const text = argumentsText.replace(/\bsys\.executable\b/, '"python3"')
  return [...text.matchAll(/(["'`])((?:(?!\1)[^\\\n])*)\1/g)].map(([, , word]) => word).join(' ')
}

const LONGEST = 1000
