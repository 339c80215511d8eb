// Trust as methods of the hook server: what trust would allow to run, granting it, revoking it. A client shows the
// first and passes its digest on, so that only what was shown is trusted.

import { hash } from 'node:crypto'
import Type from 'typebox'
import type { Hook } from '../contract/hook.ts'
import { type Methods, method } from '../sessions/method.ts'
import type { Ledger } from '../trust/ledger.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { hookJson } from './hookJson.ts'
import { grantFor, ledgerFor, takeBack } from './trust.ts'
import { remarkTexts } from './trustRows.ts'
import { UsageError } from './usage.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const closed = { additionalProperties: false }
const workspace = text("The workspace folder; the server's own unless given.")
const what = {
  workspace,
  target: text('A hook (id or name), a file or a folder; every hook that waits unless given.'),
  edits: flag('Trust a folder of this workspace now and after every edit.'),
}

/** The methods; `home` as given on the command line. */
export function trustMethods(home: string | undefined): Methods {
  return {
    'trust/preview': method(Type.Object(what, closed), ({ workspace: named, ...params }, { within }) =>
      within(named, async (opened) => {
        // The rows must be about the bytes that the digest is of.
        await opened.reload()
        const { rows, seen } = shown(params, opened, await ledgerFor(opened, home))
        return { rows, seen }
      }),
    ),
    trust: method(
      Type.Object(
        {
          ...what,
          yes: flag('Confirms that the user has reviewed the hooks, because there is no terminal to ask in.'),
          seen: text('The digest of `trust/preview`: nothing is trusted if that would now differ.'),
        },
        closed,
      ),
      ({ workspace: named, yes, seen, ...params }, { within }) =>
        within(named, async (opened) => {
          await opened.reload()
          const { hooks, write, ...now } = shown(params, opened, await ledgerFor(opened, home))
          if (yes !== true) {
            const ids = hooks.map((hook) => hook.id).join(', ')
            throw new UsageError(
              `nothing was trusted: this would allow these hooks to run: ${ids || 'none'}; review it, then pass "yes": true.`,
            )
          }
          if (seen !== undefined && seen !== now.seen)
            throw new UsageError('nothing was trusted: it changed after it was shown; look at it again.')
          if (hooks.length === 0 && params.edits !== true) return []
          const written = await write()
          if (!written.ok) throw new Error(written.why)
          await opened.reload()
          return written.entries
        }),
    ),
    untrust: method(
      Type.Object({ workspace, target: Type.String({ description: 'A hook, a file or a folder.' }) }, closed),
      ({ workspace: named, target }, { within }) =>
        within(named, async (opened) => {
          const taken = await takeBack(target, opened, await ledgerFor(opened, home), opened.root)
          await opened.reload()
          return taken
        }),
    ),
  }
}

type Params = { readonly target?: string; readonly edits?: boolean }

// The digest is of everything that a client shows: the rows, and the bytes of their files.
function shown({ target, edits = false }: Params, opened: Workspace, ledger: Ledger) {
  const { hooks, root, digest, write } = grantFor(target, edits, opened, ledger, opened.root)
  const covered = (hook: Hook) => root === undefined || ledger.outside(hook, root) === undefined
  const rows = hooks
    .filter(covered)
    .map((hook) => ({ ...hookJson(hook), remarks: remarkTexts(hook, opened) }))
  const compared = rows.map(({ id, entry, remarks }) => [id, entry, remarks])
  return { hooks, rows, seen: hash('sha256', JSON.stringify([digest, compared])), write }
}
