// Fixes the first line of an executable: missing, after a byte order mark, or passing two words to env. Also sets the
// executable bit if the reader offers no repair for it.

import type { Problem } from '../../../runtime/contract/problems.ts'
import type { Language } from '../../../runtime/documents/document.ts'
import { readShebang } from '../../../runtime/documents/shebang.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { Action } from './action.ts'

/** Quick fixes for `executable.shebang` and `executable.bit` that have no repairs of their own. */
export function shebangActions(view: View, problem: Problem): readonly Action[] {
  if ((problem.repairs?.length ?? 0) > 0) return []
  if (problem.code === 'executable.bit')
    return [
      {
        title: 'Make the file executable',
        kind: 'quickfix',
        command: 'makeExecutable',
        problem,
        preferred: true,
      },
    ]
  if (problem.code !== 'executable.shebang') return []
  const { text } = view
  const fix = (title: string, end: number, line: string, preferred: boolean): Action => ({
    title,
    kind: 'quickfix',
    edits: [{ range: { start: 0, end }, text: line }],
    problem,
    preferred,
  })
  if (text.startsWith('\uFEFF#!')) return [fix('Remove the byte order mark', 1, '', true)]
  const shebang = readShebang(text)
  if (shebang?.glued === true) {
    const line = `#!/usr/bin/env -S ${[shebang.interpreter, ...shebang.args].join(' ')}`
    return [fix(`Write "${line}"`, shebang.end, line, true)]
  }
  if (shebang !== undefined || text.startsWith('#!')) return []
  const own = LINES[view.document.language]
  const lines = own === undefined ? Object.values(LINES) : [own]
  return [...new Set(lines)].map((line) => fix(`Add "${line}"`, 0, `${line}\n`, lines.length === 1))
}

// Node strips types, so both languages have the same first line.
const LINES: { readonly [L in Language]?: string } = {
  python: '#!/usr/bin/env python3',
  shell: '#!/usr/bin/env bash',
  javascript: '#!/usr/bin/env node',
  typescript: '#!/usr/bin/env node',
}
