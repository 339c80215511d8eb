// A reporter for Node's test runner that kills test files without progress: the runner limits the time of a test but
// not of a file, so a file that leaves a timer, server or process behind would keep it waiting forever. The file and
// its processes are reported and killed, and the run continues.

import { execFileSync } from 'node:child_process'
import type { TestEvent } from 'node:test/reporters'

/** Seconds without a report after which a file is stalled; longer than the limit of a single test. */
const STALLED_AFTER = Number(process.env.HOOKBENCH_STALLED_AFTER ?? 420)

type RunningProcess = {
  readonly pid: number
  readonly parent: number
  readonly age: number
  readonly command: string
}

async function* stalledFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let silent = 0
  const clock = setInterval(() => {
    silent += 1
    if (silent % STALLED_AFTER === 0) endStalled(silent)
  }, 1000)
  try {
    for await (const _ of events) silent = 0
  } finally {
    clearInterval(clock)
  }
}

/** Kills the files that have run for longer than the silence; exits if there are none. */
function endStalled(silent: number): void {
  const running = runningProcesses()
  const files = running.filter(({ parent, age }) => parent === process.pid && age >= STALLED_AFTER)
  console.error(`\nNo test has ended for ${silent} s.`)
  for (const file of files) {
    const below = descendants(file, running)
    console.error(`Killed: ${file.command}`)
    for (const { pid, command } of below) console.error(`  with process ${pid}: ${command}`)
    for (const { pid } of [...below, file]) kill(pid)
  }
  if (files.length > 0) return
  console.error('No test file runs for that long, so the run itself ends here. What runs:')
  for (const { pid, parent, age, command } of running)
    console.error(`  ${pid} of ${parent}, ${age} s: ${command}`)
  process.exit(1)
}

// Keeps the end of the command line, which names the file; Node puts many of its own options first.
function runningProcesses(): readonly RunningProcess[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,etime=,args='], { encoding: 'utf8' })
  return listed.split('\n').flatMap((line) => {
    const [, pid, parent, age, command] = /^\s*(\d+)\s+(\d+)\s+([-:\d]+)\s+(.*)$/.exec(line) ?? []
    if (command === undefined) return []
    return [{ pid: Number(pid), parent: Number(parent), age: seconds(age), command: command.slice(-200) }]
  })
}

/** Converts `[[days-]hours:]minutes:seconds` to seconds. */
function seconds(elapsed = ''): number {
  const units = [1, 60, 3600, 86_400]
  const parts = elapsed.split(/[-:]/).reverse()
  return parts.reduce((sum, part, at) => sum + Number(part) * (units[at] ?? 0), 0)
}

function descendants(of: RunningProcess, running: readonly RunningProcess[]): readonly RunningProcess[] {
  const children = running.filter(({ parent }) => parent === of.pid)
  return children.flatMap((child) => [child, ...descendants(child, running)])
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended in the meantime.
  }
}

// biome-ignore lint/style/noDefaultExport: Node's test runner takes a reporter from the default export.
export { stalledFiles as default }
