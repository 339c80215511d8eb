// Programs that start the command that stands after their own words: `timeout 5 …`, `poetry run …`, `npx -p tsx …`.
// Those that hide what the command prints are not in the table: nothing can be derived from its answer.

import { defined } from '../contract/defined.ts'

type Words = readonly (string | undefined)[]

/** The command that a program starts. */
export type StartedCommand = {
  readonly words: Words
  /** A line for a shell instead, as its word is written. */
  readonly line?: string
  /** The program chooses by itself which programs and packages the command finds, so its name says who runs a script. */
  readonly by?: string
  /** The folders that options select, one after the other; undefined for one that is computed. */
  readonly folders?: Words
  /** Runs in a folder that the words do not name. */
  readonly isElsewhere?: true
}

type Starter = {
  /** The words before the command, besides options: `run`. */
  readonly verbs?: RegExp
  /** The verb may be missing: `yarn tsx`. */
  readonly isVerbOptional?: true
  /** Options whose value is the next word. */
  readonly valued?: RegExp
  /** Those whose value is the folder in which the command runs. */
  readonly folder?: RegExp
  /** Options that select a package of the workspace, whose folder they do not name. */
  readonly elsewhere?: RegExp
  /** Those of them that take no value. */
  readonly elsewhereFlag?: RegExp
  /** How many words of its own stand before the command: `timeout 5`. */
  readonly own?: number
  /** Options whose value is a line for a shell. */
  readonly line?: RegExp
  /** Only what stands behind this word or option is the command. */
  readonly behind?: RegExp
  /** The command is the name of a package, perhaps with a version: `tsx@latest`. */
  readonly isPackage?: true
  /** Runs a script that ends in `.py` with Python. */
  readonly runsPython?: true
  /** Runs the command with the PATH that it was given. */
  readonly keepsPath?: true
}

const PACKAGE: Starter = {
  isPackage: true,
  valued: /^(?:-p|--package|--userconfig|--cache|--registry)$/,
  folder: /^--cwd$/,
  elsewhere: /^(?:-w|--workspace|--prefix)$/,
  elsewhereFlag: /^--workspaces$/,
  line: /^(?:-c|--call)$/,
}

const STARTERS: readonly (readonly [programs: string, starter: Starter])[] = [
  ['exec|command|builtin|nohup|time|setsid|winpty|arch', { keepsPath: true, valued: /^-a$/ }],
  ['env', { keepsPath: true, valued: /^(?:-u|--unset)$/, folder: /^(?:-C|--chdir)$/ }],
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
      valued: /^(?:-[CghprtTuUR]|--(?:user|group|prompt|host))$/,
      elsewhere: /^(?:-D|--chdir)$/,
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
      valued:
        /^(?:-[pP]|--(?:with(?:-\w+)?|python|project|env-file|extra|group|package|index|index-url|config-file|no-group|only-group))$/,
    },
  ],
  ['uvx', { isPackage: true, valued: /^(?:-p|--(?:from|with(?:-\w+)?|python|index|index-url|env-file))$/ }],
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
  ['pdm|hatch', { verbs: /^run$/, runsPython: true, valued: /^(?:-[pe]|--(?:project|env))$/ }],
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
    },
  ],
  ['mise|rtx', { verbs: /^(?:exec|x)$/, behind: /^--$/, line: /^(?:-c|--command)$/ }],
  ['direnv', { verbs: /^exec$/, own: 1 }],
  ['nix-shell', { line: /^--(?:run|command)$/, behind: /^(?!)/ }],
  ['nix', { verbs: /^(?:develop|shell)$/, behind: /^(?:-c|--command)$/ }],
  ['devbox', { verbs: /^run$/, valued: /^(?:-[ce]|--(?:config|env|env-file))$/ }],
  ['asdf|pyenv|rbenv|nodenv', { verbs: /^exec$/ }],
  ['volta', { verbs: /^run$/, valued: /^--(?:node|npm|pnpm|yarn)$/ }],
  ['fnm', { verbs: /^exec$/, valued: /^--using$/ }],
  ['dotenvx', { verbs: /^run$/, valued: /^(?:-[fe]|--(?:env-file|env))$/ }],
  ['dotenv', { valued: /^-[ecvp]$/ }],
  ['op', { verbs: /^run$/, valued: /^--(?:env-file|account|config|session)$/ }],
  ['doppler', { verbs: /^run$/, valued: /^(?:-[pct]|--(?:project|config|token|scope|mount))$/ }],
  ['cross-env', {}],
]

const BY_NAME = new Map(STARTERS.flatMap(([names, one]) => names.split('|').map((name) => [name, one])))

/** Whether a program of this name looks up the programs that it starts by itself. */
export function choosesPrograms(name: string): boolean {
  const starter = BY_NAME.get(name)
  return starter !== undefined && starter.keepsPath !== true
}

/** More programs that start one another are not followed, because each is looked for in all words that are left. */
const MOST_STARTERS = 16

/** What these words start in the end, behind variables and all programs that start another. */
export function reachedCommand(words: Words): StartedCommand {
  let reached: StartedCommand = { words: withoutVariables(words) }
  for (let left = MOST_STARTERS; reached.line === undefined; left--) {
    const next = startedCommand(reached.words)
    if (next === undefined) break
    // The command counts as computed.
    if (left === 0) return { words: [undefined] }
    const folders = [...(reached.folders ?? []), ...(next.folders ?? [])]
    reached = { ...reached, ...next, words: withoutVariables(next.words), folders }
  }
  return reached
}

// `NAME=value` before a program.
function withoutVariables(words: Words): Words {
  const at = words.findIndex((word) => word === undefined || !/^\w+=/.test(word))
  return at === -1 ? [] : words.slice(at)
}

// Undefined where the program is none of the table, or starts none with these words.
function startedCommand([program, ...rest]: Words): StartedCommand | undefined {
  const name = program?.split('/').at(-1) ?? ''
  const starter = BY_NAME.get(name)
  if (starter === undefined) return undefined
  const { verbs, isVerbOptional, valued, folder, elsewhere, elsewhereFlag, own = 0, line, behind } = starter
  const folders: (string | undefined)[] = []
  let left = own
  let isVerbLeft = verbs !== undefined
  let isElsewhere = false
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]
    if (word !== undefined && behind?.test(word)) return isVerbLeft ? undefined : found(rest.slice(at + 1))
    if (word === '--') {
      if (left === 0 && (!isVerbLeft || isVerbOptional)) return found(rest.slice(at + 1))
    } else if (word?.startsWith('-')) {
      const [option = word, joined] = /^(--[\w-]+)=(.*)$/s.exec(word)?.slice(1) ?? []
      if (line?.test(word) && !isVerbLeft) return found([], rest[at + 1])
      if (elsewhere?.test(option) || elsewhereFlag?.test(option)) isElsewhere = true
      if (folder?.test(option)) folders.push(joined ?? rest[++at])
      else if (joined === undefined && (valued?.test(word) || elsewhere?.test(word))) at++
    } else if (word !== undefined && /^\w+=/.test(word)) continue
    else if (isVerbLeft && verbs?.test(word ?? '')) isVerbLeft = false
    else if (isVerbLeft && isVerbOptional !== true) return undefined
    else if (left > 0) left--
    else if (behind === undefined) return found(rest.slice(at))
  }
  return undefined

  function found(command: Words, text?: string): StartedCommand {
    return {
      words: withProgram(command, starter as Starter),
      ...(starter?.keepsPath === true ? {} : { by: name }),
      ...(isElsewhere ? { isElsewhere } : {}),
      ...defined({ line: text }),
      folders,
    }
  }
}

function withProgram(command: Words, { isPackage, runsPython }: Starter): Words {
  const [first, ...more] = command
  if (first === undefined) return command
  if (runsPython === true && /\.pyw?$/.test(first)) return ['python3', ...command]
  if (isPackage !== true) return command
  // `@acme/guard`, `github:acme/guard`; `tsx@latest`
  return /^@|^\w+:/.test(first) ? [] : [first.replace(/^([\w.-]+)@.*$/s, '$1'), ...more]
}
