// A value that is to stand at the end of a list of a configuration file, and why it was not written.

/** `jsonc`: JSON with comments and trailing commas; `commented`: with comments alone. */
export type ItemFormat = 'json' | 'commented' | 'jsonc' | 'toml'

export type ConfigurationList = {
  /** What it is called to a person: from the workspace. */
  readonly file: string
  /** Keys from the root of the file to the list; what is missing of them is made. */
  readonly at: readonly (string | number)[]
  readonly value: unknown
}

/** Why nothing was written. The message is one line and says what to do. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

/** What stands at a place is something else than what an entry is added to. */
export function notThat(file: string, at: ConfigurationList['at'], what: string): NotWritten {
  const where = at.length === 0 ? file : `"${at.join('.')}" in ${file}`
  return new NotWritten(`${where} is not ${what}. Fix it first; nothing was written.`)
}
