// Takes a line of Bash apart into simple commands, as far as Claude Code was observed to do it for a condition: lists
// and pipelines of plain and quoted words, with redirections and assignments. Of every other line nothing is known.

export type BashLine = {
  /** Each simple command, those in substitutions included: its words without quotes, assignments and redirections. */
  readonly commands: readonly string[]
  /** Whether an argument is known only to the shell. */
  readonly isComputed: boolean
}

/** The longest line that is taken apart, in UTF-16 units. */
const LONGEST = 10_000

/** Blanks that Bash does not take for blanks, and characters that are not seen. */
const UNSEEN = /(?![ \t\n])[\p{Z}\p{C}]/u

const BARE = String.raw`[^\s'"\\$\`<>;|&(){}[\]]`
const STATIC = String.raw`${BARE}|'[^']*'|"[^"\\$\`]*"`
/** What is a plain text to Claude Code, although the shell replaces it. */
const KNOWN = String.raw`\$HOME(?![\w:])`
const SUM = String.raw`\$\(\([ \d+*/%-]+\)\)`
/** A character in double quotes. */
const INSIDE = String.raw`(?:[^"\\$\`]|\\[^\n])`
/** A text of several lines as an argument: `"$(cat <<'EOF' … EOF )"`. */
const MESSAGE = String.raw`"\$\(cat <<'(?<last>\w+)'\n(?:(?!\k<last>\n).*\n)*\k<last>\n\)"(?=[\s;|&<>])`
/** Programs that were observed in a substitution, and with a computed argument. */
const SUBSTITUTED_PROGRAM = '(?:cat|curl|date|echo|git|ls|pwd|touch|true)'
const STARTING_PROGRAM = '(?:cat|cd|curl|echo|git|grep|head|ls|mv|npm|pnpm|rm|tail|touch|true|yarn)'
const SUBSTITUTION = String.raw`\$\(${SUBSTITUTED_PROGRAM}(?: [\w./:@%+,=~*?-]+)*\)`
const BACKQUOTED = SUBSTITUTION.replace(String.raw`\$\(`, '`').replace(/\\\)$/, '`')
const COMPUTED = `(?:${SUBSTITUTION}|${BACKQUOTED})`

/** What a line may consist of, by letters for `LINE`. */
const TOKEN = new RegExp(
  [
    String.raw`(?<b>[ \t]+(?:\\\n[ \t]*)*)`,
    '(?<c>#.*)',
    String.raw`(?<r>(?:&>>?|\d*(?:<<<|>>|>\||[<>]&(?=\w)|[<>]))[ \t]*(?![!#])(?:${STATIC})+)`,
    String.raw`(?<d><<[ \t]*(?<quote>['"])(?<end>[^'"\\\n]+)\k<quote>\n(?:(?!\k<end>\n).*\n)*\k<end>(?=\n))`,
    String.raw`(?<v>(?!=)(?:\$(?!HOME\b)(?:[A-Za-z_]\w*|[\d?@#$!-])|${BARE}*${COMPUTED}${BARE}*|"${INSIDE}*(?:${COMPUTED}${INSIDE}*)+")(?=[\s;|&<>]))`,
    String.raw`(?<w>(?!=)(?:\[(?= )|\](?=[\s;|&])|${MESSAGE}|(?:${STATIC}|"(?:${INSIDE}|${KNOWN})*"|\{\w*\}(?![<>])|\\[^\s\`{}[\]]|${KNOWN}|${SUM})+))`,
    String.raw`(?<l>&&|\|[|&]?)`,
    '(?<e>[;&])',
    String.raw`(?<n>\n)`,
  ].join('|'),
  'gy',
)

/** Assignments and redirections, words, redirections and a document; or one assignment. */
const COMMAND = '(?:(?:ab+)*(?:rb+)*w(?:b+[awv])*(?:b*r)*|w(?:b+[aw])*(?:b*r)*b+d|a)b*'
const LINE = new RegExp(`^[bcn]*(?:${COMMAND}(?:l[bn]*${COMMAND})*(?:(?<!rb*)c)?[en][bcn]*)*$`)

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
/** An assignment that changes nothing in how the rest of the line is read. */
const PLAIN_ASSIGNMENT = new RegExp(
  `^(?!.*~|(?:PATH|IFS|HOME)\\+?=)\\w+\\+?=(?:${COMPUTED}|(?:${STATIC}|${KNOWN}|${SUM})*)$`,
  's',
)
/** A command that begins no construct, and takes none of its arguments for an element of a list. */
const SIMPLE =
  /^(?!(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|declare|typeset|local|readonly|unset|read|readarray|mapfile|getopts|let)\b|(?:export|printf|test|\[) .*\[)(?:[\w./+:@%-]+|\[)(?: |$)/s

/** The last line: each entry of an event tests its condition on the same one. */
let last: { readonly line: string; readonly read: BashLine | undefined } | undefined

/**
 * The simple commands of a line; undefined where it has a part that is not taken apart.
 * Source: the calls in test/agents/conditions.jsonl and test/agents/cases/claude-code-conditions.jsonl.
 */
export function readBashLine(line: string): BashLine | undefined {
  if (last?.line !== line) last = { line, read: readLine(line) }
  return last.read
}

function readLine(line: string): BashLine | undefined {
  if (line.length > LONGEST || UNSEEN.test(line)) return undefined
  const tokens = [...`${line}\n`.matchAll(TOKEN)].map(tokenOf)
  const shape = tokens.map(({ kind }) => kind).join('')
  const length = tokens.reduce((sum, { text }) => sum + text.length, 0)
  if (length !== line.length + 1 || !LINE.test(shape)) return undefined
  if (tokens.some(({ kind, text }) => kind !== 'b' && text.includes('\\\n'))) return undefined
  const commands: string[] = []
  const inner: string[] = []
  let words: string[] = []
  let isComputed = false
  for (const { kind, text } of tokens) {
    if ('len'.includes(kind)) {
      if (words.length > 0) commands.push(words.join(' '))
      words = []
    } else if ('avw'.includes(kind)) {
      const isFront = kind === 'a' && words.length === 0
      if (isFront && !PLAIN_ASSIGNMENT.test(text)) return undefined
      const found = kind === 'w' ? [] : substitutedIn(text)
      inner.push(...found)
      if (!isFront) words.push(plain(text))
      if (kind === 'v' || (!isFront && found.length > 0)) isComputed = true
    }
  }
  const [first = '', ...more] = commands
  if (!commands.every((command) => SIMPLE.test(command))) return undefined
  // What several commands, other expansions, assignments or redirections make of such an argument was observed to differ.
  const isPlain = tokens.every(({ kind, text }) => kind !== 'w' || /^[^\\$]*$/.test(text))
  if (isComputed && (more.length > 0 || /[ard]/.test(shape) || !isPlain || !STARTS_PLAIN.test(first)))
    return undefined
  const run = commands.flatMap((command) => /^xargs ([^-].*)$/s.exec(command)?.[1] ?? [])
  return { commands: [...commands, ...inner, ...run], isComputed }
}

const STARTS_PLAIN = new RegExp(`^${STARTING_PROGRAM} `)
const SUBSTITUTED = new RegExp(COMPUTED, 'g')

type Token = { readonly kind: string; readonly text: string }

function tokenOf({ 0: text, groups = {} }: RegExpExecArray): Token {
  const kind = Object.keys(groups).find((name) => name.length === 1 && groups[name] !== undefined) ?? ''
  return { kind: 'vw'.includes(kind) && ASSIGNMENT.test(text) ? 'a' : kind, text }
}

function substitutedIn(word: string): readonly string[] {
  return (word.replaceAll(/\\./gs, '').match(SUBSTITUTED) ?? []).map((one) =>
    one.replaceAll(/^\$\(|[`)]/g, ''),
  )
}

function plain(word: string): string {
  const message = /^"\$\(cat <<'\w+'\n((?:.*\n)*)\w+\n\)"$/.exec(word)?.[1]
  if (message !== undefined) return message.slice(0, -1)
  return word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single, double, escaped) =>
    double === undefined ? (single ?? escaped) : double.replaceAll(/\\(["\\$`])/g, '$1'),
  )
}
