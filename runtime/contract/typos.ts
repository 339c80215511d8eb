// Detects typing errors in the names of fields that are read. A hook may read fields of other agents, so `tool_nme` is
// a typing error of `tool_name`, but `tool_use_id` is another field than `tool_user_id`.

import { dialects } from './dialects/index.ts'
import { suggest } from './suggest.ts'
import { fieldsOf } from './walk.ts'

/** True where a name can only be a mistake for `intended`: each word that differs is not a word that any agent uses. */
export function isTypo(written: string, intended: string): boolean {
  const words = wordsOf(written)
  const known = wordsOf(intended)
  if (words.length !== known.length) return false
  const wrong = words.flatMap((word, i) => (word === known[i] ? [] : [{ word, intended: known[i] ?? '' }]))
  return (
    wrong.length > 0 &&
    wrong.every((one) => !isWord(one.word) && suggest(one.word, [one.intended]) !== undefined)
  )
}

// Words of fields in payloads of agents without a dialect here, now or later: words that programs commonly use.
const OTHERS =
  'arg argument at attachment by cache call chat child client code command composer conversation cost count ' +
  'custom cwd data date detail edit end event exit fail failed file from generation history hook host index info ' +
  'initial instruction item job key kind label last level line link list llm log loop mcp meta metadata method ' +
  'mode new node notification number old option origin original output owner page param parent part path payload ' +
  'permission phase pid plan port process project provider query read recipe repo request response role root ' +
  'round rule run scope score send session set size source span stage start state status step stop style sub ' +
  'subject system tag target task team temp test text thread time title token topic total trace transcript ' +
  'trigger turn uid unit update uri url usage use uuid value version view word workspace'

/** True for one name in two spellings: toolName, tool-name and tool_name. */
export function isSpelling(one: string, two: string): boolean {
  return one !== two && plain(one) === plain(two)
}

function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase()
}

let vocabulary: ReadonlySet<string> | undefined

function isWord(word: string): boolean {
  vocabulary ??= new Set([...OTHERS.split(' '), ...ownWords()].map(singular))
  return vocabulary.has(singular(word))
}

function ownWords(): readonly string[] {
  const records = Object.values(dialects).flatMap(({ events }) => Object.values(events))
  return records.flatMap(({ payload }) => fieldsOf(payload).flatMap(({ name }) => wordsOf(name)))
}

// Agents differ in singular and plural.
function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]+/)
}
