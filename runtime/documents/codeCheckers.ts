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
  if (argumentsText.length > LONGEST) return false
  const words = [...argumentsText.matchAll(/(["'`])((?:(?!\1)[^\\\n])*)\1/g)].map(([, , word]) => word)
  return checksCode(words.join(' '))
}

const LONGEST = 1000
