// Commands that run what the project's files define: tests, linters with plugins, task runners, git with its hooks.
// Recognized by program name, because the command does not name what runs; other programs are recognized by their verb.

/** Programs that always do, whatever their arguments. */
const ALWAYS = [
  // Builds and tasks.
  'make|gmake|just|rake|task|tox|nox|gradle|gradlew|mvn|mvnw|ant|bazel|bazelisk|buck2|pants|ninja|meson|sbt|lein|scons|invoke|inv|fab',
  'yarn|grunt|gulp|turbo|nx|lerna|npm-run-all|run-s|run-p|wireit|mage|earthly|dagger|dune|stack|cabal|rebar3|xcodebuild|fastlane',
  'snakemake|dvc|dbt|alembic|scrapy|sphinx-build|mkdocs|foreman|overmind|honcho|run-parts|act',
  // Tests.
  'pytest|py\\.test|vitest|jest|mocha|ava|playwright|cypress|karma|nightwatch|testcafe|wdio|cucumber-js|rspec|cucumber|behave|phpunit|pest|bats|busted|shellspec|locust',
  // Linters and formatters that load code of the project.
  'eslint|prettier|stylelint|xo|commitlint|lint-staged|knip|pre-commit|prek|hk|trunk|lefthook|husky|mypy|dmypy|pylint|flake8|rubocop|phpstan|psalm|golangci-lint',
  // Bundlers and frameworks.
  'webpack|rollup|vite|esbuild|next|nuxt|astro|gatsby|ng|storybook|electron|rails|artisan|flask|uvicorn|gunicorn|celery|streamlit',
  // Machines and deployments.
  'packer|vagrant|terraform|tofu|pulumi|cdk|sst|sam|serverless|wrangler|skaffold|tilt|hardhat|forge|anchor',
  'ansible-playbook|nix-shell|nix-build|docker-compose|semantic-release|release-it|jupyter|papermill',
].join('|')

/** Programs that do with these arguments. */
const WORDED = [
  'npm (?:-\\S+ (?:[^-]\\S* )?)*(?:run|run-script|test|t|start|restart|stop|exec|x|ci|install|i|rebuild|pack|publish)',
  'npx (?:-\\S+ )*(?:\\.\\S*|eslint|prettier|stylelint|vitest|jest|mocha|playwright|cypress|lint-staged|commitlint)',
  '(?:yarn|pnpm) (?:-\\S+ (?:[^-]\\S* )?)*(?!-)\\S+',
  'bun (?:run|x|test|install|i|add)|bunx|deno (?:task|test|bench)|node --(?:test|run)\\b|node \\.',
  'cargo (?:run|test|build|check|xtask|bench|clippy|doc)|go (?:run|generate|test)|zig (?:build|test)|gleam (?:run|test)',
  'composer (?:run|run-script|exec|install|update)|bundle (?:exec|install)|brew bundle|R CMD',
  '(?:poetry|pipenv|hatch|pdm|rye|uv|pixi|devbox) run|(?:pip|pip3|uv pip|pipx) install',
  'python[\\d.]* -m (?:pytest|tox|nox|pip|build|pre_commit|unittest|nose2?|timeit|pickle|mypy|pylint|flake8|invoke|flask|uvicorn|celery|alembic|sphinx|mkdocs|IPython|jupyter)',
  'cmake (?:--build|-P)|dotnet (?:run|build|test|msbuild)|swift (?:run|build|test|package)|mix|mise (?:run|exec|x)|direnv exec|nix (?:run|build|develop|shell|flake)',
  '(?:docker|podman) (?:compose|build|buildx)|(?:docker|podman) run .*(?:-v|--volume|--mount)|uvx (?:\\S+ )*--from|crontab|java .*-(?:cp|classpath|p|-class-path)',
  '(?:pwsh|powershell)(?:\\.exe)? .*-e(?:c|nc|ncodedcommand)?',
  // Hooks and aliases of git, and files that its options name.
  'git (?:-\\S+ (?:[^-]\\S* )?)*(?:commit|push|merge|rebase|am|pull|cherry-pick|revert|checkout|switch|worktree)|git (?:\\S+ )*(?:-c|--exec-path\\S*)',
  'helm (?:install|upgrade|template)|kubectl --kubeconfig|rg .*--pre(?:=\\S*)?',
  // Components of a compiler, and options of any program that load or start something.
  '(?:gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+|cpp|gfortran) .*-(?:B|fplugin|wrapper|specs|Xclang)\\S*',
  '\\S+ .*--?(?:enable-|allow-)?(?:exec|ext-diff|plugins?|wrapper|preload)(?:[=-]\\S*)?',
].join('|')

/** Verbs of programs that work with the project's own files. */
const VERBS = 'run|exec|test|build|dev|lint|check|task'

/** Programs that read the files they are given and run none of them. */
const READERS =
  'git|ruff|biome|black|isort|oxlint|shellcheck|hadolint|actionlint|gofmt|rustfmt|shfmt|buf|gitleaks|trufflehog|semgrep|pyright'

/** Programs for which these verbs have another meaning: containers, models, services; linters without plugins. */
const NOT_THE_PROJECT = [
  'docker|podman|nerdctl|kubectl|oc|gh|glab|gcloud|aws|az|fly|flyctl|ollama|systemctl|launchctl|service|brew|snap|flatpak',
  'test|echo|printf|logger|say|notify-send|osascript|terminal-notifier|tmux|screen|curl|wget|ssh|jq|yq',
  READERS,
].join('|')

const READER = new RegExp(
  `^(?:${READERS}|gh|autopep8|yapf|clang-format|stylua|goimports|terser|cloc|tokei|code|pbcopy)$`,
)
const RECIPE = new RegExp(`^(?:${ALWAYS})$|^(?:${WORDED})(?: |$)`)
const BY_VERB = new RegExp(`^(?!(?:${NOT_THE_PROJECT}) )[\\w.-]+ (?:${VERBS})(?: |$)`)

/** Whether a command runs what the project's files define: judged by its program, or by the program with its words. */
export function runsRecipe(name: string, spelled: string): boolean {
  return RECIPE.test(spelled) || RECIPE.test(name) || (name !== '' && BY_VERB.test(spelled))
}

/** Whether a program of this name runs none of the files it is given. */
export function readsOnly(name: string): boolean {
  return READER.test(name)
}
