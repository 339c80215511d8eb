// Permission rules in Claude Code's syntax: `Bash`, `Bash(git *)`, `Bash(npm run:*)`, `Read(src/**)`, `mcp__server`.
// Determines whether a rule covers a tool call; shared by the hosts that read Claude Code's settings.

import ignore from 'ignore'
import { isObject, rowOf } from '../json.ts'
import { readBashLine } from './bashLine.ts'

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
  Monitor: 'command',
  PowerShell: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
  Glob: 'pattern',
  Grep: 'pattern',
  WebFetch: 'url',
  Skill: 'skill',
}

/** Names in rules that cover another tool, too: a former name, and that of the tool whose command it runs. */
const COVERS_TOO: Readonly<Record<string, string>> = { Task: 'Agent', Bash: 'Monitor' }

export type RuleCall = { readonly tool: string; readonly input: unknown; readonly cwd: string | undefined }

/** As `ruleCovers`, for a rule that is the condition of an entry: addresses are not looked at there. */
export function conditionCovers(rule: PermissionRule, call: RuleCall): boolean | undefined {
  return coversNothing(rule) ? false : ruleCovers(rule, call)
}

/** Whether a rule covers no call where it is a condition. */
export function coversNothing({ tool, content }: PermissionRule): boolean {
  return tool === 'WebFetch' && content !== undefined && !isOpen(content)
}

/** Whether the text is several rules: `Edit(*.ts)|Write(*.ts)`. What is between the outer brackets is one pattern. */
export function isSeveralRules({ content = '' }: PermissionRule, tools: readonly string[]): boolean {
  const names = [...content.matchAll(/\)[ |,;&]*(?:\bor )?([A-Za-z_][\w-]*)\(/g)].map(([, name = '']) => name)
  return names.some((name) => tools.includes(name) || name.startsWith('mcp__'))
}

function isOpen(content: string): boolean {
  return content.trim() === '' || content.trim() === '*'
}

/**
 * Whether a rule covers a call; undefined where it has a backslash, or depends on a command that Claude Code does not
 * take apart, on a path that is longer than any that a system opens, or on another text that is very long. Relative
 * paths in rules start at `cwd`.
 */
export function ruleCovers({ tool, content }: PermissionRule, call: RuleCall): boolean | undefined {
  const sameTool =
    tool === call.tool ||
    rowOf(COVERS_TOO, tool) === call.tool ||
    (tool.startsWith('mcp__') && call.tool.startsWith(`${tool}__`))
  if (!sameTool) return false
  if (content === undefined || isOpen(content)) return true
  const subject = rowOf(SUBJECT, call.tool)
  const value = subject !== undefined && isObject(call.input) ? call.input[subject] : undefined
  if (typeof value !== 'string') return false
  const isPath = subject === 'file_path' || subject === 'notebook_path'
  // `\*` is a star of the text; what else a backslash means was not observed. Patterns for paths have escapes.
  if (!isPath && content.includes('\\')) return undefined
  if (subject === 'command') {
    const wanted = plainCommand(content)
    const line = readBashLine(value)
    if (line?.commands.some((command) => commandMatches(wanted, plainCommand(command)))) return true
    // How Claude Code takes lines of PowerShell apart was not observed.
    if (line === undefined || call.tool === 'PowerShell') return undefined
    return line.isComputed && !ONE_WORD.test(wanted) ? undefined : false
  }
  if (subject === 'url') return hostMatches(content, value)
  if (isPath) return pathMatches(content, value, call.cwd)
  return value.length > LONGEST_TEXT ? undefined : starsMatch(content.trim(), value.trim())
}

/** A rule that the first word of a command decides, whatever its arguments are. */
const ONE_WORD = /^[^\s*:]+[ :]?\*$/

/** A longer text is not searched for the pieces of a rule: the time may grow as the product of their lengths. */
const LONGEST_TEXT = 10_000

// `npm run:*` is a prefix, `git *` a pattern, anything else the whole command.
function commandMatches(content: string, command: string): boolean {
  if (content.endsWith(':*')) {
    const start = content.slice(0, -2)
    return start !== '' && (command === start || command.startsWith(`${start} `))
  }
  // `git *` also matches `git` alone.
  return starsMatch(content, command) || (content.endsWith(' *') && command === content.slice(0, -2))
}

// Each piece at its first occurrence, without backtracking.
function starsMatch(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text
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

function plainCommand(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function hostMatches(content: string, url: string): boolean {
  const domain = /^domain:(.+)$/.exec(content)?.[1]?.toLowerCase()
  if (domain === undefined) return content === url
  const host = URL.parse(url)?.hostname.replace(/\.$/, '')
  return host === domain || host?.endsWith(`.${domain}`) === true
}

// As in a .gitignore: `//x` from the root, `~/x` from the home folder, `/x` from the project; a bare name anywhere.
// Claude Code itself gives absolute paths without `.` and `..`; a recorded payload may have any.
function pathMatches(content: string, given: string, cwd: string | undefined): boolean | undefined {
  // `ignore` calls itself for each segment, and looks at all segments before it.
  if (given.length > LONGEST_PATH) return undefined
  if (cwd === undefined) return undefined
  const folder = withoutDots(cwd)
  const path = withoutDots(/^[/~]/.test(given) ? given : `${folder}/${given}`)
  const pattern = content.trim().replaceAll(/(?<=[^/])\/+/g, '/')
  // On a whole path, a star at the beginning stands for any text.
  if (pattern === path || (pattern.startsWith('*') && starsMatch(content.trim(), path))) return true
  if (pattern.startsWith('//')) return isCovered(pattern.replace(/^\/+/, '/'), path.slice(1))
  if (pattern.startsWith('~/')) return isCovered(pattern.slice(1), path.replace(HOME, ''))
  if (!path.startsWith(`${folder}/`)) return false
  return isCovered(pattern.replace(/^\.\//, ''), path.slice(folder.length + 1))
}

function withoutDots(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 1) steps.pop()
    else if (steps.length === 0 || (step !== '' && step !== '.')) steps.push(step)
  }
  return steps.join('/')
}

/** The longest path that Linux opens, in bytes; macOS opens shorter ones only. */
const LONGEST_PATH = 4096

/** Home folders, recognized by their usual paths. */
const HOME = /^(?:\/(?:home|Users)\/[^/]+|\/root|~)\//

function isCovered(pattern: string, path: string): boolean {
  if (pattern.startsWith('!') || !ignore.isPathValid(path)) return false
  return ignore().add(pattern).ignores(path)
}
