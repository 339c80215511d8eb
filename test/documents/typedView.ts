// Opens the typed view of a text, as the language server would, without a server.

import { typedProblems } from '../../runtime/checks/typed.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { Problem } from '../../runtime/contract/problems.ts'
import type { Typed, Typing } from '../../runtime/documents/typed.ts'
import { openTyping } from '../../runtime/documents/typing.ts'
import { understandDocument } from '../../runtime/documents/understand.ts'
import type { View } from '../../runtime/project/view.ts'

/** A typed view, with the problems that the checks report for it. */
export type CheckedView = Typed & { problems(): readonly Problem[] }

/** A folder that does not exist, so only the given texts exist. */
export const ROOT = '/nowhere/workspace'

const shared = openTyping({ root: ROOT })

/** The typed view of a hook file's text, with its problems. Throws if the file has none. */
export async function typedOf(
  dialect: DialectId,
  path: string,
  text: string,
  typing?: Typing,
): Promise<CheckedView> {
  const view = await typedIfAny(dialect, path, text, typing)
  if (view === undefined) throw new Error(`${path} has no typed view`)
  return view
}

/** Like `typedOf`, but undefined where the file is not a hook. */
export async function typedIfAny(
  id: DialectId,
  path: string,
  text: string,
  typing?: Typing,
): Promise<CheckedView | undefined> {
  const dialect = Object.values<Dialect>(dialects).find((one) => one.id === id)
  if (dialect === undefined) throw new Error(`there is no dialect ${id}`)
  const events = Object.keys(dialect.events)
  const whole = path.startsWith('/') ? path : `${ROOT}/${path}`
  const input = { path: whole, text, exports: dialect.exports, events, dialect, version: 1 }
  const document = await understandDocument(input)
  const typed = await (typing ?? (await shared)).view(input, document)
  const view = { document, text, role: { kind: 'hook', dialect } } as View
  return typed && { ...typed, problems: () => typedProblems(view, typed) }
}
