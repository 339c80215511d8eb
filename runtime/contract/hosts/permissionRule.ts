// Permission rules as Claude Code writes them: `Bash`, `Bash(git *)`, `Bash(npm run:*)`, `Read(src/**)`, `mcp__server`.
// What such a rule covers of a tool call; hosts that read Claude Code's settings share it.

import { isObject } from '../json.ts'

export type PermissionRule = { readonly tool: string; readonly content: string | undefined }

/** The parts of a rule; undefined where the text is none. */
export function permissionRule(text: string): PermissionRule | undefined {
  const found = /^([A-Za-z_][\w-]*)(?:\((.*)\))?$/s.exec(text.trim())
  if (found?.[1] === undefined) return undefined
  return { tool: found[1], content: found[2] }
}

/** Which inputs of a tool a rule's content is held against. */
const SUBJECT: Readonly<Record<string, string>> = {
  Bash: 'command',
  PowerShell: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
  Glob: 'path',
  Grep: 'path',
  WebFetch: 'url',
  Agent: 'subagent_type',
  Task: 'subagent_type',
  Skill: 'skill',
}

/** Whether a rule covers a call. `cwd`: relative paths of rules begin there. */
export function ruleCovers(
  { tool, content }: PermissionRule,
  call: { readonly tool: string; readonly input: unknown; readonly cwd: string | undefined },
): boolean {
  const sameTool = tool === call.tool || (tool.startsWith('mcp__') && call.tool.startsWith(`${tool}__`))
  if (!sameTool) return false
  if (content === undefined || content === '*') return true
  const subject = SUBJECT[call.tool]
  const value = subject !== undefined && isObject(call.input) ? call.input[subject] : undefined
  if (typeof value !== 'string') return false
  if (subject === 'command') return commandParts(value).some((part) => commandMatches(content, part))
  if (subject === 'url') return hostMatches(content, value)
  if (subject === 'file_path' || subject === 'notebook_path' || subject === 'path')
    return pathMatches(content, value, call.cwd)
  return content === value
}

// `npm run:*` is a beginning, `git *` a pattern, anything else the whole command.
function commandMatches(content: string, command: string): boolean {
  if (content.endsWith(':*')) {
    const start = content.slice(0, -2)
    return command === start || command.startsWith(`${start} `)
  }
  if (!content.includes('*')) return command === content
  // `git *` takes `git` alone as well.
  return starsMatch(content, command) || (content.endsWith(' *') && command === content.slice(0, -2))
}

// Piece after piece, each as early as it stands: no pattern takes long, whatever the command.
function starsMatch(pattern: string, text: string): boolean {
  const [first = '', ...pieces] = pattern.split('*')
  const last = pieces.pop() ?? ''
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  let at = first.length
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return at <= text.length - last.length
}

/** The simple commands of a shell line, as far as `&&`, `||`, `;`, `|` and line ends set them apart outside of quotes. */
function commandParts(line: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string
    if (quote !== '') {
      if (sign === quote) quote = ''
      part += sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      part += sign
    } else if (/[;|&\n]/.test(sign)) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

function hostMatches(content: string, url: string): boolean {
  const domain = /^domain:(.+)$/.exec(content)?.[1]
  if (domain === undefined) return content === url
  const host = /^[a-z+]+:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase()
  return host === domain.toLowerCase() || host?.endsWith(`.${domain.toLowerCase()}`) === true
}

// As in a .gitignore: `//x` from the root, `~/x` from the home, `/x` and `x` from the project; a bare name anywhere.
function pathMatches(content: string, path: string, cwd: string | undefined): boolean {
  if (content.startsWith('//')) return globMatches(content.slice(1), path)
  const inside = cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
  if (content.startsWith('~/')) return globMatches(`**/${content.slice(2)}`, path)
  const relative = content.replace(/^\.?\//, '')
  return globMatches(relative, inside) || (!relative.includes('/') && globMatches(`**/${relative}`, inside))
}

function globMatches(glob: string, path: string): boolean {
  const pattern = glob
    .split(/(\*\*\/?|\*|\?)/)
    .map((piece) => {
      if (piece === '**/') return '(?:.*/)?'
      if (piece === '**') return '.*'
      if (piece === '*') return '[^/]*'
      return piece === '?' ? '[^/]' : escaped(piece)
    })
    .join('')
  return new RegExp(`^${pattern}$`).test(path)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
