// Why a hook is not trusted, as surfaces print it that trust it in another way than by the command.

/** The reason without the command to type. */
export function withoutCommand(why: string): string {
  return why.replace(/; (?:look at it, then )?run `hookbench trust .*`$/s, '')
}
