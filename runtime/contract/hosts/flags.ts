// Parses command-line arguments of a host, as far as its judgment depends on them.

/** The values of an option, written `--name value` or `--name=value`, in order. */
export function flagValues(flags: readonly string[], long: string, short?: string): readonly string[] {
  return flags.flatMap((one, index) => {
    if (one.startsWith(`${long}=`)) return [one.slice(long.length + 1)]
    const next = flags[index + 1]
    return (one === long || one === short) && next !== undefined ? [next] : []
  })
}
