// One debug session of type `hookbench`: runs a hook or a chain. It does no stepping itself; it starts a child session
// for each process that waits for a debugger.

import { DebugSession, InitializedEvent, OutputEvent, TerminatedEvent } from '@vscode/debugadapter'
import type { DebugProtocol } from '@vscode/debugprotocol'
import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { lineOf } from '../failures.ts'
import { wantedFolder } from '../folders.ts'
import { showError } from '../messages.ts'
import type { InspectTarget, TracedLine } from '../protocol.ts'
import { clipped } from '../signs.ts'
import { attach } from './children.ts'
import { outcomeLines, payloadDifference, printed, recordedDifference } from './consoleLines.ts'
import { stopOnEntry } from './entry.ts'
import { type DebugInspection, inspect } from './inspection.ts'
import { type Launch, type LaunchMisfit, misfitIn } from './launch.ts'
import { type Plan, planOf } from './plan.ts'
import { stopsNowhere } from './wantsStop.ts'

/** Ends when the hooks end or the user stops it. */
export class HookSession extends DebugSession {
  readonly #context: ClientContext
  readonly #session: vscode.DebugSession
  readonly #ended = new vscode.CancellationTokenSource()
  readonly #held: vscode.Disposable[] = []
  #inspection: DebugInspection | undefined
  #plan: Plan | undefined
  #isOver = false
  readonly #configured = Promise.withResolvers<void>()

  constructor(context: ClientContext, session: vscode.DebugSession) {
    super()
    this.#context = context
    this.#session = session
  }

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = { supportsConfigurationDoneRequest: true, supportsTerminateRequest: true }
    this.sendResponse(response)
    this.sendEvent(new InitializedEvent())
  }

  protected override configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): void {
    this.#configured.resolve()
    this.sendResponse(response)
  }

  // Breakpoints are handled by the child sessions.
  protected override setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    { breakpoints = [] }: DebugProtocol.SetBreakpointsArguments,
  ): void {
    response.body = { breakpoints: breakpoints.map(() => ({ verified: false })) }
    this.sendResponse(response)
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    response.body = { threads: [] }
    this.sendResponse(response)
  }

  // Responds at once: later errors are reported in the console and in a message.
  protected override launchRequest(
    response: DebugProtocol.LaunchResponse,
    launch: DebugProtocol.LaunchRequestArguments & Launch,
  ): void {
    this.sendResponse(response)
    void this.#run(launch).finally(() => this.#end())
  }

  // Attaching is not supported: processes are always started for the debug session.
  protected override attachRequest(response: DebugProtocol.AttachResponse): void {
    const format = vscode.l10n.t(
      'Attaching is not supported, because hooks are started for debugging. Set "request" to "launch".',
    )
    this.sendErrorResponse(response, { id: 1, format, showUser: true })
    this.#end()
  }

  protected override async terminateRequest(response: DebugProtocol.TerminateResponse): Promise<void> {
    await this.#cancel()
    this.sendResponse(response)
    this.#end()
  }

  protected override async disconnectRequest(response: DebugProtocol.DisconnectResponse): Promise<void> {
    await this.#cancel()
    this.sendResponse(response)
    this.#end()
  }

  override dispose(): void {
    void this.#cancel()
    this.#release()
  }

  async #run(launch: Launch): Promise<void> {
    let plan: Plan | undefined
    try {
      await this.#configured.promise
      const misfit = misfitIn(launch)
      if (misfit !== undefined) throw new Error(tellMisfit(misfit))
      const folder = this.#session.workspaceFolder ?? (await wantedFolder())
      plan = await planOf(this.#context, folder, launch)
      const outcome = await (launch.noDebug === true ? this.#fire(plan) : this.#debug(plan, launch))
      if (this.#ended.token.isCancellationRequested) return
      // Durations under a debugger are mostly the user's pauses.
      const isTimed = launch.noDebug === true
      for (const line of outcomeLines(outcome, plan.hook?.id, isTimed)) this.#say(line)
      const { recorded, hook, payload, folder: ran, dialect, event } = plan
      this.#context.lastRuns.note(ran, outcome.hooks, { dialect, event, how: isTimed ? 'replay' : 'debug' })
      const compared = recorded === undefined ? [] : recordedDifference(recorded, outcome, hook?.id)
      for (const line of compared.length > 0 ? compared : payloadDifference(payload, outcome)) this.#say(line)
    } catch (error) {
      if (this.#ended.token.isCancellationRequested || error instanceof vscode.CancellationError) return
      this.#say(lineOf(error), 'stderr')
      this.#complain(lineOf(error), plan)
    }
  }

  async #fire({ folder, dialect, event, payload, hook }: Plan) {
    const only = hook === undefined ? {} : { hook: hook.id }
    const request = { dialect, event, payload, ...only }
    const outcome = await this.#context.runtimes.ask(folder, 'run', request, this.#ended.token)
    // Without a debugger, nothing else shows the output.
    for (const { text, category } of printed(outcome)) this.#say(text, category)
    return outcome
  }

  async #debug(plan: Plan, launch: Launch) {
    const isLost = launch.stopOnEntry === undefined && stopsNowhere(plan.hooks)
    if (launch.stopOnEntry === true || isLost) this.#stopOnce(await stopOnEntry(plan.hooks, plan.event))
    const nameOf = (id: string) => plan.hooks.find((hook) => hook.id === id)?.name ?? id
    let hasAttached = false
    const listeners = {
      attachable: (target: InspectTarget) => {
        if (isLost && !hasAttached) this.#sayLost()
        hasAttached = true
        void this.#attach(target, nameOf(target.hook))
      },
      traced: ({ hook, line, text }: TracedLine) =>
        this.#say(`${nameOf(hook)}:${line}  ${text}`, 'stdout', hook, line),
    }
    this.#plan = plan
    this.#inspection = await inspect(this.#context, plan, launch, listeners, this.#ended.token)
    return this.#inspection.outcome
  }

  async #attach(target: InspectTarget, name: string): Promise<void> {
    if (this.#ended.token.isCancellationRequested) return
    const path = this.#context.extension.extensionPath
    if (await attach(this.#session, target, name, path)) return
    if (this.#ended.token.isCancellationRequested) return
    this.#say(vscode.l10n.t('The debugger could not attach to {0}.', name), 'stderr')
    await this.#cancel()
  }

  #sayLost(): void {
    const text = vscode.l10n.t('No breakpoint is set, so it stops at its first line.')
    this.#say(text)
    vscode.window.setStatusBarMessage(`$(debug-alt) ${text}`, 15_000)
  }

  // Only the first stop is wanted.
  #stopOnce(breakpoints: vscode.Disposable): void {
    const first = vscode.debug.onDidChangeActiveStackItem((item) => {
      if (item instanceof vscode.DebugStackFrame && this.#isOurs(item.session)) {
        breakpoints.dispose()
        first.dispose()
      }
    })
    this.#held.push(breakpoints, first)
  }

  #isOurs(session: vscode.DebugSession | undefined): boolean {
    for (let one = session; one !== undefined; one = one.parentSession) if (one === this.#session) return true
    return false
  }

  #say(text: string, category: 'stdout' | 'stderr' = 'stdout', hook?: string, line?: number): void {
    const event: DebugProtocol.OutputEvent = new OutputEvent(`${text}\n`, category)
    const traced = this.#plan?.hooks.find(({ id }) => id === hook)
    // Lines refer to the script that an entry runs.
    const path = traced?.entry?.scripts[0] ?? traced?.path
    if (path !== undefined && line !== undefined) {
      event.body.source = { path }
      event.body.line = line
    }
    this.sendEvent(event)
  }

  #complain(message: string, plan: Plan | undefined): void {
    const { log } = this.#context
    log.error(message)
    const hook = plan?.hook
    const untrusted = hook?.state === 'untrusted' || /not trusted|untrusted/.test(message)
    const trust = vscode.l10n.t('Trust…')
    const show = vscode.l10n.t('Show Log')
    const action = untrusted && hook !== undefined ? trust : show
    // Not awaited: the session is over, whether or not the user reads the message.
    void showError(message, action).then((answer) => {
      if (answer === show) log.show()
      if (answer === trust && plan !== undefined) {
        void vscode.commands.executeCommand('hookbench.trust', {
          folder: plan.folder,
          hook,
          event: plan.event,
        })
      }
    })
  }

  async #cancel(): Promise<void> {
    this.#ended.cancel()
    // If the runtime has exited, the hook has ended with it.
    await this.#inspection?.cancel().catch(() => {})
  }

  #release(): void {
    for (const one of this.#held.splice(0)) one.dispose()
  }

  #end(): void {
    this.#release()
    if (this.#isOver) return
    this.#isOver = true
    this.sendEvent(new TerminatedEvent())
  }
}

function tellMisfit({ field, value, expected }: LaunchMisfit): string {
  const got = clipped(JSON.stringify(value), 60)
  switch (expected) {
    case 'text':
      return vscode.l10n.t('"{0}" of the debug configuration is {1}; a string is expected.', field, got)
    case 'true or false':
      return vscode.l10n.t('"{0}" of the debug configuration is {1}; true or false is expected.', field, got)
    case 'an object of strings':
      return vscode.l10n.t(
        '"{0}" of the debug configuration is {1}; an object of strings is expected.',
        field,
        got,
      )
    case 'a path or an object':
      return vscode.l10n.t(
        '"{0}" of the debug configuration is {1}; the path of a JSON file, a recorded event or an object is expected.',
        field,
        got,
      )
  }
}
