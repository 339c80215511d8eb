// Entry of the warden: a process that loads the sandbox library and returns command lines that run a hook in a sandbox.
// The library keeps one state per process, runs proxies and handles signals, hence the separate process.
// It runs no hook, and exits when the runtime does.

import { rmSync } from 'node:fs'
import type { SandboxRuntimeConfig } from '@anthropic-ai/sandbox-runtime'
import type { Request, WardenReply } from './messages.ts'
import type { Policy } from './policy.ts'

type Library = typeof import('@anthropic-ai/sandbox-runtime')

const LONGEST_END_MS = 2000

/** Folder for its temporary files; the runtime deletes it unless it was killed. */
const [, , folder] = process.argv

let library: Library | undefined
/** The policy in force, as JSON. */
let inForce = ''
/** Requests run one after the other, because the library computes command lines from shared state. */
let last: Promise<void> = Promise.resolve()

process.on('message', (request: Request) => {
  last = last.then(() =>
    request.kind === 'over' ? library?.SandboxManager.cleanupAfterCommand() : wrap(request),
  )
})

process.once('exit', () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

process.once('disconnect', () => {
  setTimeout(() => process.exit(), LONGEST_END_MS)
  last.then(() => library?.SandboxManager.reset()).finally(() => process.exit())
})

async function wrap({ id, command, policy }: Request & { readonly kind: 'wrap' }): Promise<void> {
  let answer: WardenReply
  try {
    const { SandboxManager } = await under(policy)
    // The run is attributed by number; otherwise the hook's whole command line would appear in its proxy variables.
    const options = { commandId: String(id) }
    answer = {
      id,
      command: await SandboxManager.wrapWithSandbox(command, 'bash', undefined, undefined, options),
    }
  } catch (error) {
    answer = { id, failed: (error as Error).message.split('\n', 1)[0] as string }
  }
  process.send?.(answer)
}

/** Loads the library if necessary and puts this policy in force. */
async function under(policy: Policy): Promise<Library> {
  const text = JSON.stringify(policy)
  if (library !== undefined && text === inForce) return library
  const loaded = library ?? (await import('@anthropic-ai/sandbox-runtime'))
  const { SandboxManager, SandboxRuntimeConfigSchema } = loaded
  const read = SandboxRuntimeConfigSchema.safeParse(policy)
  if (!read.success) throw new Error(faultOf(read.error.issues[0]))
  const config: SandboxRuntimeConfig = read.data
  if (library === undefined) {
    const { errors, warnings } = await SandboxManager.checkDependenciesAsync()
    // A warning names something that the sandbox would not enforce, so it counts as an error.
    const lacking = [...errors, ...warnings]
    if (lacking.length > 0) throw new Error(lacking.join(', '))
    await SandboxManager.initialize(config)
    library = loaded
  } else SandboxManager.updateConfig(config)
  inForce = text
  return loaded
}

function faultOf(
  issue: { readonly path: readonly (string | number)[]; readonly message: string } | undefined,
) {
  const [, setting, index] = issue?.path ?? []
  const where = index === undefined ? `sandbox.${setting}` : `sandbox.${setting}[${index}]`
  return `the setting ${where} is invalid: ${issue?.message}`
}
