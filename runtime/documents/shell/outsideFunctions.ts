// The text of a shell script without its functions and without the programs of awk: what `$1` is there is no word of the
// command line. Goes by lines: a function ends at the first brace that is indented as it is.

const BEGINS = /^([ \t]*)(?:function[ \t]+[\w-]+|[\w-]+[ \t]*\(\))/
const PROGRAM = /\bawk\b[^'\n]{0,200}'[^']{0,2000}'/g

/** The lines of a script that belong to no function. */
export function outsideFunctions(text: string): string {
  const kept: string[] = []
  let end: string | undefined
  for (const line of text.replaceAll(PROGRAM, '').split('\n')) {
    const begins = BEGINS.exec(line)
    if (end !== undefined) {
      if (line.trimEnd() === end) end = undefined
    } else if (begins === null) kept.push(line)
    else if (!/\}[ \t]*(?:#.*)?$/.test(line)) end = `${begins[1]}}`
  }
  return kept.join('\n')
}
