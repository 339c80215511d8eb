// Comparisons with a written word, in any language. In a branch that depends on the payload's content, the branch of
// such a comparison depends on it too: `if (/commit/.test(command)) { if (branch === 'main') … }`. A test for presence,
// of a status, of a flag or of the system may be about the hook itself, and one of a mode decides how a refusal ends.

import { oncePer } from '../contract/oncePer.ts'
import type { DocumentInput } from './document.ts'

/** Whether the payload's content led to a branch; `nested`: through such a comparison, too. */
export type ContentBranch = boolean | 'nested'

/** Whether two compared texts of the source are something of the project and a word. */
export function comparesWithWord(one: string, two: string): boolean {
  if (HOW.test(one) || HOW.test(two)) return false
  return isWord(one) || isWord(two)
}

/**
 * Whether a script that ends with this status on such a branch rejects the content. One that also knows status 2, or
 * ends with 0, may distinguish refusals from warnings there.
 */
export function rejectsContent(branch: ContentBranch, status: number, input: DocumentInput): boolean {
  return branch === true || (branch === 'nested' && status !== 0 && !namesTwo(input))
}

// Whether an operand is such a word, quoted or, in a shell, not.
function isWord(operand: string): boolean {
  return WORD.test(operand) && !FLAG.test(operand)
}

const WORD = /^(?:[rbuf]?(["'`])[\w./-]*[a-z][\w./-]*\1|[\w./-]*[a-z][\w./-]*)$/i
const FLAG = /^["'`]?(?:true|false|yes|no|on|off|ok|null|none|undefined)["'`]?$/i
const SYSTEM = /uname|platform|ostype|\bos[._]|machine|\barch\b|version|which|command -v|env/
const FAILURE =
  /error|status|exit|result|outcome|code|fail|crash|time_?out|missing|absent|unknown|valid|avail/
const MODE = /mode|level|severity|strict|warn|advis|audit|polic|config|setting|option|action|dry/
const HOW = new RegExp([SYSTEM, FAILURE, MODE].map(({ source }) => source).join('|'), 'i')
const NAMES_TWO = /\b(?:exit\w*|return)\b[\s(]*["']?2\b|=\s*["']?2\b/i
// Once per text: a script may have thousands of ends.
const namesTwo = oncePer(({ text }: DocumentInput) => NAMES_TWO.test(text))
