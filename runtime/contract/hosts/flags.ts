// Command-line arguments of a host, read as far as its judgement depends on them.

/** The values that a switch is given, `--name value` and `--name=value` alike, in the order of the line. */
export function flagValues(flags: readonly string[], long: string, short?: string): readonly string[] {
  return flags.flatMap((one, index) => {
    if (one.startsWith(`${long}=`)) return [one.slice(long.length + 1)]
    const next = flags[index + 1]
    return (one === long || one === short) && next !== undefined ? [next] : []
  })
}
