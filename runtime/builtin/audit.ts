// The `auditTrail` hook: writes one line of JSON per event, with secrets masked, to `.hookbench/audit` of the workspace
// and nowhere else. A line that cannot be written fails the hook, so `failOpen: false` stops an event that is not
// logged.

import { closeSync, fstatSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../contract/call.ts'
import { valueAt } from '../contract/json.ts'
import type { Settings } from '../contract/settings.ts'
import { makePrivateFolder, moveFile, openToAppend } from '../files/write.ts'

export type AuditOptions = {
  readonly root: string
  /** Masks secrets; passed in, because the room `recordings` implements it. */
  readonly redact: (value: unknown) => unknown
}

export type Audit = {
  look(call: Call, settings: Settings): void
  close(): void
}

/** An audit trail; its file is created with the first line. */
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
      // Another runtime of the workspace may have moved the file, and would delete what is written to it with the next move.
      if (open?.file !== auditTrail.file || isMoved(open.fd, join(folder, open.file))) {
        close()
        open = { file: auditTrail.file, ...openFile(root, folder, auditTrail.file) }
      }
      if (open.size > 0 && open.size + Buffer.byteLength(line) > auditTrail.maxBytes) {
        close()
        moveFile(root, join(folder, auditTrail.file), join(folder, `${auditTrail.file}.1`))
        open = { file: auditTrail.file, ...openFile(root, folder, auditTrail.file) }
      }
      // One write per line, so that neither a crash nor another process can split a line.
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

function isMoved(fd: number, path: string): boolean {
  const own = fstatSync(fd)
  const there = statSync(path, { throwIfNoEntry: false })
  return there === undefined || there.ino !== own.ino || there.dev !== own.dev
}

// A workspace may contain symbolic links; none of them may redirect the file.
function openFile(root: string, folder: string, file: string): { fd: number; size: number } {
  makePrivateFolder(root, folder)
  const fd = openToAppend(root, join(folder, file), 0o600)
  return { fd, size: fstatSync(fd).size }
}
