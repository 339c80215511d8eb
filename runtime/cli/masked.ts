// Masks secrets in a verb's output as in recordings, because terminal output is often kept in logs.

import type { Settings } from '../contract/settings.ts'

/** The value without secrets, including those from the environment. */
export async function masked<T>(
  value: T,
  { redaction, environment }: Pick<Settings, 'redaction' | 'environment'>,
): Promise<T> {
  const { createRedactor } = await import('../recordings/redact.ts')
  return createRedactor(redaction, { ...process.env, ...environment.set }).redact(value).value as T
}
