// The `auditTrail` hook: one line of JSON for each event, masked, in `.hookbench/audit` of the workspace and nowhere
// else. A line that cannot be written is a failure of the hook, so that `failOpen: false` stops what goes unrecorded.

import { closeSync, fstatSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../contract/call.ts'
import { valueAt } from '../contract/json.ts'
import type { Settings } from '../contract/settings.ts'
import { makePrivateFolder, moveFile, openToAppend } from '../files/write.ts'

export type AuditOptions = {
  readonly root: string
  /** Masks secrets; handed in, because how is the recordings' affair. */
  readonly redact: (value: unknown) => unknown
}

export type Audit = {
  look(call: Call, settings: Settings): void
  close(): void
}

/** An audit trail; its file is made with the first line. */
export function openAudit({ root, redact }: AuditOptions): Audit {
  const folder = join(root, '.hookbench', 'audit')
  let open: { readonly file: string; readonly fd: number; size: number } | undefined

  function close(): void {
    if (open !== undefined) closeSync(open.fd)
    open = undefined
  }

  return {
    look(call, settings) {
      const { auditTrail } = settings.builtin
      if (auditTrail === false) return
      const line = `${JSON.stringify(redact(entryOf(call)))}\n`
      if (open?.file !== auditTrail.file) {
        close()
        open = { file: auditTrail.file, ...openFile(root, folder, auditTrail.file) }
      }
      if (open.size > 0 && open.size + Buffer.byteLength(line) > auditTrail.maxBytes) {
        close()
        moveFile(root, join(folder, auditTrail.file), join(folder, `${auditTrail.file}.1`))
        open = { file: auditTrail.file, ...openFile(root, folder, auditTrail.file) }
      }
      // One write for each line, so that a crash, or another process, tears none.
      open.size += writeSync(open.fd, line)
    },
    close,
  }
}

function entryOf({ dialect, event, record, payload }: Call) {
  const { session, tool } = record.common
  return {
    v: 1,
    at: new Date().toISOString(),
    dialect: dialect.id,
    event,
    session: session === undefined ? undefined : valueAt(payload, session),
    tool: tool === undefined ? undefined : valueAt(payload, tool),
    payload,
  }
}

// A workspace may bring links of its own; none of them is to say where a line goes.
function openFile(root: string, folder: string, file: string): { fd: number; size: number } {
  makePrivateFolder(root, folder)
  const fd = openToAppend(root, join(folder, file), 0o600)
  return { fd, size: fstatSync(fd).size }
}
