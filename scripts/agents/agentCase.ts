// The format of an observed case: one decision point of a real agent, with its input and what the agent did. One case
// per line of a file; the fields are those of the published schema.

import type { Effect, WhyNotRun } from '../../runtime/contract/effect.ts'
import type { SessionActivity } from '../../runtime/contract/facts.ts'
import { isObject } from '../../runtime/contract/json.ts'

export type ObservedText = { readonly text: string; readonly match?: 'exact' | 'starts' | 'contains' }

/** What was observed; an absent field was not observed. */
export type Observed = {
  readonly fired?: boolean
  readonly times?: number
  readonly hooks: readonly {
    readonly id: string
    readonly ran: boolean
    readonly why?: WhyNotRun
    readonly times?: number
    readonly waited?: boolean
    readonly failed?: boolean
  }[]
  readonly order?: readonly string[]
  readonly operation?: {
    readonly kind: string
    readonly fate?: string
    readonly ran?: boolean
    readonly asked?: boolean
    readonly input?: Readonly<Record<string, unknown>>
    readonly output?: ObservedText
  }
  readonly model?: readonly (ObservedText & {
    readonly where: string
    readonly role?: string
    readonly request?: number
  })[]
  readonly requests?: number
  readonly person?: readonly ObservedText[]
  readonly run?: Effect['run']
  readonly exit?: number
}

export type CaseAnswer = {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

export type AgentCase = {
  readonly id: string
  readonly host: { readonly name: string; readonly version: string }
  readonly environment: {
    readonly headless: boolean
    readonly workspaceTrusted: boolean
    readonly hooksTrusted?: boolean
    readonly permissionMode?: string
    readonly allowedTools?: readonly string[]
    readonly sandbox?: string
    readonly model?: string
    readonly person?: string
    readonly flags?: readonly string[]
  }
  readonly files: readonly { readonly path: string; readonly json?: unknown; readonly text?: string }[]
  readonly event: {
    readonly name: string
    readonly payload?: unknown
    readonly happening?: SessionActivity
    readonly before?: { readonly blocksInARow?: number }
  }
  readonly hooks: readonly { readonly id: string; readonly answer: CaseAnswer }[]
  readonly observed: Observed
}

/** The cases of a text, and the numbers of the lines that are not cases. */
export function casesOf(text: string): {
  readonly cases: readonly AgentCase[]
  readonly unreadable: readonly number[]
} {
  const cases: AgentCase[] = []
  const unreadable: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = parsed(line)
    if (isCase(value)) cases.push(value)
    else unreadable.push(index + 1)
  }
  return { cases, unreadable }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isCase(value: unknown): value is AgentCase {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    isObject(value.host) &&
    typeof value.host.name === 'string' &&
    isObject(value.environment) &&
    Array.isArray(value.files) &&
    value.files.every((file) => isObject(file) && typeof file.path === 'string') &&
    isObject(value.event) &&
    typeof value.event.name === 'string' &&
    Array.isArray(value.hooks) &&
    value.hooks.every((hook) => isObject(hook) && typeof hook.id === 'string' && isObject(hook.answer)) &&
    isObject(value.observed) &&
    Array.isArray(value.observed.hooks)
  )
}
