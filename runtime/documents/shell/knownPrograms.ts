// Programs that run neither code of the project nor other programs, as far as their words show. All others are listed as
// not covered by trust: which of them load plugins, configuration or scripts of a project cannot be known.
// A name stands here only if none of its arguments makes it run anything, except for those of `unless`.

import { isHarmlessGit } from './gitSettings.ts'

type Known = {
  /** Only with one of these as its first word that is neither an option nor the value of one. */
  readonly verbs?: string
  /** Only with such a word at this place. */
  readonly first?: RegExp
  /** Options before the verb that take the next word. */
  readonly valued?: RegExp
  /** Options before the verb that take none; with any other one it is not known which word the verb is. */
  readonly flags?: RegExp
  /** Only with such a word at the beginning. */
  readonly begins?: RegExp
  /** Not with an option or word like this. */
  readonly unless?: RegExp
  /** Not where a whole word is computed: it is code. */
  readonly isCode?: true
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
      'fmt fold grep gron hexdump iconv jo join look nproc numfmt od paste pr printf ptx rev seq shuf strings tr ' +
      'tsort unexpand uniq unix2dos uuencode uudecode wdiff xmllint xxd yes zcat',
    {},
  ],
  ['rg ugrep', { unless: /^--(?:-|pre|hostname-bin|filter|pag|view|conf)/ }],
  ['sort gsort', { unless: /^--co/ }],
  ['split', { unless: /^--f/ }],
  ['gojq jaq', { unless: /^-(?:-from-file|\w*[fL])/ }],
  // Time, users, processes, the system.
  [
    'arch cal date getconf getent groups hostid hostname id kill killall last locale logger logname lsof mesg nproc pgrep ' +
      'pidof pkill printenv ps pstree pwdx sleep sw_vers tty uname uptime users uuidgen vm_stat w wall whereis which who whoami',
    {},
  ],
  ['gdate gstat greadlink grealpath gtouch ghead gtail gwc', {}],
  ['free lscpu lsblk lsb_release nvidia-smi sysctl vmstat ioreg pmset scutil defaults plutil dscl', {}],
  [
    'systemctl launchctl service',
    {
      verbs: 'is-active is-enabled is-failed list list-units print show status',
      flags: /^-[aq]$|^--(?:user|system|quiet|all)$/,
    },
  ],
  ['dpkg-query', {}],
  ['brew', { verbs: 'list ls info --prefix --version search install upgrade outdated' }],
  // The terminal and the desktop.
  [
    'afplay aplay beep canberra-gtk-play clear espeak growlnotify paplay pbcopy pbpaste pw-play reset say ' +
      'spd-say stty terminal-notifier tput wl-copy xclip xsel zenity kdialog notify-send toilet figlet lolcat',
    { unless: /^-{1,2}(?:exec|sender-exec|gtk-module|platformpluginpath)/ },
  ],
  ['wl-paste', { unless: /^-\w*w|^--w/ }],
  [
    'osascript',
    {
      begins: /^-e$/,
      isCode: true,
      unless:
        /^-[^e]|\b(?:do\s+(?:shell\s+)?script|(?:run|load|store)\s+script|framework|import|open)\b|«|^[^-]*\.\w+$/i,
    },
  ],
  ['open xdg-open', { unless: /^(?!https?:\/\/)/ }],
  ['code', { unless: /^--(?:install|ext|user-data|command|add-mcp)|^(?:agent|chat|serve-web|tunnel)$/ }],
  [
    'tmux',
    {
      verbs:
        'display display-message has has-session list-panes list-sessions list-windows ls lsp lsw rename-window renamew ' +
        'select-pane select-window show show-options refresh-client',
      valued: /^-[LS]$/,
      flags: /^-[2CNuv]+$/,
      // A `;` begins another command.
      unless: /#\(|;$/,
    },
  ],
  // Archives and digests.
  ['bunzip2 bzip2 compress gunzip gzip lz4 lzma unlz4 unxz unzip unzstd xz zstd zstdcat bzcat xzcat', {}],
  ['zip', { unless: /^-\w*T|^--(?:un|te)/ }],
  ['tar gtar bsdtar', { unless: /^-?[a-zA-Z]*[IF]|^--(?:us|to-c|checkpoint-|rs|rm|inf|new-)/ }],
  [
    'openssl',
    { unless: /^-{1,2}\w*(?:engine|provider|config|extfile|impl)|^engine$|^org\.openssl\.engine:/i },
  ],
  // The network.
  ['curl', { unless: /^-[a-zA-Z]*K|^--(?:conf|eng)/ }],
  ['wget', { unless: /^(?:-\w*e|--ex|--use-a|--conf)/ }],
  ['dig host ifconfig ip netstat nslookup ping ping6 ss traceroute whois', { unless: /^ex?e?c?$|^-b/ }],
  ['nc ncat', { unless: /^-\w*[ec]|^--(?:e|sh|lu)/ }],
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
      flags: /^-[pP]$|^--(?:paginate|bare|[a-z]+-pathspecs)$/,
      // Git takes long options that are cut short.
      unless:
        /^(?:--exe|-(?![SGLC])[a-zA-Z]*O|--op|--u(?:p(?:l[a-z-]*)?)?(?:=|$)|--ext-diff|--textconv|--temp|ext::)/,
    },
  ],
  [
    'gh glab',
    {
      verbs:
        'api auth browse cache ci gist issue label mr org pr project release repo ruleset run search secret status ' +
        'variable version workflow',
      valued: /^(?:-R|--repo)$/,
      unless: /^(?:create|create-for|new|new-for|develop|checkout|co|clone|merge|fork|edit)$/,
    },
  ],
  [
    'docker podman',
    {
      verbs:
        'cp diff events exec images info inspect kill logs pause port ps pull restart rm rmi run start stats stop tag top version',
      valued: /^(?:-[Hcl]|--(?:context|host|log-level|tls(?:ca)?cert|tlskey))$/,
      flags: /^(?:-D|--(?:debug|tls|tlsverify|remote))$/,
      unless: /^-[a-zA-Z]*v|^--(?:config|volume|mount|env-file|rootfs)/,
    },
  ],
  [
    'kubectl oc',
    {
      verbs: 'api-resources api-versions auth cluster-info describe events get logs top version wait',
      valued: /^(?:-[nsv]|--(?:context|namespace|server|cluster|user|as|token|request-timeout))$/,
      flags: /^(?:-A|--(?:all-namespaces|insecure-skip-tls-verify))$/,
      unless: /^--kubeconfig/,
    },
  ],
  // The script is followed by itself.
  [
    'pwsh powershell',
    {
      first: /^[^;&|`()]*\.ps1$/i,
      valued: /^-(?:ex(?:ec|ecutionpolicy)?|ep|inputformat|outputformat|windowstyle|w)$/i,
      flags: /^-(?:nop(?:rofile)?|noni(?:nteractive)?|nol(?:ogo)?|f(?:ile)?|sta|mta|l(?:ogin)?)$/i,
    },
  ],
  ['sqlite3', { unless: /^-{1,2}(?:init|cmd|A)/ }],
  // Linters and formatters that read code and load none.
  [
    'biome black clang-format gitleaks gofmt gofumpt goimports hadolint isort ruff scc shellcheck shfmt stylua swiftformat taplo terser tidy tokei trufflehog tsc yamllint autopep8 yapf',
    { unless: /^-{1,2}plugin/ },
  ],
  ['actionlint', { unless: /^-{1,2}(?:shellcheck|pyflakes)/ }],
  // Package managers where they only look something up.
  [
    'npm',
    {
      verbs: 'bin explain list ls ping prefix query root whoami',
      valued: /^(?:-[Cw]|--(?:prefix|loglevel|workspace|depth))$/,
      flags: /^(?:-[sqglpad]|--(?:silent|quiet|global|json|long|parseable|all))$/,
    },
  ],
  [
    'pip pip3',
    {
      verbs: 'check freeze help inspect list show',
      valued: /^--(?:log|cache-dir|timeout|retries|proxy)$/,
      flags: /^(?:-[qv]+|--(?:quiet|verbose|isolated|disable-pip-version-check|require-virtualenv))$/,
      unless: /^--py/,
    },
  ],
  ['go', { verbs: 'env fmt version', unless: /^-{1,2}(?:toolexec|w$)/ }],
]

const KNOWN = new Map(
  ROWS.flatMap(([programs, known]) => programs.split(' ').map((program) => [program, known] as const)),
)

/** Options of any program that load or start something. */
const STARTS_MORE = /^--?(?:enable-|allow-)?(?:exec|ext-diff|plugins?|wrapper|preload)(?:[=-]|$)/
/** Other programs that print their version, with this one word, before they read anything of a project. */
const PRINT_VERSION: ReadonlySet<string> = new Set(
  (
    'aws az bash cargo cc clang clang-tidy cmake convert dotnet eslint ffmpeg fish g++ gcc gcloud gpg helm java javac jest ' +
    'kotlinc less magick make man mypy mysql ninja nvim npx pipx pnpm pre-commit prettier psql rustc rustup ssh swift ' +
    'terraform uv uvx vim vite vitest zsh'
  ).split(' '),
)

/** A word that is nothing but an expansion: `"$code"`, `$(cat x)`. */
const COMPUTED = /^"?(?:\$\w+|\$\{[^{}]*\}|\$\(.*\)|`[^`]*`|\uFFFC+)"?$/s

/**
 * Whether a program of the system runs nothing of the project with these words. `written` are the same words as in the
 * script. An unknown word counts as harmless, unless it is code.
 */
export function runsNothingElse(
  name: string,
  words: readonly (string | undefined)[],
  written: readonly string[] = [],
): boolean {
  const known = KNOWN.get(name)
  if (words.length === 1 && /^(?:-[vV]|--?version)$/.test(words[0] ?? ''))
    return known !== undefined || (PRINT_VERSION.has(name) && words[0]?.endsWith('n') === true)
  if (known === undefined) return false
  const { verbs, first, begins, unless, isCode } = known
  if (words.some((word = '') => STARTS_MORE.test(word) || unless?.test(word))) return false
  if (isCode === true && written.some((word) => COMPUTED.test(word))) return false
  if (begins?.test(words[0] ?? '') === false) return false
  const at = verbAt(words, known)
  if (at === undefined) return false
  const verb = words[at]
  if (verb === undefined) return first === undefined
  if (name === 'git' && !isHarmlessGit(verb, words.slice(at + 1))) return false
  return (verbs === undefined || verbs.split(' ').includes(verb)) && first?.test(verb) !== false
}

// Behind the last word where there is no verb; undefined where the options do not tell which word it is.
function verbAt(words: readonly (string | undefined)[], known: Known): number | undefined {
  const { verbs, first, valued, flags } = known
  const isExact = verbs !== undefined || first !== undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word?.startsWith('-') !== true) return at
    const [option = word, value] = word.startsWith('--') ? word.split('=', 2) : []
    if (valued?.test(option)) at += value === undefined ? 1 : 0
    else if (isExact && !flags?.test(option) && !option.startsWith('--no-')) return undefined
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
/** Programs of the table that are modules of Python. */
const PROGRAM_MODULE = /^(?:autopep8|black|isort|pip|ruff|yamllint|yapf)$/

/** Whether a module of Python runs nothing of the project if it is started as a program with these words. */
export function isKnownModule(name: string, words: readonly (string | undefined)[]): boolean {
  if (KNOWN_MODULE.test(name)) return name !== 'http.server' || !words.some((word) => /^--c/.test(word ?? ''))
  return PROGRAM_MODULE.test(name) && runsNothingElse(name, words)
}
