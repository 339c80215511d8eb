// The programs that start the command that stands after their own words, with those words: see startingPrograms.ts.
// Those that hide what the command prints are not here: nothing can be derived from its answer.

export type Starter = {
  /** The words before the command, besides options: `run`. */
  readonly verbs?: RegExp
  /** The verb may be missing: `yarn tsx`. */
  readonly isVerbOptional?: true
  /** Options whose value is the next word. */
  readonly valued?: RegExp
  /** Those whose value is the folder in which the command runs. */
  readonly folder?: RegExp
  /** Options or words that select a package of the workspace, whose folder they do not name. */
  readonly elsewhere?: RegExp
  /** Those of them that take no value. */
  readonly elsewhereFlag?: RegExp
  /** How many words of its own stand before the command: `timeout 5`. */
  readonly own?: number
  /** Options whose value is a line for a shell. */
  readonly line?: RegExp
  /** Options whose value is split into words, before those behind it. */
  readonly split?: RegExp
  /** Only what stands behind this word or option is the command. */
  readonly behind?: RegExp
  /** The command is the name of a package, perhaps with a version: `tsx@latest`. */
  readonly isPackage?: true
  /** A prefix of the command that selects an environment, not a program: `test:` in `hatch run test:python`. */
  readonly prefix?: RegExp
  /** The command is passed to a shell, as one line. */
  readonly passesLine?: true
  /** Runs a script that ends in `.py` with Python. */
  readonly runsPython?: true
  /** Options behind which Python runs any script, or a module. */
  readonly python?: RegExp
  /** Runs the command with the PATH that it was given. */
  readonly keepsPath?: true
}

const PACKAGE: Starter = {
  isPackage: true,
  valued: /^(?:-[pC]|--(?:package|prefix|userconfig|cache|registry|loglevel|script-shell))$/,
  folder: /^--cwd$/,
  elsewhere: /^(?:-w|--workspace)$/,
  elsewhereFlag: /^--workspaces$/,
  line: /^(?:-c|--call)$/,
}

const TOOL_OF_UV: Starter = {
  isPackage: true,
  valued: /^(?:-p|--(?:from|with(?:-\w+)?|python|index|index-url|env-file))$/,
}

// A program and its first word together are a program of its own.
export const STARTERS: readonly (readonly [programs: string, starter: Starter])[] = [
  ['command|builtin|nohup|setsid|winpty', { keepsPath: true }],
  ['exec', { keepsPath: true, valued: /^-a$/ }],
  ['time', { keepsPath: true, valued: /^(?:-[fo]|--(?:format|output))$/ }],
  ['arch', { keepsPath: true, valued: /^-(?:arch|[de])$/ }],
  [
    'env',
    {
      keepsPath: true,
      valued: /^(?:-u|--unset)$/,
      folder: /^(?:-C|--ch?d?i?r?)$/,
      split: /^(?:-S|--s[a-z-]*)$/,
    },
  ],
  ['nice', { keepsPath: true, valued: /^(?:-n|--adjustment)$/ }],
  ['ionice', { keepsPath: true, valued: /^(?:-c|-n|--class|--classdata)$/ }],
  ['timeout', { keepsPath: true, own: 1, valued: /^(?:-k|-s|--kill-after|--signal)$/ }],
  ['stdbuf', { keepsPath: true, valued: /^(?:-[ioe]|--(?:input|output|error))$/ }],
  [
    'flock',
    {
      keepsPath: true,
      own: 1,
      valued: /^(?:-w|-E|--wait|--timeout|--conflict-exit-code)$/,
      line: /^(?:-c|--command)$/,
    },
  ],
  ['chrt|taskset', { keepsPath: true, own: 1, valued: /^(?:-[TPD]|--sched-\w+)$/ }],
  ['caffeinate', { keepsPath: true, valued: /^-[tw]$/ }],
  [
    'sudo|doas',
    {
      valued: /^(?:-[CghprtTuU]|--(?:user|group|prompt|host))$/,
      elsewhere: /^(?:-[DR]|--ch[a-z]*)$/,
      elsewhereFlag: /^(?:-i|--login)$/,
    },
  ],
  ['busybox|toybox|corepack', { isPackage: true }],
  [
    'uv',
    {
      verbs: /^run$/,
      runsPython: true,
      folder: /^--directory$/,
      python: /^(?:-[ms]|--(?:module|script|gui-script))$/,
      valued:
        /^(?:-[pPwiFfC]|--(?:with(?:-\w+)?|python|project|env-file|extra|group|package|(?:default-|extra-)?index(?:-url)?|find-links|cache-dir|config-file|no-group|only-group))$/,
    },
  ],
  ['uvx', TOOL_OF_UV],
  ['uv tool', { ...TOOL_OF_UV, verbs: /^run$/ }],
  [
    'pipx',
    {
      verbs: /^run$/,
      runsPython: true,
      isPackage: true,
      valued: /^--(?:spec|python|pip-args|index-url|with)$/,
    },
  ],
  [
    'poetry|pipenv',
    { verbs: /^run$/, folder: /^(?:-C|--directory)$/, valued: /^(?:-P|--(?:project|python))$/ },
  ],
  ['pdm', { verbs: /^run$/, runsPython: true, valued: /^(?:-p|--project)$/ }],
  [
    'hatch',
    { verbs: /^run$/, runsPython: true, prefix: /^[\w.+-]+:(?=\w)/, valued: /^(?:-[pe]|--(?:project|env))$/ },
  ],
  ['rye|pixi', { verbs: /^run$/, valued: /^(?:-e|--(?:environment|manifest-path|pyproject))$/ }],
  [
    'conda|mamba|micromamba',
    { verbs: /^run$/, folder: /^--cwd$/, valued: /^(?:-[npr]|--(?:name|prefix|root-prefix))$/ },
  ],
  ['npm', { ...PACKAGE, verbs: /^(?:exec|x)$/ }],
  ['npx|bunx|pnpx', PACKAGE],
  ['bun', { ...PACKAGE, verbs: /^x$/ }],
  [
    'pnpm',
    {
      ...{ isPackage: true, verbs: /^(?:exec|dlx|run)$/, isVerbOptional: true },
      valued: /^--package$/,
      line: /^(?:-c|--shell-mode)$/,
      folder: /^(?:-C|--dir)$/,
      elsewhere: /^(?:-F|--filter(?:-prod)?)$/,
      elsewhereFlag: /^(?:-[wr]|--(?:recursive|workspace-root))$/,
    },
  ],
  [
    'yarn',
    {
      ...{ isPackage: true, verbs: /^(?:run|exec|dlx)$/, isVerbOptional: true },
      valued: /^(?:-p|--package)$/,
      folder: /^--cwd$/,
      elsewhere: /^workspace$/,
    },
  ],
  [
    'mise|rtx',
    { verbs: /^(?:exec|x)$/, behind: /^--$/, line: /^(?:-c|--command)$/, folder: /^(?:-C|--cd)$/ },
  ],
  ['direnv', { verbs: /^exec$/, own: 1 }],
  ['nix-shell', { line: /^--(?:run|command)$/, behind: /^(?!)/ }],
  ['nix', { verbs: /^(?:develop|shell)$/, behind: /^(?:-c|--command)$/ }],
  ['devbox', { verbs: /^run$/, valued: /^(?:-[ce]|--(?:config|env|env-file))$/ }],
  ['asdf|pyenv|rbenv|nodenv', { verbs: /^exec$/ }],
  ['volta', { verbs: /^run$/, valued: /^--(?:node|npm|pnpm|yarn)$/ }],
  ['fnm', { verbs: /^exec$/, valued: /^--using$/ }],
  ['dotenvx', { verbs: /^run$/, valued: /^(?:-[fe]|--(?:env-file|env))$/ }],
  ['dotenv', { verbs: /^run$/, isVerbOptional: true, valued: /^-[ecvpf]$/ }],
  ['op', { verbs: /^run$/, valued: /^--(?:env-file|account|config|session)$/ }],
  [
    'doppler',
    { verbs: /^run$/, line: /^--command$/, valued: /^(?:-[pct]|--(?:project|config|token|scope|mount))$/ },
  ],
  ['cross-env', {}],
  ['cross-env-shell', { passesLine: true }],
]
