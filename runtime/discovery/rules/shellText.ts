// A shell line or script with everything that is no code blanked: quoted text, comments, here-documents. Offsets stay,
// so what is found in it stands there in the text. Substitutions inside double quotes are code.

/** Substitutions in one another beyond this stay text: nobody writes them, and the stack has an end. */
const DEEPEST = 200

/** The code of a shell text, of the same length. */
export function shellCode(text: string): string {
  return blanked(text, false)
}

/** A shell text in which variables are filled in, of the same length: double quotes and here-documents as well. */
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

/** `tested`: what is read is looked at before it is used, so the program has a way without it. */
export type VariableRead = Expansion & { readonly tested?: true }

/** `$NAME` and `${NAME}` in a shell text, where nothing in the text sets them and no other value is given. */
export function shellExpansions(text: string): readonly VariableRead[] {
  if (!text.includes('$')) return []
  const code = shellCode(text)
  // What stands in double quotes is expanded too, and only single quotes keep it.
  const live = liveShell(text)
  const set = new Set(
    [
      ...code.matchAll(
        /(?:^|[\s;&|(])(?:export\s+|local\s+|declare\s+(?:-\w+\s+)*|readonly\s+)?([A-Za-z_]\w*)\+?=/g,
      ),
      ...code.matchAll(/\bfor\s+([A-Za-z_]\w*)\s+in\b/g),
    ].map(([, name = '']) => name),
  )
  for (const [, names = ''] of code.matchAll(
    /\b(?:read|mapfile|readarray|getopts|printf\s+-v)\b([^;|&\n<]*)/g,
  ))
    for (const name of names.split(/\s+/)) set.add(name)
  const tested = namesTested(text)
  const nested = nestedLines(text, code).flatMap(({ line, start }) =>
    shellExpansions(line).flatMap((one) => (set.has(one.name) ? [] : [{ ...one, start: start + one.start }])),
  )
  const own = [
    ...live.matchAll(/\$(?:\{([A-Za-z_]\w*)(?:(:?-)|(?![\w]|:?[-=?+]|\[)[^}]{0,200})\}|([A-Za-z_]\w*))/g),
  ].flatMap(({ 0: written, 1: braced, 2: emptied, 3: bare, index }) => {
    const name = braced ?? bare ?? ''
    if (set.has(name) || tested.has(name)) return []
    // `${1:-${NAME:-}}`: something else comes first.
    if (emptied !== undefined && live[index - 1] === '-') return []
    if (isFilledElsewhere(live, code, index)) return []
    return [{ name, written, start: index, ...(emptied === undefined ? {} : ({ tested: true } as const)) }]
  })
  return [...own, ...nested]
}

// The variable that takes it up is set to something of its own as well.
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

// What a shell is given in single quotes: that shell fills in what this one leaves.
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

// Asked for beforehand, or with something else where it is not set.
function namesTested(text: string): ReadonlySet<string> {
  const all = text.matchAll(/\$\{([A-Za-z_]\w*):?[-=?+](?!\})|-[nzv]\s+"?\$?\{?([A-Za-z_]\w*)/g)
  return new Set([...all].map(([, defaulted, tested]) => defaulted ?? tested ?? ''))
}
