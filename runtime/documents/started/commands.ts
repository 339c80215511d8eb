// The simple commands of a shell line inside another language: their words, without quotes and redirections. Not a
// parser: a line with anything more than lists, pipes, substitutions and `if` is not understood.

import { UNKNOWN } from './values.ts'

/** The words of each command, in the order of the text; undefined for a line that is not understood. */
export function commandsIn(line: string, depth = 0): readonly (readonly string[])[] | undefined {
  if (depth > 4) return undefined
  const found: (readonly string[])[] = []
  let words: string[] = []
  let word: string | undefined
  let isTarget = false
  let at = 0
  const endWord = () => {
    if (word !== undefined && !isTarget) words.push(word)
    if (word !== undefined) isTarget = false
    word = undefined
  }
  const endCommand = () => {
    endWord()
    const bare = withoutKeywords(words)
    if (bare.length > 0) found.push(bare)
    words = []
    isTarget = false
  }
  // The end of a substitution that begins here, whose commands are added to the others.
  const substituted = (start: number, end: number): boolean => {
    const inner = end === -1 ? undefined : commandsIn(line.slice(start, end), depth + 1)
    if (inner === undefined) return false
    found.push(...inner)
    word = (word ?? '') + UNKNOWN
    at = end + 1
    return true
  }
  const expansion = (): boolean => {
    if (line[at] === '`') return substituted(at + 1, line.indexOf('`', at + 1))
    const rest = line.slice(at, at + 200)
    if (rest.startsWith('$((') || rest.startsWith("$'")) return false
    if (rest.startsWith('$(')) return substituted(at + 2, closing(line, at + 2))
    const [all, braced] = /^\$(?:\{([^{}`]*)\}|\w+|[@*#?$!-])/.exec(rest) ?? []
    if (all === undefined && rest.startsWith('${')) return false
    if (braced?.includes('$(') === true) return false
    const isUsual = /^\$\{?(?:HOME|PATH)\}?$/.test(all ?? '$HOME') && /^PATH=/.test(word ?? '')
    word = (word ?? '') + (all === undefined ? '$' : isUsual ? all : UNKNOWN)
    at += all?.length ?? 1
    return true
  }
  while (at < line.length) {
    const sign = line[at] as string
    if (sign === "'") {
      const end = line.indexOf("'", at + 1)
      if (end === -1) return undefined
      word = (word ?? '') + line.slice(at + 1, end)
      at = end + 1
    } else if (sign === '"') {
      word ??= ''
      for (at++; line[at] !== '"'; ) {
        if (at >= line.length) return undefined
        if (line[at] === '$' || line[at] === '`') {
          if (!expansion()) return undefined
          continue
        }
        const isEscape = line[at] === '\\' && /["\\$`\n]/.test(line[at + 1] ?? '')
        word += line[isEscape ? at + 1 : at]
        at += isEscape ? 2 : 1
      }
      at++
    } else if (sign === '\\') {
      if (line[at + 1] !== '\n') word = (word ?? '') + (line[at + 1] ?? '')
      at += 2
    } else if (sign === '$' || sign === '`') {
      if (!expansion()) return undefined
    } else if (/[<>]/.test(sign)) {
      const [operator = ''] = /^(?:>>|>\||>&|<&|<>|[<>])/.exec(line.slice(at, at + 2)) ?? []
      if (/[<>]\(|<</.test(line.slice(at, at + 2))) return undefined
      if (word === undefined || /^\d+$|^&$/.test(word)) word = undefined
      else endWord()
      isTarget = true
      at += operator.length
    } else if (sign === '&' && line[at + 1] === '>') at++
    else if (/[;&|()\n]/.test(sign)) {
      endCommand()
      at++
    } else if (/\s/.test(sign)) {
      endWord()
      at++
    } else if (sign === '#' && word === undefined) {
      const end = line.indexOf('\n', at)
      at = end === -1 ? line.length : end
    } else {
      word = (word ?? '') + sign
      at++
    }
  }
  endCommand()
  return found.some(([first]) => /^(?:case|function|select)$/.test(first ?? '')) ? undefined : found
}

// The end of `$(…)`, or -1; parentheses in quotes count as well, so that some are not understood.
function closing(line: string, start: number): number {
  let open = 1
  for (let at = start; at < line.length; at++) {
    if (line[at] === '(') open++
    if (line[at] === ')' && --open === 0) return at
  }
  return -1
}

function withoutKeywords(words: readonly string[]): readonly string[] {
  const first = words.findIndex(
    (one) => !/^(?:if|then|elif|else|fi|while|until|do|done|time|!|\{|\})$/.test(one),
  )
  return first === -1 || words[first] === 'for' ? [] : words.slice(first)
}
