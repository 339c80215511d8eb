// Masks what a verb prints as a recording is masked: output of a terminal is often kept as a log.

import type { Settings } from '../contract/settings.ts'

/** The value without secrets, those of the environment among them. */
export async function masked<T>(
  value: T,
  { redaction, environment }: Pick<Settings, 'redaction' | 'environment'>,
): Promise<T> {
  const { createRedactor } = await import('../recordings/redact.ts')
  return createRedactor(redaction, { ...process.env, ...environment.set }).redact(value).value as T
}
