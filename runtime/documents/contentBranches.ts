// Whether an end of a Python, JavaScript or PowerShell program stands in a branch that is taken for what the payload's text says:
// a command that is searched, a path that begins so. By the lines alone, as the ends themselves. What only asks
// whether something is there, or which tool it is, does not count: who ends for that has failed.

import { linesAbove } from './linesAbove.ts'

type Language = 'python' | 'javascript' | 'powershell'

/** Fields of the payload that hold text which a guard looks at. */
const TEXTS =
  'command|cmd|file_?[pP]ath|path|content|contents|new_?[sS]tring|old_?[sS]tring|prompt|url|pattern|query'
const FIELD = new RegExp(
  `(?:(?:\\?\\.|\\.)(?:${TEXTS})\\b(?!\\s*\\()|(?:\\[|\\.get\\()\\s*["'](?:${TEXTS})["'])`,
)
const PAYLOAD = /\b(?:tool_?[iI]nput|toolArgs|tool_args)\b/
const PRESENT =
  /(?:===?|!==?|\bis(?: not)?|-(?:eq|ne))\s*(?:""|''|None|\$?null|undefined|True|False|true|false)/g

const BRANCH = {
  python: /^(?:el)?if\b\s*\(?(.+?)\)?\s*:\s*(?:#.*)?$/,
  javascript: /^(?:\}\s*else\s+)?if\s*\((.+)\)\s*\{?\s*(?:\/\/.*)?$/,
  powershell: /^(?:\}\s*else)?if\s*\((.+)\)\s*\{?\s*(?:#.*)?$/i,
} as const

/** Lines that stand around a branch and decide nothing: loops, what a file is opened with, a function. */
const AROUND = {
  python: /^(?:for|while|with|async with|async for|try)\b|^try:/,
  javascript: /^(?:for|while|try)\b|^(?:export\s+)?(?:async\s+)?function\b|=>\s*\{$/,
  powershell: /^(?:for|foreach|while|try)\b/i,
} as const

const ASKS = {
  python:
    /\bre\.(?:search|match|fullmatch|findall)\(|\.(?:search|match|fullmatch|startswith|endswith|finditer|findall)\(|\bin\b|\bfnmatch\b|==\s*f?["'][^"']/,
  javascript:
    /\.(?:includes|test|match|matchAll|startsWith|endsWith|search|has|some|exec)\(|\.indexOf\(|(?<![!=])={2,3}\s*["'`][^"'`]/,
  powershell: /-[ci]?(?:match|like|in|contains|eq)\s|\.(?:Contains|StartsWith|EndsWith)\(/i,
} as const

/** Names of functions that say what a text is looked at for. */
const JUDGES =
  /\b\w*(?:danger|block|forbid|den[iy]|protect|secret|sensitive|unsafe|allow|safe|violat|bann|match|destruct|risky)\w*\(/i

/** The branches of one program that are taken for what the payload's text says. */
export type ContentBranches = {
  /** Whether a place stands in one; `at` is where its statement begins. */
  isAround(at: number): boolean
  /** Whether a condition asks for what that text says. */
  isQuestion(condition: string): boolean
  /** Whether one of the calls of a function stands in one. */
  isAroundCallOf(name: string): boolean
}

/** So many functions are looked for: a program has few that end it, and each is looked for in the whole text. */
const MOST_FUNCTIONS = 50

/** Looks through a program once for what its branches ask. */
export function openContentBranches(text: string, language: Language): ContentBranches {
  const names = contentNames(text, language)
  const verdicts = verdictNames(text, names, language)
  const isQuestion = (condition: string) =>
    isContentQuestion(condition, names, language) || verdicts.has(condition.trim())
  const calls = new Map<string, boolean>()
  return {
    isAround,
    isQuestion,
    isAroundCallOf(name) {
      const found = calls.get(name) ?? (calls.size < MOST_FUNCTIONS && isCalled(name))
      calls.set(name, found)
      return found
    },
  }

  function isAround(at: number): boolean {
    const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
    const indent = /^[ \t]*/.exec(before)?.[0] ?? ''
    // `if (/sudo/.test(command)) deny()`, `[ … ] && …`
    const written = before.trim().replace(/\{.*$/, '{')
    const condition =
      BRANCH[language].exec(written)?.[1] ??
      (/&&$/.test(written) ? written.slice(0, -2) : undefined) ??
      (written === '' ? conditionAround(text, at, indent, language) : undefined)
    return condition !== undefined && isQuestion(condition)
  }

  function isCalled(name: string): boolean {
    const call = language === 'powershell' ? `(?<![\\w-])${name}(?=\\s+[^\\s({])` : `(?<![\\w.])${name}\\(`
    return [...text.matchAll(new RegExp(call, 'g'))].slice(0, MOST).some(({ index }) => {
      const line = text.slice(text.lastIndexOf('\n', index - 1) + 1, index)
      const prefix = /(?:return|await|throw|process\.exit\(|sys\.exit\()[ \t]*$/.exec(line)?.[0] ?? ''
      return !/(?:def|function)\s+$/i.test(line) && isAround(index - prefix.length)
    })
  }
}

function isContentQuestion(condition: string, names: ReadonlySet<string>, language: Language): boolean {
  const question = condition.replaceAll(PRESENT, ' ')
  // A key that is missing, a value of another type: `"command" not in data`.
  if (/["']\w+["']\s+not\s+in\b|\btypeof\b|\bisinstance\(/.test(question)) return false
  if (!ASKS[language].test(question) && !JUDGES.test(question)) return false
  const words = question.replaceAll(/(["'`])(?:\\.|(?!\1).)*\1/g, '""').match(/[A-Za-z_]\w*/g) ?? []
  return FIELD.test(question) || words.some((word) => names.has(word)) || isWhole(question)
}

// `SECRET.search(json.dumps(payload["tool_input"]))`
function isWhole(question: string): boolean {
  return /\b(?:json\.dumps|JSON\.stringify|str|String)\(/.test(question) && PAYLOAD.test(question)
}

const LINES_ABOVE = 60

function conditionAround(text: string, at: number, indent: string, language: Language): string | undefined {
  let width = indent.length
  for (const line of linesAbove(text, at, LINES_ABOVE)) {
    const own = line.length - line.trimStart().length
    const written = line.trim()
    if (written === '' || own >= width) continue
    width = own
    const condition = BRANCH[language].exec(written)?.[1]
    if (condition !== undefined) return condition
    if (!AROUND[language].test(written)) return undefined
  }
  return undefined
}

// Names that hold such text, by what is assigned to them.
function contentNames(text: string, language: Language): ReadonlySet<string> {
  const found = new Set<string>()
  const lines = text.length > LARGEST ? [] : text.split(STATEMENT)
  const handed = text.length > LARGEST ? [] : handedOver(text)
  for (let size = -1; size !== found.size && found.size < MOST; ) {
    size = found.size
    for (const line of lines) for (const name of namesIn(line, found, language)) found.add(name)
    for (const { given, name } of handed) if (isContent(given, found)) found.add(name)
  }
  return found
}

// What the calls of the program's own functions hand over, by the name that it has there.
function handedOver(text: string): readonly { readonly given: string; readonly name: string }[] {
  return [...text.matchAll(DEFINED)].slice(0, MOST).flatMap(([, title = '', written = '']) => {
    const names = written.split(',').map((one) => /^\s*(\w+)/.exec(one)?.[1])
    const calls = [
      ...text.matchAll(
        new RegExp(`(?<!def |function |[\\w.])${title}\\(([^()]*(?:\\([^()]*\\)[^()]*)*)\\)`, 'g'),
      ),
    ]
    return calls.slice(0, MOST).flatMap(([, given = '']) =>
      given.split(',').flatMap((one, i) => {
        const name = names[i]
        return name === undefined ? [] : [{ given: one, name }]
      }),
    )
  })
}

const DEFINED = /\b(?:def|function)\s+(\w+)\s*\(([^)]{0,500})\)/g

const LARGEST = 100_000
/** What is given to `python3 -c` stands in one line. */
const STATEMENT = /\n|;[ \t]*/
const MOST = 100

const ASSIGNED = {
  python: /^\s*(\w+)(?:\s*:\s*[\w[\], |.]+)?\s*=(?!=)\s*(.+)$/,
  javascript: /^\s*(?:const|let|var)\s+(\w+)(?:\s*:\s*[\w<>[\], |]+)?\s*=\s*(.+)$/,
  powershell: /^\s*(?:\[\w+\])?\$(\w+)\s*=\s*(.+)$/,
} as const
const EACH = {
  python: /\bfor\s+(\w+)\s+in\s+(.+)/,
  javascript: /\bfor\s*\(\s*(?:const|let)\s+(\w+)\s+of\s+(.+)/,
  powershell: /\bforeach\s*\(\s*\$(\w+)\s+in\s+(.+)/i,
} as const
const TAKEN = new RegExp(`(?<![\\w.])(?:${TEXTS})(?![\\w])(?:\\s*:\\s*(\\w+))?`, 'g')

function namesIn(line: string, known: ReadonlySet<string>, language: Language): readonly string[] {
  const [, name, value = ''] = ASSIGNED[language].exec(line) ?? EACH[language].exec(line) ?? []
  // `const { command } = payload.tool_input`
  const braces = language === 'javascript' ? /\{(.*)\}\s*=\s*(?!=)(.*)$/.exec(line) : null
  const taken =
    braces === null || !/(?:const|let|var)\s/.test(line)
      ? []
      : [...(braces[1] ?? '').matchAll(TAKEN)].map(([whole, other]) => other ?? whole.trim())
  if (name === undefined) return taken
  return isContent(value, known) ? [...taken, name] : taken
}

function isContent(value: string, known: ReadonlySet<string>): boolean {
  const words = value.match(/[A-Za-z_]\w*/g) ?? []
  return FIELD.test(value) || isWhole(value) || (words.some((word) => known.has(word)) && !RESULT.test(value))
}

// Names that hold what came of asking such a text, and are asked themselves: `hits = [one for one in BAD if one in command]`.
function verdictNames(text: string, names: ReadonlySet<string>, language: Language): ReadonlySet<string> {
  if (language === 'powershell' || text.length > LARGEST) return new Set()
  const found = text.split(STATEMENT).flatMap((line) => {
    const [, name, value = ''] = ASSIGNED[language].exec(line) ?? []
    return name !== undefined && isContentQuestion(value, names, language) ? [name] : []
  })
  return new Set(found.slice(0, MOST))
}

// What comes of asking or running something is no text of the payload any more.
const RESULT = /\b(?:run|exec\w*|spawn\w*|Popen|check_\w+|len|open|Path|exists|isfile|subprocess|stat\w*)\(/
