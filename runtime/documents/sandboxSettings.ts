// A mistake in the section `sandbox` never opens a sandbox: what it leaves unsaid then counts as `sandboxed`.

import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type { Problem } from '../contract/problems.ts'

type StatedSettings = { readonly sandbox?: Readonly<Record<string, unknown>> }

/** What a file said, closed where its section `sandbox` has a mistake. */
export function closedWhereWrong(tree: Node, stated: unknown, problems: readonly Problem[]): unknown {
  // Without a value, or beside one that does not parse, there may be no node: then nobody asked for a sandbox.
  const section = tree.type === 'object' ? findNodeAtLocation(tree, ['sandbox']) : undefined
  if (section === undefined) return stated
  const { offset, length } = section
  const wrong = problems.some(
    ({ range }) => range !== undefined && range.start >= offset && range.end <= offset + length,
  )
  if (!wrong) return stated
  const { sandbox, ...rest } = stated as StatedSettings
  return { ...rest, sandbox: { plugin: 'sandboxed', workspace: 'sandboxed', user: 'sandboxed', ...sandbox } }
}
