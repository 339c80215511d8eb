// The file with the program that jq runs: `jq -f guard.jq`, `jq -rf guard.jq`, `jq --from-file guard.jq`.

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
