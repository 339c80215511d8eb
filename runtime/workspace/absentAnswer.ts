// Why the answer of a host's entry is unavailable on this machine even if trusted: it needs the
// host's model, its MCP servers, or another operating system.

import type { Hook } from '../contract/hook.ts'

export function absentAnswer({ entry }: Hook): string | undefined {
  if (entry === undefined) return undefined
  const { kind, command, fields } = entry
  if (kind === 'prompt' || kind === 'agent')
    return `${kind === 'agent' ? 'an' : 'a'} ${kind} entry is answered by the host's model`
  if (kind === 'mcp_tool') return "an mcp_tool entry is answered by the host's MCP server"
  if (kind !== 'command' && kind !== 'http') return `Hookbench cannot run an entry of type ${kind}`
  // PowerShell 7 (pwsh) runs scripts on every platform.
  const script = /^\s*pwsh\s/.test(command) ? /\.(?:bat|cmd)\b/i : /\.(?:ps1|bat|cmd)\b/i
  const windows = fields.shell === 'powershell' || script.test(command)
  return windows && process.platform !== 'win32' ? 'it is for Windows' : undefined
}
