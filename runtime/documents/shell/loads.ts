// The code a command runs, according to its words: what `source` reads, the argument of an interpreter, a program
// called by its path, the command after `timeout`, `xargs` or `find -exec`. `textOf` determines the text of a word, if
// it is known.

import { defined } from '../../contract/defined.ts'
import { INTERPRETER, joinedScript, readOption, runsScriptBesides } from '../interpreterOptions.ts'
import { bringsCode, dashed, isSubcommand } from '../nodeOptions.ts'
import { startsOtherCode } from '../programText.ts'
import { splitLine, splitOf } from '../splitString.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { isTextBuiltin, textsOfBuiltin } from './builtinTexts.ts'
import { startsByText } from './commandInputs.ts'
import { codeNamedIn, configuredBy, onlyReads } from './namedFiles.ts'
import { moduleAfter } from './pythonModules.ts'
import { runsRecipe } from './recipes.ts'
import { fileOptions, isHiddenOption, isTextProgram } from './textPrograms.ts'

export type CommandLoad =
  /**
   * Code at a path. `certain`: it is code whatever the path is, not just any program that a script may call. `runBy`: the
   * program that runs it, or `itself`.
   */
  | { readonly kind: 'file'; readonly file: SyntaxNode; readonly certain: boolean; readonly runBy?: string }
  /** Text that a shell parses. */
  | { readonly kind: 'line'; readonly text: SyntaxNode }
  /** Code for an interpreter, written in the command. */
  | { readonly kind: 'code'; readonly program: string; readonly text: SyntaxNode }
  /** `python3 -m rules.guard` */
  | { readonly kind: 'module'; readonly name: SyntaxNode }
  /** Code that an interpreter reads from its standard input. */
  | { readonly kind: 'input'; readonly program: string }
  /** A program whose name is unknown: `called` is that word. `certain`: it cannot be a function of the script. */
  | { readonly kind: 'unseen'; readonly called: SyntaxNode; readonly certain?: true }
  /** `npm test`, `make`: runs tasks that the project's own files define. */
  | { readonly kind: 'recipe' }
  /** Code files passed to a program, in whatever option: it may run them. */
  | { readonly kind: 'named'; readonly paths: readonly string[] }

const SHELL = /sh$/
/** Commands that start the command after their own words. */
const STARTS =
  /^(?:exec|command|builtin|env|nohup|time|nice|ionice|chrt|taskset|setsid|sudo|doas|busybox|toybox|timeout|stdbuf|flock|xargs|parallel|watch|strace|coproc|find|fd|script|unbuffer|chroot|unshare|nsenter|setpriv|runuser|su|ld-linux[\w.-]*)$/
/** Those that may take any words of their own first. */
const SEARCHES = /^(?:find|fd|xargs|parallel|watch|script|su|runuser)$/
/** Those that accept a whole command line as one word: `env -S 'sh ./x'`, `watch 'sh ./x'`. */
const TAKES_LINES = /^(?:env|flock|parallel|watch|script|su|runuser)$/
const LOADS = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload|--init-file|--rcfile)$/

/** Options of `find` that run the files found, or a command on them. */
const RUNS_FOUND = /^-(?:exec|ok)(?:dir)?$/
/** Placeholders that `xargs` and similar programs replace. */
const PLACEHOLDER = /^(?:\{\}|%|@)$/
const RUNS_EACH = /^(?:-x|-X|--exec|--exec-batch)$/

/** The nesting depth of commands that start other commands (`sudo env timeout 5 …`) that is followed. */
const DEEPEST = 20
type TextOf = (word: SyntaxNode) => string | undefined
/** Everything the command with these words runs, as far as the words show. */
export function loadsOf(words: readonly SyntaxNode[], textOf: TextOf, depth = 0): readonly CommandLoad[] {
  const [first, ...rest] = words
  if (first === undefined) return []
  // Ends the options, where there are none.
  const args = rest[0]?.text === '--' ? rest.slice(1) : rest
  if (depth > DEEPEST) return [unseen(first)]
  const program = textOf(first)
  if (program === undefined || /^\$\{\w+\}$/.test(program))
    return first.type === 'arithmetic_expansion' ? [] : [{ kind: 'unseen', called: first }]
  if (/^\w+\+?=/.test(program)) return loadsOf(args, textOf, depth)
  const name = lastPart(program)
  const own: readonly CommandLoad[] = program.includes('/')
    ? [{ kind: 'file', file: first, certain: true, runBy: 'itself' }]
    : []
  if (name === 'source' || name === '.')
    return /^-/.test(args[0]?.text ?? '') ? [unseen(first)] : file(args[0], 'sh')
  if (name === 'eval') return args.map((text) => ({ kind: 'line', text }))
  if (isTextBuiltin(name)) return textsOfBuiltin(name, args, textOf)
  if (name === 'trap') return args[1] === undefined ? [] : line(args[0])
  if (`${name} ${args[0]?.text}` === 'enable -f' || `${name} ${args[0]?.text}` === 'hash -p')
    return file(args[1])
  if (isTextProgram(name)) return [...own, ...behind(name, args, textOf), ...runFrom(name, args, textOf)]
  const spelled = [name, ...args.map((word) => textOf(word) ?? '$')].join(' ')
  if (STARTS.test(name)) return [...own, ...started(name, args, textOf, depth + 1)]
  if (INTERPRETER.test(name) && runsRecipe('', spelled))
    return [...own, { kind: 'recipe' }, ...(/^py/.test(name) ? interpreted : namedIn)(name, args, textOf)]
  if (INTERPRETER.test(name)) {
    const paths = configuredBy(args.map(textOf))
    return [...own, { kind: 'named', paths }, ...interpreted(name, args, textOf)]
  }
  const starts = args.some((word) => startsByText(name, textOf(word) ?? ''))
  const recipe: readonly CommandLoad[] = runsRecipe(name, spelled) || starts ? [{ kind: 'recipe' }] : []
  return [...own, ...recipe, ...namedIn(name, args, textOf), ...startedAmong(name, args, textOf, depth + 1)]
}

// `chronic bash x`, `run python3 x`: a program or function that is not known may run the command among its words.
// Without a script, the name of an interpreter is a word as any other: `brew install node`.
function startedAmong(
  name: string,
  args: readonly SyntaxNode[],
  textOf: TextOf,
  depth: number,
): readonly CommandLoad[] {
  const at = onlyReads(name) ? -1 : args.findIndex((word) => INTERPRETER.test(lastPart(textOf(word))))
  return at === -1 ? [] : loadsOf(args.slice(at), textOf, depth).filter(({ kind }) => kind !== 'input')
}

// `git -c core.pager=./x.sh`, `ssh -o ProxyCommand=./x.sh`, `Rscript x.R`.
function namedIn(name: string, args: readonly SyntaxNode[], textOf: TextOf): readonly CommandLoad[] {
  const paths = codeNamedIn(name, args.map(textOf))
  return paths.length === 0 ? [] : [{ kind: 'named', paths }]
}

function lastPart(path = ''): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A whole word that another command prints, probably from a file. */
const PRINTED = /^"?(?:\$\(\s*(?:cat\s|<).*\)|`\s*cat\s.*`)"?$/s

// Programs of awk, sed and yq that start commands, or of jq that load a file.
function runFrom(name: string, args: readonly SyntaxNode[], textOf: TextOf): readonly CommandLoad[] {
  const called =
    args.find((word) => startsOtherCode(name, textOf(word) ?? '')) ??
    (/awk$|^sed$/.test(name) ? args.find((word) => PRINTED.test(word.text)) : undefined)
  return called === undefined ? [] : [{ kind: 'unseen', called, certain: true }]
}

// Only the starting command knows which word begins the other command, so every path among the words counts.
function started(
  name: string,
  args: readonly SyntaxNode[],
  textOf: TextOf,
  depth: number,
): readonly CommandLoad[] {
  if (name === 'command' && /^-[vV]/.test(args[0]?.text ?? '')) return []
  const found: CommandLoad[] = []
  // The loads of its own words, and all that the command after them runs.
  const upTo = (end: number) => [
    ...namedIn(name, args.slice(0, end), textOf),
    ...found,
    ...loadsOf(args.slice(end), textOf, depth),
  ]
  const away = AWAY.find(([program]) => program === name)?.[1]
  const moved = args.find((word) => away?.test(textOf(word) ?? ''))
  if (moved !== undefined) found.push(unseen(moved))
  if (name === 'fd') {
    const runs = args.findIndex((word) => RUNS_EACH.test(textOf(word) ?? ''))
    return runs === -1 ? [] : upTo(runs + 1)
  }
  let hasProgram = false
  for (const [at, word] of args.entries()) {
    const text = textOf(word)
    if (text === undefined) {
      // The first unknown word that is not an option may be the program.
      if (!SEARCHES.test(name)) return upTo(at)
      continue
    }
    if (text === '{}' && RUNS_FOUND.test(args[at - 1]?.text ?? ''))
      return [...upTo(args.length), unseen(word)]
    const split = name === 'env' ? splitOf(text, textOf(args[at - 1] ?? word)) : undefined
    if (split !== undefined) {
      found.push({ kind: 'line', text: textNode(word, splitLine(split)) })
      continue
    }
    if (TAKES_LINES.test(name) && /\s/.test(text)) {
      found.push({ kind: 'line', text: word })
      continue
    }
    const last = lastPart(text)
    if (STARTS.test(last) || INTERPRETER.test(last)) return upTo(at)
    if (/^-/.test(text) || /^\w+=/.test(text) || /^\.?\d[\d.]*[smhd]?$/.test(text)) continue
    const before = args[at - 1]?.text ?? ''
    if (text.includes('/')) {
      const isProgram = name === 'find' ? RUNS_FOUND.test(before) : !hasProgram && !TAKES_A_WORD.test(before)
      const runBy = isProgram ? 'itself' : undefined
      found.push({ kind: 'file', file: word, certain: false, ...defined({ runBy }) })
    } else if (!SEARCHES.test(name) && !TAKES_A_WORD.test(before)) return upTo(at)
    hasProgram ||= !TAKES_A_WORD.test(before)
  }
  return upTo(args.length)
}

/** Options of programs that start another one in a folder, or below a root, which the script does not know. */
const AWAY: readonly (readonly [program: string, option: RegExp])[] = [
  ['env', /^(?:-[0iv]*C|--c)/],
  ['sudo', /^(?:-[a-zA-Z]*[DR]|--ch)/],
  ['unshare', /^(?:-[a-zA-Z]*[wR]|--(?:w|ro))/],
  ['nsenter', /^(?:-[a-zA-Z]*[wWr]|--(?:w|ro))/],
  ['parallel', /^--w(?:d|ork)/],
  ['chroot', /^[^-]/],
]

/** `sudo -u nobody`, `env -u NAME`, `timeout -s KILL` */
const TAKES_A_WORD = /^-(?:u|g|s|n|k|C|E|I|L|P|U|h|p|c|[cl]*a|-\w+)$/

function interpreted(name: string, args: readonly SyntaxNode[], textOf: TextOf): readonly CommandLoad[] {
  const found: CommandLoad[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as SyntaxNode
    const text = textOf(word)
    if (text === '-') break
    if (text === undefined || !/^[-+]/.test(text)) {
      if (text !== undefined && isSubcommand(name, text)) continue
      if (name === 'deno' && text === 'eval') return [...found, ...code(name, args[at + 1], word, textOf)]
      return [...found, ...file(word, name)]
    }
    // Options for library folders, and settings that load code.
    if (
      (/^-(?:[Id]|[mM]lib\b|r\W)/.test(text) && /^(?:perl|ruby|php|lua)/.test(name)) ||
      (/^-[CX]/.test(text) && name === 'ruby') ||
      (/^-l/.test(text) && name === 'lua')
    )
      found.push(unseen(word))
    const [, option = text, joined] = /^(--[\w-]+)=(.*)$/s.exec(text) ?? []
    if (/^node/.test(name) && bringsCode(dashed(option))) found.push(unseen(word))
    const script = joinedScript(name, text)
    if (script !== undefined) return [...found, ...file(textNode(word, script), name)]
    const use = readOption(name, text)
    if (use.brings === 'nothing') return found
    if (use.brings === 'input') break
    const own = use.text === undefined ? undefined : textNode(word, use.text)
    if (use.brings === 'code') {
      const behind = args.slice(at + 1 + use.values)
      const brought = own ?? (SHELL.test(name) ? firstCommand(name, behind, textOf) : behind[0])
      found.push(...code(name, brought, word, textOf))
      if (!runsScriptBesides(name, text)) return found
      if (own === undefined) at++
      continue
    }
    if (use.brings === 'module') {
      const module = own ?? args[++at]
      if (module === undefined) return found
      // `python3 -m pdb x.py`: a standard module that runs the file it gets.
      const rest = args.slice(at + 1)
      const more = namedIn(textOf(module) ?? name, rest, textOf)
      const modules = [module, ...moduleAfter(module, rest, textOf)]
      return [...found, ...modules.map((one) => ({ kind: 'module', name: one }) as const), ...more]
    }
    if (LOADS.test(dashed(option))) {
      const loaded = joined === undefined ? args[++at] : textNode(word, joined)
      found.push(...paths(loaded, name, textOf))
    } else at += use.values
  }
  return [...found, { kind: 'input', program: name }]
}

function textNode(word: SyntaxNode, text: string): SyntaxNode {
  return { ...word, type: 'string_content', text }
}

// Code for an interpreter, which `option` announces.
function code(
  name: string,
  text: SyntaxNode | undefined,
  option: SyntaxNode,
  textOf: TextOf,
): readonly CommandLoad[] {
  // `xargs sh -c`, `xargs -I{} sh -c {}`: the code is read from standard input.
  if (text === undefined || PLACEHOLDER.test(textOf(text) ?? '')) return [unseen(text ?? option)]
  return [SHELL.test(name) ? { kind: 'line', text } : { kind: 'code', program: name, text }]
}

// Further options of a shell may follow its `-c`.
function firstCommand(name: string, args: readonly SyntaxNode[], textOf: TextOf): SyntaxNode | undefined {
  for (let at = 0; at < args.length; at++) {
    const text = textOf(args[at] as SyntaxNode)
    if (text === '--') return args[at + 1]
    if (text === undefined || !/^[-+]/.test(text)) return args[at]
    at += readOption(name, text).values
  }
  return undefined
}

// `-r dotenv/config` is a package, `-r ./setup.js` a file.
function paths(word: SyntaxNode | undefined, runBy: string, textOf: TextOf): readonly CommandLoad[] {
  const text = word && textOf(word)
  if (word !== undefined && text?.startsWith('data:')) return [unseen(word)]
  if (word === undefined || (text !== undefined && !/^[./]|^\$/.test(text) && !text.includes('\u0001')))
    return []
  return file(word, runBy)
}

function behind(name: string, args: readonly SyntaxNode[], textOf: TextOf): readonly CommandLoad[] {
  const words = args.map(textOf)
  const files = fileOptions(name, words).flatMap(({ at, text }) =>
    file(text === undefined ? args[at + 1] : textNode(args[at] as SyntaxNode, text)),
  )
  return [...files, ...args.filter((_, at) => isHiddenOption(name, words, at)).map(unseen)]
}

function file(word: SyntaxNode | undefined, runBy?: string): readonly CommandLoad[] {
  return word === undefined ? [] : [{ kind: 'file', file: word, certain: true, ...defined({ runBy }) }]
}

function unseen(called: SyntaxNode): CommandLoad {
  return { kind: 'unseen', called, certain: true }
}

function line(word: SyntaxNode | undefined): readonly CommandLoad[] {
  return word === undefined ? [] : [{ kind: 'line', text: word }]
}
