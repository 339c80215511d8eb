// The contract of a called script as types for the compiler, generated from its dialect because no file is published
// for it. The texts of the most recently used dialects are cached.

import { hash } from 'node:crypto'
import { calledOf } from '../../../contract/called.ts'
import type { Dialect } from '../../../contract/dialect.ts'
import { literal, typeText } from '../../../contract/typeText.ts'
import type { WalkedShape } from '../../../contract/walk.ts'

const texts = new Map<string, string>()
const contracts = new WeakMap<Dialect, { readonly id: string; readonly text: string }>()
const MOST = 64

/** Stands for every tool with an unknown input: a literal, so that comparisons distinguish it from the others. */
export const OTHER_TOOL = '(any other tool)'

/** The name of a dialect's contract among the virtual files. */
export function contractIdOf(dialect: Dialect): string {
  const called = calledOf(dialect)
  if (called === undefined) return dialect.id
  let contract = contracts.get(dialect)
  if (contract === undefined) {
    const text = contractText(dialect)
    contract = { id: `called-${hash('sha256', text).slice(0, 16)}`, text }
    contracts.set(dialect, contract)
  }
  const { id, text } = contract
  texts.delete(id)
  texts.set(id, text)
  for (const oldest of texts.keys()) {
    if (texts.size <= MOST) break
    texts.delete(oldest)
  }
  return id
}

/** The text of a called script's contract; undefined where none was generated under this id, or it was evicted. */
export function calledContract(id: string): string | undefined {
  return texts.get(id)
}

function contractText({ events }: Dialect): string {
  const rows = Object.entries(events).map(([name, { payload, result }]) => {
    const given = typeText(untitled(payload as WalkedShape), '    ')
    const answer = typeText(untitled(result as WalkedShape), '    ')
    return `  ${literal(name)}: {\n    payload: ${given}\n    result: ${answer}\n  }`
  })
  return `export type OtherTool = ${literal(OTHER_TOOL)}\nexport interface Events {\n${rows.join('\n')}\n}\n`
}

// Titles become names of declarations, and this text has none.
function untitled<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === 'title' && typeof inner === 'string' ? undefined : inner,
    ),
  ) as T
}
