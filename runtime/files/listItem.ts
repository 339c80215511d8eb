// The types for appending a value to a list in a configuration file, and the error if that fails.

/** `jsonc`: JSON with comments and trailing commas; `commented`: with comments only. */
export type ItemFormat = 'json' | 'commented' | 'jsonc' | 'toml'

export type ConfigurationList = {
  /** Its path for display, relative to the workspace. */
  readonly file: string
  /** Keys from the root of the file to the list; missing ones are created. */
  readonly at: readonly (string | number)[]
  readonly value: unknown
}

/** Why nothing was written; a one-line message with a remedy. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

/** The error for a place that holds a value of another type than expected. */
export function notThat(file: string, at: ConfigurationList['at'], what: string): NotWritten {
  const where = at.length === 0 ? file : `"${at.join('.')}" in ${file}`
  return new NotWritten(`${where} is not ${what}. Fix it first; nothing was written.`)
}
