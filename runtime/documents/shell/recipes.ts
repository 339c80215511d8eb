// Commands that run what the project's files define: tests, linters with plugins, task runners, git with its hooks.
// Recognized by program name, because the command does not name what runs; other programs are recognized by their verb.

/** Programs that always do, whatever their arguments. */
const ALWAYS = [
  // Builds and tasks.
  '[bg]?make|cmake|ctest|cpack|just|rake|task|tox|nox|gradle|gradlew|mvn|mvnw|ant|bazel|bazelisk|buck2|pants|ninja|meson|sbt|mill|lein|clj|clojure|scons|invoke|inv|fab|doit',
  'yarn|grunt|gulp|turbo|nx|lerna|npm-run-all|run-s|run-p|wireit|mage|earthly|dagger|dune|stack|cabal|rebar3|xcodebuild|fastlane|pod|conan|vcpkg|xmake|autoreconf|doxygen|nim|nimble|maturin',
  'snakemake|dvc|dbt|alembic|airflow|dagster|prefect|kedro|scrapy|sphinx-build|mkdocs|latexmk|quarto|jekyll|foreman|overmind|honcho|run-parts|act|cookiecutter|copier|pip-compile|pip-sync',
  // Tests.
  'pytest|py\\.test|vitest|jest|mocha|ava|tap|nyc|playwright|cypress|karma|nightwatch|testcafe|wdio|cucumber-js|rspec|cucumber|behave|robot|coverage|phpunit|pest|codecept|phpspec|bats|busted|shellspec|locust',
  // Linters and formatters that load code of the project.
  'eslint|prettier|stylelint|xo|standard|tslint|textlint|markdownlint(?:-cli2?)?|ember-template-lint|solhint|slither|cspell|depcheck|remark|svgo|size-limit|commitlint|lint-staged|knip|svelte-check|tflint',
  'pre-commit|prek|hk|trunk|lefthook|husky|overcommit|grumphp|mypy|dmypy|pylint|flake8|rubocop|standardrb|haml-lint|phpstan|psalm|phpcs|phpcbf|php-cs-fixer|rector|golangci-lint|luacheck|elm-review',
  // Bundlers, compilers with plugins, and frameworks.
  'webpack|rollup|vite|esbuild|tsup|parcel|rspack|rsbuild|postcss|tailwindcss|babel|swc|typedoc|jsdoc|next|nuxt|astro|gatsby|eleventy|docusaurus|vitepress|ng|expo|storybook|electron|graphql-codegen|prisma|knex|sequelize|typeorm|drizzle-kit',
  'rails|rackup|puma|sidekiq|thor|artisan|flask|uvicorn|gunicorn|celery|streamlit',
  // They start other programs, or those that a file names.
  'at|batch|bwrap|proot|firejail|nsjail|systemd-nspawn|daemonize|start-stop-daemon',
  'nodemon|pm2|concurrently|cross-env|env-cmd|dotenv|dotenvx|nr|changeset|cz|bumpversion|bump-my-version',
  // Machines and deployments.
  'packer|vagrant|terraform|tofu|pulumi|cdk|sst|sam|serverless|wrangler|skaffold|tilt|hardhat|forge|anchor|guix|home-manager|nixos-rebuild|darwin-rebuild|chezmoi|devcontainer',
  'ansible-playbook|nix-shell|nix-build|docker-compose|podman-compose|semantic-release|release-it|jupyter|papermill',
].join('|')

/** Programs that do with these arguments. */
const WORDED = [
  'npm (?:-\\S+ (?:[^-]\\S* )?)*(?:run|run-script|test|t|start|restart|stop|exec|x|ci|cit|install|i|it|install-test|link|ln|rebuild|version|edit|rum|urn|pack|publish)',
  '(?:npx|bunx) (?:-\\S+ )*\\.\\S*',
  '(?:yarn|pnpm) (?:-\\S+ (?:[^-]\\S* )?)*(?!-)\\S+',
  'bun (?:run|x|test|install|i|add)|bunx|deno (?:task|test|bench)|node --(?:test|run)\\b|node \\.',
  'cargo (?:run|test|build|check|xtask|bench|clippy|doc)|go (?:run|generate|test)|zig (?:build|test)|gleam (?:run|test)|crystal (?:spec|run|eval)',
  'composer (?:run|run-script|exec|install|update)|bundle (?:exec|install)|brew bundle|R CMD|php (?:\\S*/)?(?:artisan|console)',
  '(?:poetry|pipenv|hatch|pdm|rye|uv|pixi|devbox) (?:run|install|sync|build|add|remove|lock|update|publish)|(?:pip|pip3|uv pip|pipx) install',
  'python[\\d.]* -m (?:build|pre_commit|unittest|doctest|nose2?|timeit|pickle|pyclbr|sphinx|IPython|ipykernel|django|pip|pipx|setuptools|nbconvert)',
  'dotnet (?:run|build|test|msbuild|format|restore|publish|pack|tool)|swift (?:run|build|test|package)|mix|mise (?:run|exec|x)|direnv exec|nix (?:run|build|develop|shell|flake)|buf generate',
  '(?:docker|podman) (?:compose|build|buildx)|(?:docker|podman) run .*(?:-v|--volume|--mount)|uvx (?:\\S+ )*--from|crontab|java .*-(?:cp|classpath|p|-class-path)',
  '(?:pwsh|powershell)(?:\\.exe)? .*-[eE](?:[cC]|[nN]\\w*)?|tmux (?:\\S+ )*source(?:-file)?',
  // Hooks and aliases of git, and files that its options name.
  'git (?:-\\S+ (?:[^-]\\S* )?)*(?:commit|push|merge|rebase|am|pull|cherry-pick|revert|checkout|switch|worktree|submodule|bisect)|git (?:\\S+ )*(?:-c|--exec-path\\S*|--config-env\\S*|hook)|gh pr (?:create|checkout|merge)',
  'systemd-run .*(?:--wor\\S*|--pro\\S*|-p)|helm (?:install|upgrade|template)|kubectl --kubeconfig|rg .*--pre(?:=\\S*)?',
  // Agents, which run the hooks of the project.
  '(?:claude|gemini|qwen|copilot|cursor-agent|codex|opencode|droid|auggie|aider)(?! (?:-[vVh]|--version|--help|mcp|config|update|doctor|auth|login|plugin)(?: |$))',
  // Components of a compiler, and options of any program that load or start something.
  '(?:gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+|cpp|gfortran) .*-(?:B|fplugin|wrapper|specs|Xclang)\\S*',
  '\\S+ .*--?(?:enable-|allow-)?(?:exec|ext-diff|plugins?|wrapper|preload)(?:[=-]\\S*)?',
].join('|')

/** Runners of packages: the word after their options is the program. */
const RUNNER = /^(?:npx|bunx|uvx) (?:-\S+ )*(?=\w)/
/** A module that has the name of its program; whether it is of the workspace is not known here, so no verb counts. */
const MODULE = /^(?:python|pypy)[\d.]* (?:-(?!m )\S+ )*-m (?=\w)/

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
const BY_NAME = new RegExp(`^(?:${ALWAYS})$`)
const BY_WORDS = new RegExp(`^(?:${WORDED})(?: |$)`)
const BY_VERB = new RegExp(`^(?!(?:${NOT_THE_PROJECT}) )[\\w.-]+ (?:${VERBS})(?: |$)`)

/** Whether a command runs what the project's files define: judged by its program, or by the program with its words. */
export function runsRecipe(name: string, spelled: string): boolean {
  const run = spelled.replace(RUNNER, '')
  const module = spelled.replace(MODULE, '')
  return (
    isRecipe(name, spelled) ||
    (run !== spelled && isRecipe(run.split(/[ @]/, 1)[0] ?? '', run)) ||
    (module !== spelled && isNamed(module.split(' ', 1)[0] ?? '', module))
  )
}

function isRecipe(name: string, spelled: string): boolean {
  return isNamed(name, spelled) || (name !== '' && BY_VERB.test(spelled))
}

function isNamed(name: string, spelled: string): boolean {
  return BY_NAME.test(name) || BY_WORDS.test(spelled)
}

/** Whether a program of this name runs none of the files it is given. */
export function readsOnly(name: string): boolean {
  return READER.test(name)
}
