// The entry of the warden: a process that knows the sandbox library and tells the runtime which command line runs a
// hook inside. The library keeps one state per process, runs proxies and listens to signals: all of that stays here.
// It runs no hook, and ends when the runtime does.

import { rmSync } from 'node:fs'
import type { SandboxRuntimeConfig } from '@anthropic-ai/sandbox-runtime'
import type { Request, WardenReply } from './messages.ts'
import type { Policy } from './policy.ts'

type Library = typeof import('@anthropic-ai/sandbox-runtime')

const LONGEST_END_MS = 2000

/** Its temporary files; the runtime takes them away, unless it was killed. */
const [, , folder] = process.argv

let library: Library | undefined
/** The policy in force, as text. */
let inForce = ''
/** One after the other: the library works a command line out from state that all share. */
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
    // Attribution by number: otherwise the hook's whole command line stands in its own proxy variables.
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

/** The library with this policy in force. */
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
    // A warning says what the sandbox would not hold; half a sandbox is none.
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
  return `the setting ${where} is no good: ${issue?.message}`
}
