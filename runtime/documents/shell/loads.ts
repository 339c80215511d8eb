// What code a command runs, by its words: what `source` reads, what an interpreter is given, a program called by its
// path, what stands behind `timeout`, `xargs` or `find -exec`. Whether a path can be worked out is asked of `textOf`.

import type { SyntaxNode } from '../treeSitter.ts'

export type CommandLoad =
  /** Code at a path. `certain`: it is code whatever the path, and not any program that a script may call. */
  | { readonly kind: 'file'; readonly file: SyntaxNode; readonly certain: boolean }
  /** Text that a shell reads. */
  | { readonly kind: 'line'; readonly text: SyntaxNode }
  /** Code of an interpreter that stands in the command. */
  | { readonly kind: 'code'; readonly program: string; readonly text: SyntaxNode }
  /** `python3 -m rules.guard` */
  | { readonly kind: 'module'; readonly name: SyntaxNode }
  /** What an interpreter reads from its standard input. */
  | { readonly kind: 'input'; readonly program: string }
  /** A program whose name is not known: `called` is that word. */
  | { readonly kind: 'unseen'; readonly called: SyntaxNode }
  /** `npm test`, `make`: what the project's own files say is run. */
  | { readonly kind: 'recipe' }

const INTERPRETER =
  /^(?:(?:python|pypy)[\d.]*|(?:ba|da|k|z|a)?sh|node|nodejs|bun|tsx|ts-node|deno|ruby|perl|php|lua)$/
const SHELL = /sh$/
/** Commands that start the command behind their own words. */
const STARTS =
  /^(?:exec|command|builtin|env|nohup|time|nice|ionice|chrt|taskset|setsid|sudo|doas|timeout|stdbuf|flock|xargs|parallel|watch|strace|coproc|find|fd|script|unbuffer|chroot|unshare|nsenter|setpriv|runuser|su)$/
/** Those that may be given any words of their own first. */
const SEARCHES = /^(?:find|fd|xargs|parallel|watch|script|su|runuser)$/
/** What runs code that its own files name. */
const RUNS_RECIPES =
  /^(?:make|gmake|just|rake|task|tox|nox|gradle|mvn|ant|bazel|pre-commit|lefthook|husky)$|^(?:npm (?:run|run-script|test|t|start|restart|stop|exec|x|ci|install|i)|(?:yarn|pnpm) (?!-)\S+|cargo (?:run|test|build|xtask)|go (?:run|generate|test)|composer (?:run|exec)|bundle exec|deno task|poetry run|pipenv run)(?: |$)/
/** What follows is the code itself. */
const INLINE = /^-(?:[a-zA-Z]*[cep]|-eval|-print)$/
const INLINE_SHELL = /^-[a-zA-Z]*c$/
const LOADS = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload|--init-file|--rcfile)$/
const TAKES_VALUE = /^(?:-W|-X|-o|\+o|-O|\+O|-C|--conditions|--env-file|--input-type)$/
const ENDS_AT_ONCE = /^(?:--version|--help|-V|-h|-v)$/

type TextOf = (word: SyntaxNode) => string | undefined

/** Everything that the command with these words runs, as far as words tell. */
export function loadsOf(words: readonly SyntaxNode[], textOf: TextOf): readonly CommandLoad[] {
  const [first, ...args] = words
  if (first === undefined) return []
  const program = textOf(first)
  if (program === undefined || /^\$\{\w+\}$/.test(program))
    return first.type === 'arithmetic_expansion' ? [] : [{ kind: 'unseen', called: first }]
  if (/^\w+\+?=/.test(program)) return loadsOf(args, textOf)
  const name = program.slice(program.lastIndexOf('/') + 1)
  const own: readonly CommandLoad[] = program.includes('/')
    ? [{ kind: 'file', file: first, certain: true }]
    : []
  if (name === 'source' || name === '.') return file(args[0])
  if (name === 'eval') return args.map((text) => ({ kind: 'line', text }))
  if (name === 'trap') return args[1] === undefined ? [] : line(args[0])
  if (name === 'enable' && args[0]?.text === '-f') return file(args[1])
  if (/^(?:g|m|n)?awk$|^sed$/.test(name)) return [...own, ...behind(args, /^-f$|^--file$/, textOf)]
  if (STARTS.test(name)) return [...own, ...started(name, args, textOf)]
  if (INTERPRETER.test(name)) return [...own, ...interpreted(name, args, textOf)]
  const spelled = [name, ...args.map((word) => textOf(word) ?? '$')].join(' ')
  return RUNS_RECIPES.test(spelled) || RUNS_RECIPES.test(name) ? [{ kind: 'recipe' }] : own
}

// Which of the words begin the other command is theirs to say: every path among them may be it.
function started(name: string, args: readonly SyntaxNode[], textOf: TextOf): readonly CommandLoad[] {
  if (name === 'command' && /^-[vV]/.test(args[0]?.text ?? '')) return []
  const found: CommandLoad[] = []
  for (const [at, word] of args.entries()) {
    const text = textOf(word)
    if (text === undefined) {
      // The first word that is no option and is not known may be the program.
      if (!SEARCHES.test(name)) return [...found, { kind: 'unseen', called: word }]
      continue
    }
    const last = text.slice(text.lastIndexOf('/') + 1)
    if (STARTS.test(last) || INTERPRETER.test(last)) return [...found, ...loadsOf(args.slice(at), textOf)]
    if (/^-/.test(text) || /^\w+=/.test(text) || /^[\d.]+[smhd]?$/.test(text)) continue
    if (text.includes('/')) found.push({ kind: 'file', file: word, certain: false })
    else if (!SEARCHES.test(name) && !TAKES_A_WORD.test(args[at - 1]?.text ?? ''))
      return [...found, ...loadsOf(args.slice(at), textOf)]
  }
  return found
}

/** `sudo -u nobody`, `env -u NAME`, `timeout -s KILL` */
const TAKES_A_WORD = /^-(?:u|g|s|n|k|C|E|I|L|P|U|h|p|c|-\w+)$/

function interpreted(name: string, args: readonly SyntaxNode[], textOf: TextOf): readonly CommandLoad[] {
  const found: CommandLoad[] = []
  const inline = SHELL.test(name) ? INLINE_SHELL : INLINE
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as SyntaxNode
    const text = textOf(word)
    if (text === undefined) return [...found, { kind: 'file', file: word, certain: true }]
    if (ENDS_AT_ONCE.test(text)) return found
    if (inline.test(text)) {
      const code = args[at + 1]
      if (code === undefined) return found
      return [
        ...found,
        SHELL.test(name) ? { kind: 'line', text: code } : { kind: 'code', program: name, text: code },
      ]
    }
    if (text === '-m' && /^py/.test(name)) {
      const module = args[at + 1]
      return module === undefined ? found : [...found, { kind: 'module', name: module }]
    }
    if (text === '-' || text === '-s') return [...found, { kind: 'input', program: name }]
    if (LOADS.test(text)) found.push(...paths(args[++at], textOf))
    else if (TAKES_VALUE.test(text)) at++
    else if (!/^[-+]/.test(text) && !(/^(?:run|exec)$/.test(text) && /^(?:bun|deno)$/.test(name)))
      return [...found, { kind: 'file', file: word, certain: true }]
  }
  return [...found, { kind: 'input', program: name }]
}

// `-r dotenv/config` is a package, `-r ./setup.js` a file.
function paths(word: SyntaxNode | undefined, textOf: TextOf): readonly CommandLoad[] {
  const text = word && textOf(word)
  if (word === undefined || (text !== undefined && !/^[./]|^\$/.test(text) && !text.includes('\u0001')))
    return []
  return file(word)
}

function behind(args: readonly SyntaxNode[], option: RegExp, textOf: TextOf): readonly CommandLoad[] {
  return args.flatMap((word, at) => (option.test(textOf(word) ?? '') ? file(args[at + 1]) : []))
}

function file(word: SyntaxNode | undefined): readonly CommandLoad[] {
  return word === undefined ? [] : [{ kind: 'file', file: word, certain: true }]
}

function line(word: SyntaxNode | undefined): readonly CommandLoad[] {
  return word === undefined ? [] : [{ kind: 'line', text: word }]
}
