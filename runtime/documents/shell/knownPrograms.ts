// Programs that run neither code of the project nor other programs, as far as their words show. All others are listed as
// not covered by trust: which of them load plugins, configuration or scripts of a project cannot be known.
// A name stands here only if none of its arguments makes it run anything, except for those of `unless`.

type Known = {
  /** Only with one of these as its first word that is neither an option nor the value of one. */
  readonly verbs?: string
  /** Only with such a word at this place. */
  readonly first?: RegExp
  /** Options before the verb that take the next word. */
  readonly valued?: RegExp
  /** Not with an option or word like this. */
  readonly unless?: RegExp
}

const ROWS: readonly (readonly [programs: string, known: Known])[] = [
  // What is built into shells. `bind`, `fc` and those of zsh that load modules or functions are missing.
  [
    ': [ [[ alias bg break builtin caller case cd complete compgen compopt continue declare dirs disown do done echo else esac ' +
      'exit export false fg fi for function getopts hash help history if in jobs kill let local logout popd print printf ' +
      'pushd pwd read readonly return select set setopt shift shopt suspend test then time times trap true type typeset ' +
      'ulimit umask unalias unset unsetopt until wait while',
    {},
  ],
  ['mapfile readarray', { unless: /^-[a-zA-Z]*C/ }],
  // Files and folders.
  [
    'basename cat chgrp chmod chown cp df dirname du file head install link ln ls md5 md5sum mkdir mkfifo mktemp mv nl ' +
      'pathchk readlink realpath rm rmdir sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum b3sum cksum shred stat ' +
      'sum sync tac tail tee touch tree truncate unlink wc',
    { unless: /^--strip-/ },
  ],
  // Texts.
  [
    'base32 base64 bc cmp colordiff colrm column comm csplit cut diff dos2unix echo egrep envsubst expand expr factor fgrep ' +
      'fmt fold grep gron hexdump iconv jo join jsonlint look nproc numfmt od paste pr printf ptx rev seq shuf strings tr ' +
      'tsort unexpand uniq unix2dos uuencode uudecode wdiff xmllint xxd yes zcat zgrep',
    {},
  ],
  ['rg ugrep', { unless: /^--(?:pre|hostname-bin|filter)/ }],
  ['ack ag', {}],
  ['sort', { unless: /^--comp/ }],
  ['split', { unless: /^--f/ }],
  ['gojq jaq', { unless: /^-(?:-from-file|\w*[fL])/ }],
  // Time, users, processes, the system.
  [
    'arch cal date getconf getent groups hostid hostname id kill killall last locale logger logname lsof mesg nproc pgrep ' +
      'pidof pkill printenv ps pstree pwdx sleep sw_vers tty uname uptime users uuidgen vm_stat w wall whereis which who whoami',
    {},
  ],
  ['date gdate gstat greadlink grealpath gsed gtouch gsort ghead gtail gwc', {}],
  [
    'free lscpu lsblk lsb_release nvidia-smi sysctl ulimit vmstat ioreg pmset scutil defaults plutil dscl',
    {},
  ],
  [
    'systemctl launchctl service',
    { verbs: 'is-active is-enabled is-failed list list-units print show status' },
  ],
  ['dpkg rpm apt-cache', { unless: /^-(?:i|U|-install|-configure|-upgrade|e)/ }],
  ['brew', { verbs: 'list ls info --prefix --version search install upgrade outdated' }],
  // The terminal and the desktop.
  [
    'afplay aplay beep canberra-gtk-play clear espeak growlnotify ntfy-send paplay pbcopy pbpaste play pw-play reset say ' +
      'spd-say stty terminal-notifier tput wl-copy wl-paste xclip xsel zenity kdialog notify-send toilet figlet lolcat cowsay',
    { unless: /^-{1,2}(?:exec|sender-exec)/ },
  ],
  [
    'osascript',
    {
      unless:
        /^-[^e]|\b(?:do\s+(?:shell\s+)?script|(?:run|load|store)\s+script|framework|import)\b|^[^-]*\.\w+$/i,
    },
  ],
  ['open xdg-open', { unless: /^(?!https?:\/\/)/ }],
  ['code cursor subl', { unless: /^--(?:install|ext|user-data)/ }],
  [
    'tmux',
    {
      verbs:
        'display display-message has has-session list-panes list-sessions list-windows ls lsp lsw rename-window renamew ' +
        'select-pane select-window set set-option set-window-option setw show show-options refresh-client',
      valued: /^-[LSf]$/,
      unless: /#\(|^-f/,
    },
  ],
  // Archives and digests.
  ['bunzip2 bzip2 compress gunzip gzip lz4 lzma unlz4 unxz unzip unzstd xz zstd zstdcat bzcat xzcat', {}],
  ['zip', { unless: /^-\w*T|^--(?:unz|test)/ }],
  ['tar gtar bsdtar', { unless: /^-?[a-zA-Z]*[IF]|^--(?:use-c|to-c|checkpoint-a|rsh|rmt|info|new-v)/ }],
  ['openssl', { unless: /^-(?:engine|provider|config|extfile)/ }],
  // The network.
  ['curl', { unless: /^(?:-K|--config|--engine)/ }],
  ['wget', { unless: /^(?:-e|--ex|--use-a|--config)/ }],
  ['dig host ifconfig ip netstat nslookup ping ping6 ss traceroute whois', {}],
  ['nc ncat', { unless: /^-\w*[ec]|^--(?:exec|sh-exec|lua-exec)/ }],
  // Git without the commands that run its hooks, and what talks to services.
  [
    'git',
    {
      verbs:
        'add apply blame branch cat-file check-attr check-ignore check-ref-format clean config count-objects describe diff ' +
        'checkout-index commit-tree diff-files diff-index diff-tree fetch for-each-ref fsck grep hash-object help init log ls-files ls-remote ls-tree ' +
        'merge-base merge-tree mktree mv name-rev notes read-tree reflog remote reset restore rev-list rev-parse rm shortlog show show-ref ' +
        'stash status symbolic-ref tag update-index var verify-commit version whatchanged write-tree',
      valued: /^(?:-C|--git-dir|--work-tree|--namespace)$/,
      unless: /^(?:-c|--exec|--config-env|-O|--open-f|--upload-p|--ext-diff|--textconv|--template)/,
    },
  ],
  [
    'gh glab',
    {
      verbs:
        'api auth browse cache ci config gist issue label mr org pr project release repo ruleset run search secret status ' +
        'variable version workflow',
      unless: /^(?:create|checkout|co|clone|merge|fork|edit)$/,
    },
  ],
  [
    'docker podman',
    {
      verbs:
        'cp diff events exec images info inspect kill logs pause port ps pull restart rm rmi run start stats stop tag top version',
      valued: /^(?:-[Hcl]|--(?:context|host|log-level))$/,
      unless: /^(?:--config|-v|--volume|--mount|--env-file)/,
    },
  ],
  [
    'kubectl oc',
    {
      verbs: 'api-resources api-versions auth cluster-info describe events get logs top version wait',
      valued: /^(?:-[ns]|--(?:context|namespace|server|cluster|user))$/,
      unless: /^--kubeconfig/,
    },
  ],
  // The script is followed by itself.
  [
    'pwsh powershell',
    {
      first: /\.ps1$/i,
      valued: /^-(?:ex(?:ec|ecutionpolicy)?|ep|inputformat|outputformat|windowstyle|w|wd|workingdirectory)$/i,
      unless: /^-(?:c|command|e|ec|enc\w*|wd|workingdirectory|config\w*|settings\w*|custom\w*)$/i,
    },
  ],
  ['sqlite3', { unless: /^-{1,2}(?:init|cmd|A)/ }],
  // Linters and formatters that read code and load none.
  [
    'actionlint biome black clang-format cloc buf gitleaks gofmt gofumpt goimports hadolint isort oxlint pyright ruff rustfmt ' +
      'scc semgrep shellcheck shfmt stylua swiftformat taplo terser tidy tokei trufflehog tsc yamllint autopep8 yapf',
    { unless: /^-{1,2}plugin/ },
  ],
  // Package managers where they only look something up.
  [
    'npm',
    {
      verbs:
        'audit bin config explain fund get help ls list outdated ping pkg prefix query root search view whoami',
    },
  ],
  ['pip pip3', { verbs: 'check config debug freeze help index inspect list show' }],
  ['go', { verbs: 'env fmt list mod version', unless: /^-(?:toolexec|vettool|overlay|exec)/ }],
]

const KNOWN = new Map(
  ROWS.flatMap(([programs, known]) => programs.split(' ').map((program) => [program, known] as const)),
)

/** Options of any program that load or start something. */
const STARTS_MORE = /^--?(?:enable-|allow-)?(?:exec|ext-diff|plugins?|wrapper|preload)(?:[=-]|$)/
/** The only word of a command that prints what its program is. */
const PRINTS_ITSELF = /^(?:-[vVh]|--version|--help|version|help)$/

/** Whether a program of the system runs nothing of the project with these words. An unknown word counts as harmless. */
export function runsNothingElse(name: string, words: readonly (string | undefined)[]): boolean {
  if (words.length === 1 && PRINTS_ITSELF.test(words[0] ?? '')) return true
  const known = KNOWN.get(name)
  if (known === undefined) return false
  const { verbs, first, valued, unless } = known
  if (words.some((word = '') => STARTS_MORE.test(word) || unless?.test(word))) return false
  const verb = words[verbAt(words, valued)]
  if (verb === undefined) return first === undefined
  return (verbs === undefined || verbs.split(' ').includes(verb)) && first?.test(verb) !== false
}

// Behind the last word where there is no verb.
function verbAt(words: readonly (string | undefined)[], valued: RegExp | undefined): number {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word?.startsWith('-') !== true) return at
    if (valued?.test(word)) at++
  }
  return words.length
}

/** Programs that start a package, and options of theirs that have no effect on which one. */
const RUNNER = /^(?:npx|bunx|pnpx|uvx)$/
const RUNNER_OPTION = /^(?:-[yq]|--(?:yes|quiet|no-install|no))$/

/** The program that a runner of packages starts, with its words: `npx --yes ruff check`; otherwise the same words. */
export function withoutRunner(
  name: string,
  words: readonly (string | undefined)[],
): readonly [name: string, words: readonly (string | undefined)[]] {
  const at = RUNNER.test(name) ? words.findIndex((word) => !RUNNER_OPTION.test(word ?? '')) : -1
  const started = words[at]
  return started === undefined || !/^\w[\w.-]*$/.test(started)
    ? [name, words]
    : [started, words.slice(at + 1)]
}

/** Standard modules of Python that run no code of the project as a program: `python3 -m json.tool`. */
const KNOWN_MODULE =
  /^(?:ast|base64|calendar|compileall|dis|ensurepip|gzip|http\.server|json(?:\.tool)?|mimetypes|platform|py_compile|site|sysconfig|tarfile|textwrap|this|tokenize|uuid|zipfile)$/

/** Whether a module of Python runs nothing of the project if it is started as a program. */
export function isKnownModule(name: string): boolean {
  return KNOWN_MODULE.test(name)
}
