// The `*** Begin Patch` format that some agents' tools take: reads a patch that is one change in one file, and writes a
// patch that adds a file. Pure; no file is read.

export type FileChange =
  | { readonly tool: 'write'; readonly path: string; readonly content: string }
  /** A text that replaces another; both consist of whole lines. */
  | { readonly tool: 'edit'; readonly path: string; readonly before: string; readonly after: string }

/** The only change of a patch; undefined where there is none, or more than one. */
export function changeOf(patch: string): FileChange | undefined {
  const lines = patch.trim().split(/\r?\n/)
  if (lines[0] !== '*** Begin Patch' || lines.at(-1) !== '*** End Patch') return undefined
  const [head = '', ...body] = lines.slice(1, -1)
  const [, kind, path] = /^\*\*\* (Add|Update) File: (.+)$/.exec(head) ?? []
  if (path === undefined || body.some((line) => line.startsWith('*** '))) return undefined
  if (kind === 'Add') {
    if (!body.every((line) => line.startsWith('+'))) return undefined
    return { tool: 'write', path, content: body.map((line) => `${line.slice(1)}\n`).join('') }
  }
  const isHeaded = body[0]?.startsWith('@@') === true
  const hunk = isHeaded ? body.slice(1) : body
  if (hunk.length === 0 || !hunk.every((line) => /^[ +-]/.test(line))) return undefined
  const side = (sign: string) =>
    hunk.flatMap((line) => (line[0] === ' ' || line[0] === sign ? [line.slice(1)] : [])).join('\n')
  return { tool: 'edit', path, before: side('-'), after: side('+') }
}

/** The patch that adds a file. */
export function patchThatAdds(path: string, content: string): string {
  const lines = content.replace(/\n$/, '').split('\n')
  const body = content === '' ? [] : lines.map((line) => `+${line}`)
  return ['*** Begin Patch', `*** Add File: ${path}`, ...body, '*** End Patch', ''].join('\n')
}
