// Blanks everything in a shell line or script that is not code (quoted text, comments, here-documents) and finds the
// variables it reads. Offsets in the result are offsets in the text. Substitutions inside double quotes are code.

/** Substitutions nested deeper than this stay text: real scripts have none, and the call stack is limited. */
const DEEPEST = 200

/** A shell text with everything but its code blanked; same length. */
export function shellCode(text: string): string {
  return blanked(text, false)
}

/** The same, but keeping double quotes and here-documents, in which variables are expanded; same length. */
export function liveShell(text: string): string {
  return blanked(text, true)
}

function blanked(text: string, keepsLiveText: boolean): string {
  let nested = 0
  const out = [...Array(text.length)].map(() => ' ')
  let at = 0
  const pending: { word: string; tabs: boolean }[] = []
  code(() => false)
  return out.join('')

  function code(ends: (sign: string) => boolean): void {
    while (at < text.length) {
      const sign = text[at] as string
      if (ends(sign)) return
      if (sign === '\\') {
        at += 2
      } else if (sign === "'") {
        out[at] = "'"
        const end = text.indexOf("'", at + 1)
        at = end === -1 ? text.length : end + 1
        if (end !== -1) out[end] = "'"
      } else if (sign === '"') quoted()
      else if (sign === '#' && (at === 0 || /[\s;&|(]/.test(text[at - 1] as string))) {
        while (at < text.length && text[at] !== '\n') at++
      } else if (text.startsWith('<<', at) && text[at + 2] !== '<' && text[at - 1] !== '<') {
        const found = /^<<(-?)\s*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/.exec(text.slice(at, at + 200))
        if (found === null) {
          put(sign)
          continue
        }
        pending.push({ word: found[2] ?? found[3] ?? found[4] ?? '', tabs: found[1] === '-' })
        at += found[0].length
      } else if (sign === '\n') {
        put(sign)
        for (const one of pending.splice(0)) hereDocument(one)
      } else put(sign)
    }
  }

  function put(sign: string): void {
    out[at] = sign
    at++
  }

  function pass(): void {
    if (keepsLiveText) put(text[at] as string)
    else at++
  }

  function quoted(): void {
    put('"')
    while (at < text.length && text[at] !== '"') {
      if (text[at] === '\\') at += 2
      else if (text.startsWith('$(', at) && nested < DEEPEST) substitution()
      else if (text.startsWith('${', at)) {
        const end = text.indexOf('}', at)
        const stop = end === -1 ? text.length : end + 1
        while (at < stop) put(text[at] as string)
      } else pass()
    }
    if (at < text.length) put('"')
  }

  function substitution(): void {
    put('$')
    put('(')
    nested++
    let depth = 1
    code((sign) => {
      if (sign === '(') depth++
      if (sign === ')') depth--
      return depth === 0
    })
    nested--
    if (at < text.length) put(')')
  }

  function hereDocument({ word, tabs }: { word: string; tabs: boolean }): void {
    while (at < text.length) {
      const end = text.indexOf('\n', at)
      const line = text.slice(at, end === -1 ? text.length : end)
      while (at < (end === -1 ? text.length : end)) pass()
      if (end !== -1) put('\n')
      if ((tabs ? line.replace(/^\t+/, '') : line) === word) return
    }
  }
}

export type Expansion = { readonly name: string; readonly written: string; readonly start: number }

/** `tested`: the program tests the value or allows for an empty one, so it works without the variable. */
export type VariableRead = Expansion & { readonly tested?: true }

/** Reads of `$NAME` and `${NAME}` in a shell text that neither sets nor tests the variable and gives no default. */
export function shellExpansions(text: string): readonly VariableRead[] {
  if (!text.includes('$')) return []
  const code = shellCode(text)
  // Variables in double quotes are expanded too; only single quotes prevent it.
  const live = liveShell(text)
  const { lasting, passing } = assigned(code)
  const set = new Set([
    ...lasting,
    ...[...code.matchAll(/\bfor\s+([A-Za-z_]\w*)\s+in\b/g)].map(([, name = '']) => name),
  ])
  for (const [, names = ''] of code.matchAll(
    /\b(?:read|mapfile|readarray|getopts|printf\s+-v)\b([^;|&\n<]*)/g,
  ))
    for (const name of names.split(/\s+/)) set.add(name)
  const tested = namesTested(text)
  const nested = nestedLines(text, code).flatMap(({ line, start }) =>
    shellExpansions(line).flatMap((one) =>
      set.has(one.name) || passing.has(one.name) ? [] : [{ ...one, start: start + one.start }],
    ),
  )
  const own = [
    ...live.matchAll(/\$(?:\{([A-Za-z_]\w*)(?:(:?-)|(?![\w]|:?[-=?+]|\[)[^}]{0,200})\}|([A-Za-z_]\w*))/g),
  ].flatMap(({ 0: written, 1: braced, 2: emptied, 3: bare, index }) => {
    const name = braced ?? bare ?? ''
    const isTested = tested.get(name)
    if (set.has(name) || isTested === 'handled') return []
    // `${1:-${NAME:-}}`: another value comes first.
    if (emptied !== undefined && live[index - 1] === '-') return []
    if (isFilledElsewhere(live, code, index)) return []
    const isAllowed = emptied !== undefined || isTested !== undefined
    return [{ name, written, start: index, ...(isAllowed ? ({ tested: true } as const) : {}) }]
  })
  return [...own, ...nested]
}

// The names that a text assigns, for all that follows or for one program only (`NAME=… program`).
function assigned(code: string): Readonly<Record<'lasting' | 'passing', ReadonlySet<string>>> {
  const lasting = new Set<string>()
  const passing = new Set<string>()
  const own = new Set([...code.matchAll(OWN)].map(([, name]) => name))
  for (const { 0: written, 1: keyword, 2: name = '', index } of code.matchAll(ASSIGNMENT)) {
    const end = index + written.length
    const before = code.slice(Math.max(0, index - MOST_BEFORE), index)
    const [, program] = BEFORE_PROGRAM.exec(code.slice(end, end + MOST_BEFORE)) ?? []
    const isPassing = keyword === undefined && program !== undefined && !DECLARED.test(before)
    ;(isPassing && !own.has(program) && !SHARES.test(program ?? '') ? passing : lasting).add(name)
  }
  return { lasting, passing }
}

/** In characters, on each side of an assignment. */
const MOST_BEFORE = 500
const ASSIGNMENT = /(?:^|[\s;&|(])(?:(export|local|declare(?:\s+-\w+)*|readonly)\s+)?([A-Za-z_]\w*)\+?=/g
const WORD = /(?:"[^"]*"|'[^']*'|[^\s;&|()"'<>])*/.source
const BEFORE_PROGRAM = new RegExp(
  `^${WORD}(?:[ \\t]+[A-Za-z_]\\w*\\+?=${WORD})*[ \\t]+([a-z][\\w-]*)(?=[ \\t])`,
)
/** What may be a function of the script, or is called without arguments. */
const OWN = /(?<=^|\s)([a-z][\w-]*)(?=\s*(?:\(|\{|$))/gm
const DECLARED = /\b(?:export|local|declare|readonly|typeset)\b[^;&|\n(]*$/
/** What runs in the shell of the script itself, or may run the script once more. */
const SHARES =
  /^(?:\.|source|eval|exec|command|builtin|time|env|(?:ba|da|z|k)?sh|export|local|declare|readonly|typeset)$/

// Whether the variable that the read is assigned to is set to another value as well.
function isFilledElsewhere(live: string, code: string, index: number): boolean {
  const line = live.slice(live.lastIndexOf('\n', index - 1) + 1, index)
  const [, name] = /(?:^|[\s;&|(])([A-Za-z_]\w*)=["']?$/.exec(line) ?? []
  if (name === undefined) return false
  const given = [...code.matchAll(new RegExp(`(?<![\\w$])${name}=`, 'g'))].map(
    ({ index: at, 0: written }) => /^[^\n;]*/.exec(live.slice(at + written.length))?.[0] ?? '',
  )
  return (
    given.filter((value) => /[^\s"']/.test(value) && !new RegExp(`\\$\\{?${name}\\b`).test(value)).length > 1
  )
}

// Lines that are passed to another shell in single quotes (`sh -c '…'`), which expands their variables.
function nestedLines(
  text: string,
  code: string,
): readonly { readonly line: string; readonly start: number }[] {
  const found = text.matchAll(/\b(?:ba|da|z|k)?sh\s+(?:-\w+\s+)*-\w*c\s+'([^']*)'/dg)
  return [...found].flatMap(({ index, indices, 1: line = '' }) => {
    const start = indices?.[1]?.[0]
    return start === undefined || code[index] === ' ' ? [] : [{ line, start }]
  })
}

// Names that the text tests (`-n "$NAME"`) or gives a default (`${NAME:-x}`), and whether it then does something else, or
// each time only ends: `[ -n "$NAME" ] || exit 0`.
function namesTested(text: string): ReadonlyMap<string, 'handled' | 'ends'> {
  const found = new Map<string, 'handled' | 'ends'>()
  for (const { 1: defaulted, 2: tested = '', index } of text.matchAll(
    /\$\{([A-Za-z_]\w*):?[-=?+](?!\})|-[nzv]\s+"?\$?\{?([A-Za-z_]\w*)/g,
  )) {
    const name = defaulted ?? tested
    const ends = defaulted === undefined && ENDS.test(text.slice(index, index + 300))
    if (found.get(name) !== 'handled') found.set(name, ends ? 'ends' : 'handled')
  }
  return found
}

const ENDS =
  /^(?:-n\s+"?\$\{?\w+\}?"?\s*(?:\]{1,2}\s*)?\|\||-z\s+"?\$\{?\w+\}?"?\s*(?:\]{1,2}\s*)?(?:&&|(?:;\s*)?then\b))\s*(?:\{\s*)?(?:(?:echo|printf)\b[^;\n]*[;\n]\s*)?exit\b/
