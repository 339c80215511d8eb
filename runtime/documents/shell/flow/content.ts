// Ways that are taken for what the payload's text says: what a command is searched for, what a path begins with. A
// script that ends there refuses that text; one that ends because a program or a field is missing fails itself.

import { ARGUMENT } from '../../../contract/calledNarrowing.ts'
import { fork } from './state.ts'
import { plain, type ShellValue } from './value.ts'
import type { Both, State } from './walk.ts'

/** Fields that say what is going on, and not with what. */
const AROUND =
  /^(?:hook_?event_?name|tool_?name|session_?id|cwd|timestamp|source|trigger|reason|stop_hook_active|status|loop_count|permission_mode|agent_\w+|model)$/i

/** Whether a value has text of the payload in it that a guard may look at. */
export function isContent(value: ShellValue): boolean {
  return value.some(
    (part) => part.kind === 'data' && part.path[0] !== ARGUMENT && !AROUND.test(String(part.path[0] ?? '')),
  )
}

/** Whether a value is the status of a program that checks code. */
export function isChecked(value: ShellValue): boolean {
  return value.some((part) => part.kind === 'unknown' && part.checked === true)
}

/** The ways of a program that checks code: where it fails, the code said so. */
export function failedCheck({ yes, no }: Both): Both {
  return { yes, no: contentWay({ yes: no, no: yes }) }
}

/** The ways of a comparison with a text: where it holds, the payload said so. */
export function comparedContent(both: Both, content: ShellValue, text: ShellValue): Both {
  const written = plain(text)
  const isPresence = written !== undefined && /^(?:|null|none)$/i.test(written.trim())
  return isPresence || !isContent(content) ? both : { ...both, yes: contentWay(both) }
}

/** The way on which it holds, known to be taken for what was said. */
export function contentWay({ yes, no }: Both): State | undefined {
  if (yes === undefined) return undefined
  const own = yes === no ? fork(yes) : yes
  own.byContent = true
  return own
}
