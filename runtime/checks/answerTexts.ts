// Extracts the answer from a program's output, if there is one.

import { isJson } from './callEnds.ts'

/** Everything in braces or, of several answers, the last. */
export function answerIn(stdout: string): string | undefined {
  const whole = /\{[\s\S]*\}/.exec(stdout)?.[0]
  if (whole === undefined || isJson(whole)) return whole
  return whole.split('\n').findLast((line) => line.startsWith('{') && isJson(line))
}

/** An answer that is a JSON string inside JSON. */
export function textIn(stdout: string): string | undefined {
  if (!/^\s*"\{/.test(stdout)) return undefined
  try {
    const text: unknown = JSON.parse(stdout)
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}
