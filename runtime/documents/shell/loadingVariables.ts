// Variables that determine which code is found or run (`PATH`, `BASH_ENV`), however they are set, and quoted text that
// a shell evaluates anyway. Whether a value has an effect is judged by its text.

import { codeVariable } from '../../contract/codeVariables.ts'
import { isSystemPath } from '../../contract/systemPaths.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { setOtherwise } from './setVariables.ts'
import { wordsOf } from './wordSplitting.ts'

type TextOf = (word: SyntaxNode) => string | undefined

/** Whether a node makes code load from outside the system folders and the user's own. */
export function changesLoading(node: SyntaxNode, textOf: TextOf): boolean {
  if (node.type === 'variable_assignment')
    return isElsewhere(child(node, 'name')?.text ?? '', child(node, 'value')?.text ?? '')
  if (node.type === 'declaration_command' && named(node).some((word) => isAnyVariable(word, textOf)))
    return true
  return setOtherwise(node, textOf).some(({ name, value }) => isElsewhere(name, value ?? '$(unknown)'))
}

/** The words with which `env` or `sudo` sets such variables for the program behind them, without their quotes. */
export function setByEnv(command: SyntaxNode, textOf: TextOf): readonly SyntaxNode[] {
  const words = wordsOf(command)
  const env = words.findIndex(({ text }) => /^(?:.*\/)?(?:env|sudo|doas)$/.test(text))
  const behind = env === -1 ? [] : words.slice(env + 1)
  return behind.flatMap((word) => {
    const text = textOf(word) ?? word.text
    const [, name, value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? []
    return name !== undefined && isElsewhere(name, value) ? [{ ...word, text }] : []
  })
}

// `export $(cat .env)`: unknown names and values.
function isAnyVariable(word: SyntaxNode, textOf: TextOf): boolean {
  if (word.type === 'variable_assignment' || word.type === 'variable_name') return false
  const text = textOf(word)
  return text === undefined ? /[$`]/.test(word.text) : /^[^=]*\$\{/.test(text)
}

/** The system paths in an assignment's value: the workspace may be below one of them. */
export function systemPlaces(node: SyntaxNode): readonly string[] {
  const value = (child(node, 'value')?.text ?? '').replaceAll(/["']/g, '')
  if (codeVariable(child(node, 'name')?.text ?? '', value) === undefined) return []
  return value.split(':').filter(isSystemPath)
}

/** Whether a variable with this value makes code load from outside the system folders and the user's own. */
export function isElsewhere(name: string, written: string): boolean {
  const value = written.replaceAll(/["']/g, '')
  // A folder of the user's home is a usual one, so another home is not.
  if (name !== 'HOME' && codeVariable(name, value) === undefined) return false
  return (
    value
      .split(':')
      .some((part) => part !== '' && !USUAL.test(part) && !(isSystemPath(part) && PLAIN.test(part))) ||
    /(^|:)(:|$)/.test(value.replace(/^$/, '/'))
  )
}

/** A path that leads nowhere else: `/usr/bin/../../x` does, and so may a part that is not known. */
const PLAIN = /^(?:\/(?!\.\.(?:\/|$))[^/$`\uFFFC]+)+\/?$/
const USUAL = /^(?:\$PATH|\$\{PATH\}|(?:~|\$HOME|\$\{HOME\})(?:\/(?!(?:.*\/)?\.\.(?:\/|$))[^\uFFFC]*)?)$/

/**
 * Whether a shell runs the commands in a text: in a subscript in quotes (`test -v 'a[$(./x)]'`), or in a value that is
 * expanded as a prompt (`${x@P}`).
 */
export function evaluatesText(node: SyntaxNode, textOf: TextOf): boolean {
  if (node.type === 'expansion') return AS_PROMPT.test(node.text)
  const isRead =
    READS_SUBSCRIPTS.has(node.type) ||
    (node.type === 'command' &&
      EVALUATES.test(wordsOf(node).find(({ text }) => !PASSES_ON.test(text))?.text ?? ''))
  if (!isRead) return false
  return nodesIn(node, ({ type }) => type !== 'command_substitution').some(
    (word) => QUOTED.test(word.type) && SUBSCRIPT.test(textOf(word) ?? ''),
  )
}

const READS_SUBSCRIPTS: ReadonlySet<string> = new Set([
  'variable_assignment',
  'declaration_command',
  'unset_command',
  'test_command',
])
const EVALUATES = /^(?:test|\[|let|printf|read|mapfile|readarray|getopts|wait)$/
/** `command printf`, `builtin let` */
const PASSES_ON = /^(?:command|builtin|-p)$/
const AS_PROMPT = /@P\}$/
const QUOTED = /^(?:raw_string|string|word|concatenation)$/
const SUBSCRIPT = /^\w+\[.*(?:\$\(|`)/s
