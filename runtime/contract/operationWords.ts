// The fate of an operation (a tool call, a prompt, a reply) as text for users.

import type { Effect, Operation } from './effect.ts'

/** `the tool does not run`, `the user is asked first; the tool runs`. */
export function operationWords({ kind, fate, asked: prompts }: Operation): string {
  const first = prompts === true ? 'the user is asked first; ' : ''
  if (fate === 'unknown')
    return prompts === true
      ? 'the user is asked'
      : `it is unknown what happens to the ${NOUNS[kind] ?? 'operation'}`
  return first + (WORDS[`${kind} ${fate}`] ?? 'the agent goes on')
}

/** Whether hooks end a run that would have gone on: at an agent's stop and a session's end it is over anyway. */
export function isCutShort({ operation, run }: Pick<Effect, 'operation' | 'run'>): boolean {
  return run === 'ended' && !isLast(operation)
}

/** Whether the run is over with this operation, whatever hooks answer. */
export function isLast(operation: Operation | undefined): boolean {
  return operation?.kind === 'end' || operation?.kind === 'stop'
}

const WORDS: Readonly<Record<string, string>> = {
  'tool ran': 'the tool runs',
  'tool blocked': 'the tool does not run',
  'tool failed': 'the tool call fails',
  'tool deferred': 'the tool call is deferred',
  'permission allowed': 'the permission is granted',
  'permission denied': 'the permission is denied',
  'permission undecided': 'the hooks decide nothing about the permission',
  'result kept': 'the result stays as it is',
  'result replaced': 'the result is replaced',
  'prompt sent': 'the prompt is sent',
  'prompt blocked': 'the prompt is not sent',
  'stop stopped': 'the agent stops',
  'stop continued': 'the agent goes on',
  'session started': 'the session starts',
  'session ended': 'the session ends',
  'end ended': 'the session ends',
  'subagent started': 'the subagent starts',
  'subagent blocked': 'the subagent does not start',
  'compaction went-on': 'the conversation is compacted',
  'compaction blocked': 'the conversation is not compacted',
  'model called': 'the model is called',
  'model not-called': 'the model is not called',
  'reply kept': 'the reply stays as it is',
  'reply replaced': 'the reply is replaced',
  'tools went-on': 'the model chooses from its tools',
  'other failed': 'the operation fails',
}

const NOUNS: Readonly<Record<string, string>> = {
  tool: 'tool call',
  permission: 'permission',
  result: 'result',
  prompt: 'prompt',
  subagent: 'subagent',
  compaction: 'compaction',
}
