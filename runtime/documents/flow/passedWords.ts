// The words that the entries of a host pass to a script, where their command lines say so.

import { oncePer } from '../../contract/oncePer.ts'
import type { DocumentInput } from '../document.ts'

/** The words behind the script in each command line that calls it; undefined where one of them may pass others. */
export const passedWords = oncePer(
  ({ called, path }: DocumentInput): readonly (readonly string[])[] | undefined => {
    if (called === undefined || called.within !== undefined) return undefined
    const script = path.replace(/^.*[\\/]/, '')
    const lines = called.callers.map(({ entry: { command, args = [] } }) => {
      const words = args.map((word) => (/^[^\s"']+$/.test(word) ? word : '""'))
      const [before = '', after, ...more] = [command, ...words].join(' ').split(script)
      return after === undefined || more.length > 0 || isComputed(before) ? undefined : wordsIn(after)
    })
    return lines.includes(undefined) ? undefined : (lines as readonly (readonly string[])[])
  },
)

function isComputed(line: string): boolean {
  return /[`|;&<>*?]|\$(?!\{?\w+\}?"?\/)/.test(line.replaceAll(/\s2>(?:&1|\/dev\/null)/g, ''))
}

function wordsIn(line: string): readonly string[] | undefined {
  // The end of a quoted path, and quotes around one word.
  const plain = line.replace(/^["']/, '').replaceAll(/(\s|=)(["'])([^\s"'\\]+)\2(?=\s|$)/g, '$1$3')
  const words: readonly string[] = plain.match(/\S+/g) ?? []
  return isComputed(plain) || /["'\\]/.test(plain) || words.includes('--') ? undefined : words
}
