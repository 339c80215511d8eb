// Where the program that jq runs is: in a file (`jq -f guard.jq`, `jq --from-file guard.jq`), or in an argument.

/** Whether the word behind this option names the file. */
export function isFileOption(word: string): boolean {
  return word === '--from-file' || /^-(?=[^f]*f)[a-zA-Z]+$/.test(word)
}

/** The word that names it; undefined for another program, or where jq gets its program in the command. */
export function jqFile(program: string, words: readonly (string | undefined)[]): string | undefined {
  if (!/^(?:gojq|jq|jaq)$/.test(program)) return undefined
  const at = words.findIndex((word) => word !== undefined && isFileOption(word))
  return at === -1 ? undefined : words[at + 1]
}

/** The index of the argument that is the program; undefined for another program, or where jq reads it from a file. */
export function jqProgramAt(program: string, args: readonly string[]): number | undefined {
  if (!/^(?:gojq|jq|jaq)$/.test(program) || jqFile(program, args) !== undefined) return undefined
  let at = 0
  while (args[at]?.startsWith('-') === true) at += 1 + valuesOf(args[at] ?? '')
  return at < args.length ? at : undefined
}

/** How many of the words that follow an option are its values. */
export function valuesOf(option: string): number {
  if (/^--(?:arg|argjson|slurpfile|rawfile|argfile)$/.test(option)) return 2
  return /^-L$|^--(?:indent|library-path)$/.test(option) ? 1 : 0
}
