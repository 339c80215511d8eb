// The code a command runs, according to its words: what `source` reads, the argument of an interpreter, a program
// called by its path, the command after `timeout`, `xargs` or `find -exec`. `textOf` determines the text of a word, if
// it is known.

import { defined } from '../../contract/defined.ts'
import { isSystemPath } from '../../contract/systemPaths.ts'
import { INTERPRETER } from '../interpreterOptions.ts'
import { runsTasks } from '../nodeOptions.ts'
import { startsOtherCode } from '../programText.ts'
import { splitLine, splitOf } from '../splitString.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { isTextBuiltin, textsOfBuiltin } from './builtinTexts.ts'
import { startsByText } from './commandInputs.ts'
import { type CommandLoad, fileLoad, type TextOfWord, textNode, unseenLoad } from './commandLoad.ts'
import { interpreterLoads } from './interpreterLoads.ts'
import { runsNothingElse, withoutRunner } from './knownPrograms.ts'
import { codeNamedIn, configuredBy, onlyReads } from './namedFiles.ts'
import { takesWord } from './starterOptions.ts'
import { fileOptions, isHiddenOption, isTextProgram } from './textPrograms.ts'

/** Commands that start the command after their own words. */
const STARTS =
  /^(?:exec|command|builtin|env|nohup|time|nice|ionice|chrt|taskset|setsid|sudo|doas|busybox|toybox|timeout|stdbuf|flock|xargs|parallel|watch|strace|coproc|find|fd|script|unbuffer|chroot|unshare|nsenter|setpriv|runuser|su|ld-linux[\w.-]*)$/
/** Those that may take any words of their own first. */
const SEARCHES = /^(?:find|fd|xargs|parallel|watch|script|su|runuser)$/
/** Those that accept a whole command line as one word: `env -S 'sh ./x'`, `watch 'sh ./x'`. */
const TAKES_LINES = /^(?:env|flock|parallel|watch|script|su|runuser)$/
/** Options of `find` that run the files found, or a command on them. */
const RUNS_FOUND = /^-(?:exec|ok)(?:dir)?$/
const RUNS_EACH = /^(?:-x|-X|--exec|--exec-batch)$/

/** The nesting depth of commands that start other commands (`sudo env timeout 5 …`) that is followed. */
const DEEPEST = 20

/** Everything the command with these words runs, as far as the words show. */
export function loadsOf(words: readonly SyntaxNode[], textOf: TextOfWord, depth = 0): readonly CommandLoad[] {
  const [first, ...rest] = words
  if (first === undefined) return []
  // Ends the options, where there are none.
  const args = rest[0]?.text === '--' ? rest.slice(1) : rest
  if (depth > DEEPEST) return [unseenLoad(first)]
  const program = textOf(first)
  if (program === undefined || /^\$\{\w+\}$/.test(program))
    return first.type === 'arithmetic_expansion' ? [] : [{ kind: 'unseen', called: first }]
  if (/^\w+\+?=/.test(program)) return loadsOf(args, textOf, depth)
  const name = lastPart(program)
  const own: readonly CommandLoad[] = program.includes('/')
    ? [{ kind: 'file', file: first, certain: true, runBy: 'itself' }]
    : []
  if (name === 'source' || name === '.')
    return /^-/.test(args[0]?.text ?? '') ? [unseenLoad(first)] : fileLoad(args[0], 'sh')
  if (name === 'eval') return args.map((text) => ({ kind: 'line', text, isOwn: true }))
  if (isTextBuiltin(name)) return textsOfBuiltin(name, args, textOf)
  if (name === 'trap')
    return args[0] === undefined || args[1] === undefined
      ? []
      : [{ kind: 'line', text: args[0], isOwn: true }]
  if (`${name} ${args[0]?.text}` === 'enable -f') return fileLoad(args[1])
  if (name === 'hash') return hashed(args, textOf)
  if (isTextProgram(name)) return [...own, ...behind(name, args, textOf), ...runFrom(name, args, textOf)]
  const given = args.map(textOf)
  if (STARTS.test(name)) return [...own, ...started(name, args, textOf, depth + 1)]
  if (INTERPRETER.test(name)) {
    const tasks: readonly CommandLoad[] = runsTasks(name, given) ? [{ kind: 'program', called: name }] : []
    const named = { kind: 'named', paths: configuredBy(given) } as const
    return [...own, ...tasks, named, ...interpreterLoads(name, args, textOf)]
  }
  const isKnown = own.length > 0 && !isSystemPath(program) && !OF_PACKAGE.test(program)
  return [
    ...own,
    ...(isKnown ? [] : unknownProgram(name, args, textOf, program)),
    ...namedIn(name, args, textOf),
    ...startedAmong(name, args, textOf, depth + 1),
  ]
}

// `hash -p ./x ls`, `hash -rp ./x ls`, `hash -p./x ls`: the shell runs that file by the name.
function hashed(args: readonly SyntaxNode[], textOf: TextOfWord): readonly CommandLoad[] {
  return args.flatMap((word, at) => {
    const [option, joined = ''] = /^-[a-oq-z]*p(.*)$/s.exec(textOf(word) ?? '') ?? []
    if (option === undefined) return []
    return fileLoad(joined === '' ? args[at + 1] : textNode(word, joined))
  })
}

/** Folders of installed packages. */
const OF_PACKAGE = /(?:^|\/)(?:node_modules|vendor|\.?v?env)\//

// A program that may run more than its words show.
function unknownProgram(
  name: string,
  args: readonly SyntaxNode[],
  textOf: TextOfWord,
  program = name,
): readonly CommandLoad[] {
  const words = args.map(textOf)
  const starts = words.some((word = '') => startsByText(name, word))
  const [started, rest] = withoutRunner(name, words)
  const written = args.slice(words.length - rest.length).map(({ text }) => text)
  const runsOnlyThis = runsNothingElse(started, rest, written)
  const isKnown = !starts && (runsOnlyThis || (started !== name && INTERPRETER.test(started)))
  if (isKnown) return []
  return [{ kind: 'program', called: name, ...(isSystemPath(program) ? { path: program } : {}) }]
}

// `chronic bash x`, `run python3 x`: a program or function that is not known may run the command among its words.
// Without a script, the name of an interpreter is a word as any other: `brew install node`.
function startedAmong(
  name: string,
  args: readonly SyntaxNode[],
  textOf: TextOfWord,
  depth: number,
): readonly CommandLoad[] {
  const at = onlyReads(name) ? -1 : args.findIndex((word) => INTERPRETER.test(lastPart(textOf(word))))
  return at === -1 ? [] : loadsOf(args.slice(at), textOf, depth).filter(({ kind }) => kind !== 'input')
}

// `git -c core.pager=./x.sh`, `ssh -o ProxyCommand=./x.sh`, `Rscript x.R`.
function namedIn(name: string, args: readonly SyntaxNode[], textOf: TextOfWord): readonly CommandLoad[] {
  const paths = codeNamedIn(name, args.map(textOf))
  return paths.length === 0 ? [] : [{ kind: 'named', paths }]
}

function lastPart(path = ''): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A whole word that another command prints, probably from a file. */
const PRINTED = /^"?(?:\$\(\s*(?:cat\s|<).*\)|`\s*cat\s.*`)"?$/s

// Programs of awk, sed and yq that start commands, or of jq that load a file.
function runFrom(name: string, args: readonly SyntaxNode[], textOf: TextOfWord): readonly CommandLoad[] {
  const called =
    args.find((word) => startsOtherCode(name, textOf(word) ?? '')) ??
    (/awk$|^sed$/.test(name) ? args.find((word) => PRINTED.test(word.text)) : undefined)
  return called === undefined ? [] : [{ kind: 'unseen', called, certain: true }]
}

// Only the starting command knows which word begins the other command, so every path among the words counts.
function started(
  name: string,
  args: readonly SyntaxNode[],
  textOf: TextOfWord,
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
  if (moved !== undefined) found.push(unseenLoad(moved))
  if (name === 'fd') {
    const runs = args.findIndex((word) => RUNS_EACH.test(textOf(word) ?? ''))
    return runs === -1 ? [] : upTo(runs + 1)
  }
  if (/^(?:parallel|script|su|runuser)$/.test(name)) found.push({ kind: 'program', called: name })
  if (name === 'xargs' || name === 'watch') {
    const begin = commandBegin(name, args.map(textOf))
    if (begin !== -1 && args[begin] !== undefined && !/\s/.test(textOf(args[begin]) ?? '')) return upTo(begin)
  }
  let hasProgram = false
  let hasLock = name !== 'flock'
  for (const [at, word] of args.entries()) {
    const text = textOf(word)
    // Whatever its name is, the first one is a file that is locked.
    if (!hasLock && !word.text.startsWith('-') && !takesWord(name, args[at - 1]?.text ?? '')) {
      hasLock = true
      continue
    }
    if (text === undefined) {
      // The first unknown word that is not an option may be the program.
      if (!SEARCHES.test(name)) return upTo(at)
      continue
    }
    if (text === '{}' && RUNS_FOUND.test(args[at - 1]?.text ?? ''))
      return [...upTo(args.length), unseenLoad(word)]
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
    if (name === 'find' && RUNS_FOUND.test(before) && (!text.includes('/') || isSystemPath(text)))
      found.push(...unknownProgram(last, args.slice(at + 1, endOfFound(args, at)), textOf))
    if (text.includes('/')) {
      const isProgram = name === 'find' ? RUNS_FOUND.test(before) : !hasProgram && !takesWord(name, before)
      if (isProgram && !SEARCHES.test(name) && isSystemPath(text)) return upTo(at)
      const runBy = isProgram ? 'itself' : undefined
      found.push({ kind: 'file', file: word, certain: false, ...defined({ runBy }) })
    } else if (!SEARCHES.test(name) && !takesWord(name, before)) return upTo(at)
    hasProgram ||= !takesWord(name, before)
  }
  return upTo(args.length)
}

/** Options of `xargs` that take the next word. */
const OF_XARGS =
  /^-[0prtx]*[adEIJLnPRsS]$|^--(?:arg-file|delimiter|max-(?:args|chars|lines|procs)|interval|replace|process-slot-var)$/

// The first word behind the options of `xargs` and `watch`; -1 if there is none.
function commandBegin(name: string, words: readonly (string | undefined)[]): number {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) return at
    if ((name === 'watch' ? /^(?:-[nq]|--(?:interval|equexit))$/ : OF_XARGS).test(word)) at++
  }
  return -1
}

// Where the command ends that `find` runs.
function endOfFound(args: readonly SyntaxNode[], from: number): number {
  const end = args.findIndex((word, at) => at > from && /^(?:\\?;|'[;]'|";"|\+)$/.test(word.text))
  return end === -1 ? args.length : end
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

function behind(name: string, args: readonly SyntaxNode[], textOf: TextOfWord): readonly CommandLoad[] {
  const words = args.map(textOf)
  const files = fileOptions(name, words).flatMap(({ at, text }) =>
    fileLoad(text === undefined ? args[at + 1] : textNode(args[at] as SyntaxNode, text)),
  )
  return [...files, ...args.filter((_, at) => isHiddenOption(name, words, at)).map(unseenLoad)]
}
