// Paths that depend on the payload's content: what a command is searched for, what a path begins with. A script that
// ends there rejects that content; one that ends because a program or a field is missing fails itself.

import { ARGUMENT } from '../../../contract/calledNarrowing.ts'
import { fork } from './state.ts'
import { plain, type ShellValue } from './value.ts'
import type { Both, State } from './walk.ts'

/** Fields that describe the event or session, not the content of the operation. */
const AROUND =
  /^(?:hook_?event_?name|tool_?name|session_?id|cwd|timestamp|source|trigger|reason|stop_hook_active|status|loop_count|permission_mode|agent_\w+|model)$/i

/** Whether a value contains payload text that a guard may inspect. */
export function isContent(value: ShellValue): boolean {
  return value.some(
    (part) => part.kind === 'data' && part.path[0] !== ARGUMENT && !AROUND.test(String(part.path[0] ?? '')),
  )
}

/** Whether a value is the status of a program that checks code. */
export function isChecked(value: ShellValue): boolean {
  return value.some((part) => part.kind === 'unknown' && part.checked === true)
}

/** The branches after a program that checks code: the failing one depends on the content. */
export function failedCheck({ yes, no }: Both): Both {
  return { yes, no: contentWay({ yes: no, no: yes }) }
}

/** The branches after a comparison with a text: the matching one depends on the content. */
export function comparedContent(both: Both, content: ShellValue, text: ShellValue): Both {
  const written = plain(text)
  const isPresence = written !== undefined && /^(?:|null|none)$/i.test(written.trim())
  return isPresence || !isContent(content) ? both : { ...both, yes: contentWay(both) }
}

/** The branch on which the condition holds, marked as depending on the content. */
export function contentWay({ yes, no }: Both): State | undefined {
  if (yes === undefined) return undefined
  const own = yes === no ? fork(yes) : yes
  own.byContent = true
  return own
}
