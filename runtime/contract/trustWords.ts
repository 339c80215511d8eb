// Reasons why a hook is not trusted, for user interfaces that have their own way to trust it.

/** The reason without the suggestion to run `hookbench trust`. */
export function withoutCommand(why: string): string {
  return why.replace(/; (?:look at it, then )?run `hookbench trust .*`$/s, '')
}
