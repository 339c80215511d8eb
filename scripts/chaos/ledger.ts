// Reconciles the clients' logs with the recordings, firing by firing. Pure: text in, account out.

/** A line of a client's log. */
export type LogLine =
  | {
      readonly kind: 'sent'
      readonly id: string
      readonly form: string
      readonly deed: string
      /** Number of the runtime's start that it was sent to. */
      readonly generation: number
      /** Whether it is recorded on the disk that is too small. */
      readonly small: boolean
    }
  | {
      readonly kind: 'answered'
      readonly id: string
      readonly how: string
      readonly decision: string
      /** Id in the hook's answer. */
      readonly by?: string
    }
  | { readonly kind: 'refused'; readonly id: string; readonly why: string }
  /** The connection ended before the response arrived. */
  | { readonly kind: 'lost'; readonly id: string }
  | { readonly kind: 'fault'; readonly why: string }
  /** The client ended in order. */
  | { readonly kind: 'ended' }

export type ClientLog = { readonly client: string; readonly killed: boolean; readonly text: string }
export type RecordingText = { readonly name: string; readonly small: boolean; readonly text: string }

export type AllSides = {
  readonly logs: readonly ClientLog[]
  readonly recordings: readonly RecordingText[]
  /** Starts of the runtime that were killed. */
  readonly killed: ReadonlySet<number>
  /** Lines that the runtimes wrote to standard error. */
  readonly stderr: readonly string[]
}

export type Account = {
  readonly sent: number
  readonly answered: number
  /** Unanswered because the client, or the runtime, was killed while they were in flight. */
  readonly lostWithClient: number
  readonly lostWithRuntime: number
  /** Answered firings with a complete recording. */
  readonly recorded: number
  /** Answered but not recorded because the disk was full, as reported. */
  readonly diskFull: number
  /** Counts by result of all answered firings. */
  readonly how: ReadonlyMap<string, number>
  readonly wrong: readonly string[]
}

type Sent = Extract<LogLine, { kind: 'sent' }> & {
  readonly client: ClientLog
  answered?: Extract<LogLine, { kind: 'answered' }>
  lost?: true
}
type Recorded = { readonly id: string; settled?: { readonly decision: string } }

/** From how many answered firings on at least one must have been answered by its hook. */
const ENOUGH = 20

const FULL = /^hookbench: recording ended: the disk that holds .* is full/

/** Builds the account; `wrong` has a line for everything that does not add up. */
export function reconcile(sides: AllSides): Account {
  const wrong: string[] = []
  const sent = readLogs(sides.logs, wrong)
  const recorded = readRecordings(sides, sent, wrong)
  const how = new Map<string, number>()
  const counts = { answered: 0, lostWithClient: 0, lostWithRuntime: 0, recorded: 0, diskFull: 0 }
  const cutOff = new Set<string>()
  for (const [id, one] of sent) {
    const found = recorded.get(id)
    if (one.answered !== undefined) {
      counts.answered++
      count(how, one.answered.how)
      checkAnswer(one, one.answered, wrong)
      if (found?.settled !== undefined) {
        counts.recorded++
        if (found.settled.decision !== one.answered.decision)
          wrong.push(
            `${id} was answered with "${one.answered.decision}" and recorded with "${found.settled.decision}"`,
          )
      } else if (one.small) {
        counts.diskFull++
        cutOff.add(sessionOf(id))
      } else
        wrong.push(
          `${id} was answered, and ${found === undefined ? 'not recorded' : 'recorded without its end'}`,
        )
      continue
    }
    const runtimeKilled = sides.killed.has(one.generation)
    if (one.lost && runtimeKilled) counts.lostWithRuntime++
    else if (one.client.killed) counts.lostWithClient++
    else wrong.push(`${id} was sent and never answered, and nobody was killed`)
    if (found !== undefined && found.settled === undefined && !runtimeKilled && !one.small)
      wrong.push(`${id} was cut off although its runtime went on: its recording has no end`)
  }
  wrong.push(...unanswered(sent.values()))
  const full = sides.stderr.filter((line) => FULL.test(line)).length
  if (cutOff.size > full)
    wrong.push(`${cutOff.size} recordings ended early, and only ${full} lines said that their disk is full`)
  for (const line of sides.stderr) if (!FULL.test(line)) wrong.push(`the runtime said: ${line}`)
  return { sent: sent.size, ...counts, how, wrong }
}

// Faults make single hooks fail; where none of them ever answers, the run tests nothing.
function unanswered(sent: Iterable<Sent>): readonly string[] {
  const forms = new Map<string, { all: number; returned: number }>()
  for (const { form, answered } of sent) {
    const of = forms.get(form) ?? { all: 0, returned: 0 }
    forms.set(form, of)
    if (answered !== undefined) of.all++
    if (answered?.how === 'returned') of.returned++
  }
  return [...forms]
    .filter(([, { all, returned }]) => all >= ENOUGH && returned === 0)
    .map(([form, { all }]) => `of ${all} firings of ${form} none was answered by its hook`)
}

function checkAnswer(one: Sent, { how, by }: Extract<LogLine, { kind: 'answered' }>, wrong: string[]): void {
  if (how === 'no hook') wrong.push(`${one.id} met no hook`)
  if (by !== undefined && by !== one.id) wrong.push(`${one.id} got the answer of ${by}`)
  if (how === 'returned' && by === undefined && (one.deed === 'ok' || one.deed === 'flood'))
    wrong.push(`${one.id} was answered without what its hook said`)
}

function readLogs(logs: readonly ClientLog[], wrong: string[]): Map<string, Sent> {
  const sent = new Map<string, Sent>()
  for (const log of logs) {
    let ended = false
    for (const text of log.text.split('\n').filter((line) => line !== '')) {
      const line = JSON.parse(text) as LogLine
      if (line.kind === 'ended') ended = true
      else if (line.kind === 'fault') wrong.push(`${log.client}: ${line.why}`)
      else if (line.kind === 'sent') sent.set(line.id, { ...line, client: log })
      else {
        const one = sent.get(line.id) as Sent
        if (one.answered !== undefined || one.lost) wrong.push(`${line.id} was answered twice`)
        if (line.kind === 'answered') one.answered = line
        else if (line.kind === 'lost') one.lost = true
        else wrong.push(`${line.id} was refused: ${line.why}`)
      }
    }
    if (!ended && !log.killed) wrong.push(`${log.client} ended by itself`)
  }
  return sent
}

function readRecordings(
  sides: AllSides,
  sent: ReadonlyMap<string, Sent>,
  wrong: string[],
): Map<string, Recorded> {
  const found = new Map<string, Recorded>()
  for (const { name, text } of sides.recordings) {
    const firings = new Map<string, Recorded>()
    const lines = text.split('\n')
    if (lines.pop() !== '' && !generationsOf(lines, sent).some((one) => sides.killed.has(one)))
      wrong.push(`${name} ends within a line, and its runtime was not killed`)
    for (const line of lines) {
      const step = parsed(line)
      if (step === undefined) wrong.push(`${name} has a line that is no JSON: ${line.slice(0, 80)}`)
      else if (step.kind === 'fired') {
        const id = /"chaos":"([^"/]+)\//.exec(line)?.[1] ?? '?'
        if (!sent.has(id)) wrong.push(`${name} has ${id}, which nobody sent`)
        if (found.has(id)) wrong.push(`${id} was recorded twice`)
        const one: Recorded = { id }
        found.set(id, one)
        firings.set(String(step.firing), one)
      } else if (step.kind === 'settled') {
        const one = firings.get(String(step.firing))
        if (one === undefined) wrong.push(`${name} has an end without its beginning`)
        else if (one.settled !== undefined) wrong.push(`${one.id} ended twice`)
        else one.settled = step.outcome as { decision: string }
      }
    }
  }
  return found
}

function generationsOf(lines: readonly string[], sent: ReadonlyMap<string, Sent>): readonly number[] {
  return lines.flatMap((line) => {
    const id = /"chaos":"([^"/]+)\//.exec(line)?.[1]
    return id === undefined ? [] : (sent.get(id)?.generation ?? [])
  })
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const sessionOf = (id: string) => id.slice(0, id.lastIndexOf('.'))

function count(into: Map<string, number>, what: string): void {
  into.set(what, (into.get(what) ?? 0) + 1)
}
