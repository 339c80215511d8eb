// Where string literals stand in a text, for whoever looks for comments: what is quoted is none. Known of languages
// whose strings the parser tells; of others, and of text that is too large or nested too deeply, nothing is.

import type { Range } from '../contract/problems.ts'
import type { Language } from './document.ts'
import { LARGEST_FOLLOWED } from './understand.ts'

/** The ranges of the string literals, without the code inside of them. */
export async function stringsIn(text: string, language: Language): Promise<readonly Range[]> {
  if (text.length > LARGEST_FOLLOWED) return []
  try {
    switch (language) {
      case 'typescript':
      case 'javascript':
        return (await import('./typescript/strings.ts')).moduleStrings(text, language)
      case 'python':
        return (await import('./python/strings.ts')).pythonStrings(text)
      default:
        return []
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return []
  }
}
