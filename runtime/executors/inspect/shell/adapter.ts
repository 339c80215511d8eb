// A debug adapter for shell scripts, like debugpy for Python: an editor attaches to its socket, sets
// breakpoints, steps, and reads variables and the stack. The script waits until the editor is ready. Expressions
// are evaluated in a subshell, so that inspecting changes no variable.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readText } from '../../../files/read.ts'
import { openStepping, type StepMode, stoppable } from './stepping.ts'
import { openStops, type ShellStop } from './stops.ts'
import { type ShellVariable, variablesIn } from './variables.ts'
import { type DapRequest, type DapWire, openWire } from './wire.ts'

export type ShellDebugger = {
  /** The socket that an editor attaches to. */
  readonly socket: string
  /** The value of the variable that passes the port to bash. */
  readonly address: string
  close(): void
}

const THREAD = { id: 1, name: 'bash' }
const SCOPES = ['variables', 'environment', 'shell'] as const
const MOST_SCRIPT = 1024 * 1024
const MOST_VALUE = 10_000

/** Opens a port for bash, and a socket for the editor in `folder`, or in the system's folder for temporary files. */
export async function openShellDebugger(folder?: string): Promise<ShellDebugger> {
  const stepping = openStepping()
  let wire: DapWire | undefined
  let held: ShellStop | undefined
  let isReady = false
  let hasStopped = false
  const broken = new Set<string>()
  const early: ShellStop[] = []
  const stops = await openStops(decide)
  const editor = createServer((socket) => {
    // One editor at a time; later connections are closed.
    if (wire === undefined) attach(socket)
    else socket.destroy()
  })
  const place = await listenPrivately(editor, folder)
  return {
    socket: place.socket,
    address: stops.address,
    close() {
      // Which version of bash an entry starts is not known in advance.
      if (!hasStopped) wire?.event('output', { category: 'important', output: TOO_OLD })
      wire?.event('terminated')
      wire?.end()
      editor.close()
      place.remove()
      stops.close()
    },
  }

  function attach(socket: Socket): void {
    wire = openWire(socket, (request) => {
      hear(request, wire as DapWire).catch((error: Error) => wire?.refuse(request, error.message))
    })
    socket.on('close', () => {
      wire = undefined
      release()
    })
  }

  // After the editor has disconnected, nothing stops the script.
  function release(): void {
    isReady = true
    for (const path of broken) stepping.breakAt(path, [])
    goOn('on')
    for (const stop of early.splice(0)) decide(stop)
  }

  function decide(stop: ShellStop): void {
    const path = stop.frames[0]?.path
    hasStopped = true
    if (!isReady && path !== undefined) {
      early.push(stop)
      return
    }
    const reason = stepping.at({
      ...stop,
      frames: stop.frames.map((frame) => ({ ...frame, path: realOf(frame.path) })),
    })
    if (reason === undefined) {
      stop.go()
      return
    }
    held = stop
    void stop.gone.then(() => {
      if (held === stop) held = undefined
    })
    wire?.event('stopped', { reason, threadId: THREAD.id, allThreadsStopped: true })
  }

  function goOn(how: StepMode): void {
    stepping.go(how)
    const stop = held
    held = undefined
    stop?.go()
  }

  async function hear(request: DapRequest, to: DapWire): Promise<void> {
    const { command, arguments: given = {} } = request
    switch (command) {
      case 'initialize':
        to.answer(request, { supportsConfigurationDoneRequest: true, supportsEvaluateForHovers: true })
        to.event('initialized')
        return
      case 'attach':
        if (given.stopOnEntry === true) stepping.go('entry')
        return to.answer(request)
      case 'setBreakpoints':
        return to.answer(request, { breakpoints: setBreakpoints(given) })
      case 'configurationDone':
        to.answer(request)
        isReady = true
        for (const stop of early.splice(0)) decide(stop)
        return
      case 'threads':
        return to.answer(request, { threads: [THREAD] })
      case 'stackTrace':
        return to.answer(request, stackOf(held))
      case 'scopes':
        return to.answer(request, { scopes: SCOPES.map(scopeShown) })
      case 'variables':
        return to.answer(request, { variables: await variables(Number(given.variablesReference)) })
      case 'evaluate':
        return to.answer(request, { result: await evaluate(given), variablesReference: 0 })
      case 'pause':
        stepping.go('pause')
        return to.answer(request)
      case 'continue':
      case 'next':
      case 'stepIn':
      case 'stepOut':
        to.answer(request, { allThreadsContinued: true })
        return goOn(WAYS[command])
      case 'disconnect':
        to.answer(request)
        release()
        return to.end()
      default:
        return to.answer(request)
    }
  }

  function setBreakpoints(given: Readonly<Record<string, unknown>>): readonly object[] {
    const { path } = (given.source ?? {}) as { readonly path?: string }
    const wanted = (given.breakpoints ?? []) as readonly { readonly line: number }[]
    if (path === undefined) return wanted.map(() => ({ verified: false }))
    const text = readText(path, MOST_SCRIPT)
    const lines = wanted.map(({ line }) => stoppable(text, line))
    broken.add(realOf(path))
    stepping.breakAt(realOf(path), lines)
    return lines.map((line) => ({ verified: true, line }))
  }

  async function variables(scope: number): Promise<readonly object[]> {
    const stop = held
    if (stop === undefined) return []
    const args = scope === 1 ? stop.args.map((value, at) => shown(`$${at + 1}`, value)) : []
    const all = variablesIn(await stop.variables()).filter((one) => scopeOf(one) === SCOPES[scope - 1])
    const status = scope === 1 ? [shown('$?', stop.status)] : []
    return [...args, ...all.map(({ name, value }) => shown(name, value)), ...status]
  }

  // A plain name is looked up, other text is expanded like a double-quoted string; the console runs any command.
  async function evaluate({ expression, context }: Readonly<Record<string, unknown>>): Promise<string> {
    const text = String(expression)
    if (held === undefined) throw new Error('The script is running.')
    if (context === 'repl') return (await held.evaluate(text)).trimEnd().slice(0, MOST_VALUE)
    const name = /^\$?\{?(\w+)\}?$/.exec(text)?.[1]
    const found =
      name === undefined ? undefined : variablesIn(await held.variables()).find((one) => one.name === name)
    if (found !== undefined) return found.value.slice(0, MOST_VALUE)
    if (context === 'hover') throw new Error('It is not a variable.')
    return (await held.evaluate(`printf '%s' "${text.replaceAll('"', '\\"')}"`)).slice(0, MOST_VALUE)
  }
}

/** Longest path of a Unix socket that every system supports, in bytes. */
const LONGEST = 103

// Evaluating runs commands, so the socket must not be reachable by other users or web pages, as a port would be.
async function listenPrivately(server: Server, folder = tmpdir()) {
  const name = `hookbench-${randomUUID()}`
  if (process.platform === 'win32') {
    server.listen(`\\\\.\\pipe\\${name}`)
    await once(server, 'listening')
    return { socket: `\\\\.\\pipe\\${name}`, remove: () => {} }
  }
  const fits = Buffer.byteLength(join(folder, 'debug-XXXXXX', 'dap')) <= LONGEST
  const own = mkdtempSync(join(fits ? folder : tmpdir(), 'debug-'))
  const socket = join(own, 'dap')
  server.listen(socket)
  await once(server, 'listening')
  return { socket, remove: () => rmSync(own, { recursive: true, force: true }) }
}

const TOO_OLD =
  'The debugger could not stop at any command: that requires bash 4.4 or newer, and a script that bash runs.\n'

const WAYS = { continue: 'on', next: 'over', stepIn: 'in', stepOut: 'out' } as const

function scopeShown(name: (typeof SCOPES)[number], at: number): object {
  return { name: TITLES[name], variablesReference: at + 1, expensive: name !== 'variables' }
}

const TITLES = { variables: 'Variables', environment: 'Environment', shell: 'Shell' } as const

// Variables set by the script are the most relevant; bash's own have fixed names and are not exported.
function scopeOf({ name, isExported }: ShellVariable): (typeof SCOPES)[number] {
  if (isExported) return 'environment'
  return OWN.test(name) ? 'shell' : 'variables'
}

const OWN =
  /^(BASH.*|COMP_.*|DIRSTACK|EPOCH.*|EUID|GROUPS|HIST.*|HOSTNAME|HOSTTYPE|IFS|LINENO|MACHTYPE|OPT(ARG|ERR|IND)|OSTYPE|PIPESTATUS|POSIXLY_CORRECT|PPID|PS[0-4]|RANDOM|SECONDS|SHELLOPTS|SRANDOM|UID)$/

function shown(name: string, value: string): object {
  return { name, value: value.slice(0, MOST_VALUE), evaluateName: name, variablesReference: 0 }
}

function stackOf(stop: ShellStop | undefined): object {
  const frames = stop?.frames ?? []
  const stackFrames = frames.map(({ name, path, line }, at) => ({
    id: at + 1,
    name: at === frames.length - 1 ? basename(path) : `${name}()`,
    source: { name: basename(path), path },
    ...{ line, column: 1 },
  }))
  return { stackFrames, totalFrames: stackFrames.length }
}

// Editors and bash may use different paths for the same file.
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
