// Permission rules in Claude Code's syntax: `Bash`, `Bash(git *)`, `Bash(npm run:*)`, `Read(src/**)`, `mcp__server`.
// Determines whether a rule covers a tool call; shared by the hosts that read Claude Code's settings.

import ignore from 'ignore'
import { isObject, rowOf } from '../json.ts'

export type PermissionRule = { readonly tool: string; readonly content: string | undefined }

/** The parts of a rule; undefined where the text is not a rule. */
export function permissionRule(text: string): PermissionRule | undefined {
  const found = /^([A-Za-z_][\w-]*)(?:\((.*)\))?$/s.exec(text.trim())
  if (found?.[1] === undefined) return undefined
  return { tool: found[1], content: found[2] }
}

/** The input field of a tool that a rule's content is tested against. */
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
  Skill: 'skill',
}

/** Former tool names that rules may still use. */
const OLD_NAMES: Readonly<Record<string, string>> = { Task: 'Agent' }

/**
 * Whether a rule covers a call; undefined where it depends on a path that is longer than any that a system opens.
 * Relative paths in rules start at `cwd`.
 */
export function ruleCovers(
  { tool, content }: PermissionRule,
  call: { readonly tool: string; readonly input: unknown; readonly cwd: string | undefined },
): boolean | undefined {
  const sameTool =
    tool === call.tool ||
    OLD_NAMES[tool] === call.tool ||
    (tool.startsWith('mcp__') && call.tool.startsWith(`${tool}__`))
  if (!sameTool) return false
  if (content === undefined || content.trim() === '' || content.trim() === '*') return true
  const subject = rowOf(SUBJECT, call.tool)
  const value = subject !== undefined && isObject(call.input) ? call.input[subject] : undefined
  if (typeof value !== 'string') return false
  if (subject === 'command') {
    const wanted = plainCommand(content)
    return simpleCommands(value).some((command) => commandMatches(wanted, command))
  }
  if (subject === 'url') return hostMatches(content, value)
  if (subject === 'file_path' || subject === 'notebook_path' || subject === 'path')
    return pathMatches(content, value, call.cwd)
  return content === value
}

// `npm run:*` is a prefix, `git *` a pattern, anything else the whole command.
function commandMatches(content: string, command: string): boolean {
  if (content.endsWith(':*')) {
    const start = content.slice(0, -2)
    return start !== '' && (command === start || command.startsWith(`${start} `))
  }
  if (!content.includes('*')) return command === content
  // `git *` also matches `git` alone.
  return starsMatch(content, command) || (content.endsWith(' *') && command === content.slice(0, -2))
}

// Each piece at its first occurrence: linear without backtracking, whatever the command.
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

/**
 * The simple commands of a shell line, including those in substitutions, groups and loops, without leading variable
 * assignments and without redirections. A rule is tested against each.
 */
function simpleCommands(line: string): readonly string[] {
  const commands: string[] = []
  const open = [line]
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    let command = ''
    let quote = ''
    for (let at = 0; at < text.length; at++) {
      const sign = text[at] as string
      if (quote !== "'" && text.startsWith('$(', at)) {
        const end = closing(text, at + 1)
        if (open.length < MOST_COMMANDS) open.push(text.slice(at + 2, end))
        command += text.slice(at, end + 1)
        at = end
      } else if (quote !== '') {
        if (sign === quote) quote = ''
        command += sign
      } else if (sign === '"' || sign === "'") {
        quote = sign
        command += sign
      } else if (/[;|&\n(){}]/.test(sign)) {
        commands.push(command)
        command = ''
      } else command += sign
      if (commands.length > MOST_COMMANDS) return commands
    }
    commands.push(command)
  }
  return commands.map(withoutSurroundings).filter((one) => one !== '')
}

const MOST_COMMANDS = 200

function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

// Blanks are collapsed first: each pattern then looks at one blank at most, and takes linear time.
function withoutSurroundings(command: string): string {
  const bare = plainCommand(command)
    .replace(/^(?:do|then|else|!) /, '')
    .replace(/^(?:\w+=\S* )+/, '')
    .replaceAll(/ ?\d?(?:>>?|<)&? ?\S+/g, '')
  return plainCommand(bare)
}

function plainCommand(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function hostMatches(content: string, url: string): boolean {
  const domain = /^domain:(.+)$/.exec(content)?.[1]
  if (domain === undefined) return content === url
  const host = /^[a-z+]+:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase()
  return host === domain.toLowerCase() || host?.endsWith(`.${domain.toLowerCase()}`) === true
}

// As in a .gitignore: `//x` from the root, `~/x` from the home folder, `/x` from the project; a bare name anywhere.
function pathMatches(content: string, path: string, cwd: string | undefined): boolean | undefined {
  // `ignore` calls itself for each segment, and looks at all segments before it.
  if (path.length > LONGEST_PATH) return undefined
  const pattern = content.trim()
  if (pattern.startsWith('//')) return isCovered(pattern.replace(/^\/+/, '/'), path.slice(1))
  if (pattern.startsWith('~/')) return isCovered(pattern.slice(1), path.replace(HOME, ''))
  const inside = cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
  return isCovered(pattern.replace(/^\.\//, ''), inside)
}

/** The longest path that Linux opens, in bytes; macOS opens shorter ones only. */
const LONGEST_PATH = 4096

/** Home folders, recognized by their usual paths. */
const HOME = /^(?:\/(?:home|Users)\/[^/]+|\/root)\//

function isCovered(pattern: string, path: string): boolean {
  if (pattern.startsWith('!') || !ignore.isPathValid(path)) return false
  return ignore().add(pattern).ignores(path)
}
