// ADR 021's HookManager over a workspace: discovers executables and executes the hooks of an event.
// The workspace does ordering, blocking and time-outs. A manager without hooks does nothing.

import type {
  AfterToolCallPayload,
  AgentStopPayload,
  BeforeToolCallPayload,
  BeforeToolCallResult,
  DiscoveryOption,
  Events,
  ExecuteOptions,
  Hook,
  HookType,
  HookManager as Published,
  StructuredToolResult,
  TurnEndPayload,
  TurnEndResult,
  UserMessageSendPayload,
  UserMessageSendResult,
} from 'hookbench/kodelet'
import { defined } from '../contract/defined.ts'
import type { Outcome } from '../contract/outcome.ts'
import { knownRecord } from '../workspace/admission.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { Bus, type BusListener } from './bus.ts'
import { logLine, settleFailures } from './failures.ts'
import { describeHook, newDiscovery, openDiscovered } from './kodelet/discovery.ts'

export { HookFailure } from './failures.ts'
export {
  Discovery,
  newDiscovery,
  withDefaultDirs,
  withHome,
  withHookDirs,
  withLog,
  withTrust,
  withWorkspace,
} from './kodelet/discovery.ts'
export { newBlockedToolResult, newTrigger, Trigger } from './kodelet/trigger.ts'

const DIALECT = 'kodelet'

export const InvokedByMain = 'main'
export const InvokedBySubagent = 'subagent'

/** Default time limit of a hook in milliseconds; `setTimeout` of the manager changes it. */
export const DefaultTimeout = 30_000

/** Discovers hooks; if there are none, the manager does nothing. */
export async function newHookManager(...options: DiscoveryOption[]): Promise<HookManager> {
  const discovery = newDiscovery(...options)
  const { log = logLine } = discovery
  const workspace = await openDiscovered(discovery)
  for (const { severity, path, message } of workspace.problems) {
    if (severity === 'error') log(`${path}: ${message}`)
  }
  return new HookManager({ workspace, log })
}

/** Executes the hooks of an event. */
export class HookManager implements Published {
  readonly #workspace: Workspace | undefined
  readonly #log: (line: string) => void
  readonly #bus: Bus
  #timeoutMs: number | undefined

  /** Without a workspace the manager has no hooks. */
  constructor(found: { readonly workspace?: Workspace; readonly log?: (line: string) => void } = {}) {
    this.#workspace = found.workspace
    this.#log = found.log ?? logLine
    this.#bus = new Bus(this.#log)
  }

  async execute<E extends HookType>(
    hookType: E,
    payload: Events[E]['payload'],
    options?: ExecuteOptions,
  ): Promise<Events[E]['result']> {
    const methods: {
      [T in HookType]: (payload: never, options?: ExecuteOptions) => Promise<Events[T]['result']>
    } = {
      before_tool_call: this.executeBeforeToolCall,
      after_tool_call: this.executeAfterToolCall,
      user_message_send: this.executeUserMessageSend,
      agent_stop: this.executeAgentStop,
      turn_end: this.executeTurnEnd,
    }
    if (!Object.hasOwn(methods, hookType)) knownRecord(DIALECT, hookType)
    return methods[hookType].call(this, payload as never, options)
  }

  async executeBeforeToolCall(
    payload: BeforeToolCallPayload,
    options?: ExecuteOptions,
  ): Promise<BeforeToolCallResult> {
    const outcome = await this.#execute('before_tool_call', payload, options)
    if (outcome?.decision === 'deny') return blocked(outcome)
    const input = (outcome?.payload as BeforeToolCallPayload | undefined)?.tool_input
    return outcome?.changed === true ? { blocked: false, input } : { blocked: false }
  }

  async executeAfterToolCall(
    payload: AfterToolCallPayload,
    options?: ExecuteOptions,
  ): Promise<{ output?: StructuredToolResult }> {
    const outcome = await this.#execute('after_tool_call', payload, options)
    return outcome?.changed === true ? { output: (outcome.payload as AfterToolCallPayload).tool_output } : {}
  }

  async executeUserMessageSend(
    payload: UserMessageSendPayload,
    options?: ExecuteOptions,
  ): Promise<UserMessageSendResult> {
    const outcome = await this.#execute('user_message_send', payload, options)
    return outcome?.decision === 'deny' ? blocked(outcome) : { blocked: false }
  }

  async executeAgentStop(
    payload: AgentStopPayload,
    options?: ExecuteOptions,
  ): Promise<{ follow_up_messages?: string[] }> {
    const outcome = await this.#execute('agent_stop', payload, options)
    const followUps = outcome?.followUps ?? []
    return followUps.length === 0 ? {} : { follow_up_messages: [...followUps] }
  }

  async executeTurnEnd(payload: TurnEndPayload, options?: ExecuteOptions): Promise<TurnEndResult> {
    await this.#execute('turn_end', payload, options)
    return {}
  }

  getHookByName(name: string): Hook | undefined {
    return this.list().find((hook) => hook.name === name && hook.state !== 'shadowed')
  }

  list(): Hook[] {
    return (this.#workspace?.list() ?? []).filter((hook) => hook.runner !== 'builtin').map(describeHook)
  }

  setTimeout(timeoutMs: number): void {
    if (!(timeoutMs >= 0 && timeoutMs < 2 ** 31)) {
      throw new RangeError(`setTimeout() takes milliseconds, 0 for the default; got ${timeoutMs}`)
    }
    this.#timeoutMs = timeoutMs === 0 ? undefined : timeoutMs
  }

  on<E extends keyof Events>(event: E, listener: (payload: Events[E]['payload']) => unknown): void {
    this.#bus.on(event, listener as BusListener)
  }

  off<E extends keyof Events>(event: E, listener: (payload: Events[E]['payload']) => unknown): void {
    this.#bus.off(event, listener as BusListener)
  }

  async close(): Promise<void> {
    await this.#workspace?.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #execute(
    event: HookType,
    payload: object,
    { signal }: ExecuteOptions = {},
  ): Promise<Outcome | undefined> {
    this.#bus.emit(event, payload)
    const timeoutMs = this.#timeoutMs
    const outcome = await this.#workspace?.fire(event, payload, {
      dialect: DIALECT,
      ...defined({ signal, timeoutMs }),
    })
    if (outcome !== undefined) settleFailures(outcome, this.#log)
    return outcome
  }
}

function blocked({ reason }: Outcome): { blocked: true; reason?: string } {
  return reason === undefined ? { blocked: true } : { blocked: true, reason }
}
