// Commands that a program known to run nothing else is given as text, as an argument or on its standard input, and by
// which it starts another program: `printf '.shell ./x\n' | sqlite3`. Such texts are not parsed: anything that looks like
// the start of a program counts as one. Where a script calls such a program at all, each of its texts is looked at,
// because a function, a variable or a descriptor may bring it there. What a file holds is not looked at.

import { allNodes, child, named, type SyntaxNode } from '../treeSitter.ts'

/** Where a command of such a text may begin: on its line, in its quotes, or after a line break that `printf` prints. */
const BEGIN = String.raw`(?:^|[\s'":;]|\\n)`

const READ_COMMANDS: readonly (readonly [program: RegExp, starts: RegExp])[] = [
  [
    /^sqlite3$/,
    new RegExp(
      String.raw`${BEGIN}\.(?:(?:sh|sy|loa|rea)[a-z]*|lo)\s|${BEGIN}\.(?:ex|i|o|w)[a-z]*\s[^\n|]{0,200}\||\b(?:[lL][oO][aA][dD]_[eE]\w+|[eE][dD][iI][tT][\"'\`\]]?\s*(?:\(|/\*|--))`,
    ),
  ],
]

/** Whether a text makes this program start another one, as a word of its command line or on its standard input. */
export function startsByText(program: string, text: string): boolean {
  const name = program.replace(/^.*\//s, '')
  return READ_COMMANDS.some(([one, starts]) => one.test(name) && starts.test(text))
}

/** Whether what a node gives to a program, with its words or its input, makes that program start another one. */
export function startsByInput(node: SyntaxNode): boolean {
  if (!GIVES.has(node.type)) return false
  const names = commandsOf(node).map(programOf)
  return READ_COMMANDS.some(
    ([program, starts]) => names.some((name) => program.test(name)) && starts.test(node.text),
  )
}

/** Whether a text of the script makes one of the programs that the script calls start another one. */
export function startingTexts(root: SyntaxNode): (node: SyntaxNode) => boolean {
  const names = new Set(allNodes(root).flatMap((node) => (node.type === 'command' ? [programOf(node)] : [])))
  const called = READ_COMMANDS.filter(([program]) => [...names].some((name) => program.test(name)))
  return ({ type, text }) => TEXTS.has(type) && called.some(([, starts]) => starts.test(text))
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'raw_string', 'ansi_c_string', 'heredoc_body'])

function programOf(command: SyntaxNode): string {
  return child(command, 'name')?.text.replace(/^.*\//s, '') ?? ''
}

const GIVES: ReadonlySet<string> = new Set(['command', 'pipeline', 'redirected_statement'])
const AROUND: ReadonlySet<string> = new Set(['pipeline', 'redirected_statement', 'heredoc_redirect'])

// Only what such a node has itself: a loop or a group within it is looked at by itself.
function commandsOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'command') return [node]
  return named(node).flatMap((one) => (one.type === 'command' || AROUND.has(one.type) ? commandsOf(one) : []))
}
