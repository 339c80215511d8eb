// Keeps a mistake in the settings section `sandbox` from disabling a sandbox: every value the section does not set then
// counts as `sandboxed`.

import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type { Problem } from '../contract/problems.ts'

type StatedSettings = { readonly sandbox?: Readonly<Record<string, unknown>> }

/** The settings of a file, with the sandbox closed where the section `sandbox` has a mistake. */
export function closedWhereWrong(tree: Node, stated: unknown, problems: readonly Problem[]): unknown {
  // Without a value, or beside a value that does not parse, there may be no node; then the section sets nothing.
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
