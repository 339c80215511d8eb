// One chaos run: sets up the folders, runtime and clients, injects faults, and builds the account at the end.

import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { forms } from './forms.ts'
import { type Account, type ClientLog, type RecordingText, reconcile } from './ledger.ts'
import { descriptorsOf, kept, left, processesOf } from './left.ts'
import { type ChaosPlaces, layOut, placesOf, trustAll } from './places.ts'
import { type Random, randomOf } from './random.ts'
import { ended, environmentOf, type ServedRuntimes, startRuntimes } from './runtimes.ts'

export type ChaosOptions = {
  /** Duration of the load; it runs longer if some fault has not occurred by then. */
  readonly seconds: number
  readonly seed: number
  /** Sessions open at a time, over all clients. */
  readonly sessions: number
  readonly clients: number
}

export type ChaosResult = Account & {
  readonly options: ChaosOptions
  readonly sessions: number
  readonly faults: ReadonlyMap<string, number>
  /** Checks that this machine does not support. */
  readonly leftOut: readonly string[]
}

/** Bytes in the clients' logs between two faults: about fifty firings. */
const BETWEEN_FAULTS = 8000
/** Longest wait between faults in milliseconds: after a fault there may be no activity for a while. */
const PATIENCE_MS = 10_000
/** Most attempts, 5 ms apart, to write to a file that is being started as a program. */
const MOST_TRIES = 200

type Clients = { readonly running: Map<string, ChildProcess>; readonly killed: Set<string> }

/** Runs the test; when it returns, everything it started has ended and its folder is removed. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-chaos-')))
  const unmount = layOut(folder)
  const places = placesOf(folder)
  const random = randomOf(options.seed)
  const clients: Clients = { running: new Map(), killed: new Set() }
  const wrong: string[] = []
  let runtimes: ServedRuntimes | undefined
  try {
    await trustAll(places)
    runtimes = await startRuntimes(places)
    await warmUp(places)
    const before = descriptorsOf(runtimes.pid)
    const faults = await makeTrouble(places, options, random, runtimes, clients)
    await Promise.all([...clients.running.values()].map(leave))
    wrong.push(...(runtimes.endedAlone.length > 0 ? [] : await kept(places, runtimes.pid, before)))
    await runtimes.stop()
    wrong.push(...runtimes.endedAlone, ...(await left(places)))
    const account = reconcile({
      logs: logsOf(places, clients.killed),
      recordings: recordingsOf(places),
      killed: runtimes.killed,
      stderr: runtimes.stderr(),
    })
    const leftOut = [
      ...(places.small === undefined ? ['a full disk: this machine may not mount one'] : []),
      ...(process.platform === 'linux' ? [] : ['processes and descriptors: only Linux shows them']),
    ]
    const sessions = recordingsOf(places).length
    return { ...account, wrong: [...wrong, ...account.wrong], options, faults, leftOut, sessions }
  } finally {
    for (const child of clients.running.values()) child.kill('SIGKILL')
    await runtimes?.stop()
    for (const { pid } of processesOf(places)) end(pid)
    unmount()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

// A client that connects and leaves, so that one-time descriptors exist before they are counted.
async function warmUp(places: ChaosPlaces): Promise<void> {
  const client = startClient(places, 'warm', 1, 20)
  for (let sent = 0; sent < 60; sent = lines(places.log('warm'))) await sleep(20)
  await leave(client)
}

async function makeTrouble(
  places: ChaosPlaces,
  { seconds, sessions, clients: count }: ChaosOptions,
  random: Random,
  runtimes: ServedRuntimes,
  { running, killed }: Clients,
): Promise<ReadonlyMap<string, number>> {
  let named = 0
  const start = () => {
    const name = `c${named++}`
    running.set(name, startClient(places, name, random.below(2 ** 31), Math.ceil(sessions / count)))
  }
  const faults: Readonly<Record<string, () => void | Promise<void>>> = {
    'kill -9 of an interpreter': () => hit(places, random, /python/, runtimes.pid),
    'kill -9 of a hook': () => hit(places, random, /mark(\.sh)?\b|sleep 300/, runtimes.pid),
    async 'kill -9 of a client'() {
      const [name, child] = random.pick([...running])
      killed.add(name)
      running.delete(name)
      await ended(child, () => child.kill('SIGKILL'))
      start()
    },
    'kill -9 of the runtime': () => runtimes.killAndStart(),
    async 'a storm of reloads'() {
      for (let n = 0; n < 20; n++) {
        for (const { file } of forms)
          await append(join(places.workspace, file), /\.mjs$/.test(file) ? `// ${n}\n` : `# ${n}\n`)
        await sleep(5)
      }
    },
  }
  // The runtime is killed less often than others, because it takes a while to be busy again.
  const often = Object.keys(faults).flatMap((name) =>
    Array.from({ length: name === 'kill -9 of the runtime' ? 1 : 4 }, () => name),
  )
  const counts = new Map(Object.keys(faults).map((name) => [name, 0]))
  for (let n = 0; n < count; n++) start()
  const until = Date.now() + seconds * 1000
  await busyAgain(places, until)
  while (Date.now() < until || [...counts.values()].includes(0)) {
    const missing = [...counts].filter(([, done]) => done === 0).map(([name]) => name)
    const name = random.pick(missing.length > 0 ? missing : often)
    await faults[name]?.()
    counts.set(name, (counts.get(name) ?? 0) + 1)
    await busyAgain(places, until)
  }
  return counts
}

/** Linux refuses to write to a file while it is being executed (ETXTBSY), so it retries. */
async function append(file: string, text: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return appendFileSync(file, text)
    } catch (error) {
      if (tries === MOST_TRIES || (error as NodeJS.ErrnoException).code !== 'ETXTBSY') throw error
      await sleep(5)
    }
}

/** Waits until sessions have progressed: faults are paced by firings rather than time, also on a slow machine. */
async function busyAgain(places: ChaosPlaces, until: number): Promise<void> {
  const before = logged(places)
  const patience = Date.now() + PATIENCE_MS
  do await sleep(50)
  while (logged(places) - before < BETWEEN_FAULTS && Date.now() < Math.min(until, patience))
}

/** Total size of the clients' logs, in bytes. */
function logged({ logs }: ChaosPlaces): number {
  return readdirSync(logs).reduce((sum, name) => sum + statSync(join(logs, name)).size, 0)
}

/** Kills a process of the run selected by its command line, if there is one. */
function hit(places: ChaosPlaces, random: Random, command: RegExp, runtime: number): void {
  const found = processesOf(places).filter(
    (one) => one.pid !== runtime && command.test(one.command) && !/node/.test(one.command),
  )
  if (found.length > 0) end(random.pick(found).pid)
}

function startClient(places: ChaosPlaces, name: string, seed: number, sessions: number): ChildProcess {
  const program = fileURLToPath(new URL('client.ts', import.meta.url))
  return spawn(process.execPath, [program, places.folder, name, String(seed), String(sessions)], {
    cwd: places.idle,
    env: environmentOf(places),
    stdio: ['pipe', 'ignore', 'inherit'],
  })
}

/** Ends a client in order. */
async function leave(child: ChildProcess): Promise<void> {
  await ended(child, () => child.stdin?.end())
}

function logsOf(places: ChaosPlaces, killed: ReadonlySet<string>): readonly ClientLog[] {
  return readdirSync(places.logs).map((file) => {
    const client = file.replace(/\.ndjson$/, '')
    return { client, killed: killed.has(client), text: readFileSync(places.log(client), 'utf8') }
  })
}

function recordingsOf({ workspace, small }: ChaosPlaces): readonly RecordingText[] {
  return [workspace, ...(small === undefined ? [] : [small])].flatMap((root) => {
    const folder = join(root, '.hookbench', 'recordings')
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .map((name) => ({ name, small: root === small, text: readFileSync(join(folder, name), 'utf8') }))
  })
}

function lines(path: string): number {
  try {
    return readFileSync(path, 'utf8').split('\n').length - 1
  } catch {
    return 0
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was removed in the meantime.
  }
}
