// Offers Hookbench's MCP server to agents in this editor that do not support the editor's own tools. Off by default: an
// agent that supports them would see each tool twice.

import { join } from 'node:path'
import * as vscode from 'vscode'
import type { ExtensionPart } from '../context.ts'
import { onSetting, setting } from '../settings.ts'

/** Offers one server for each open folder. */
export const registerMcp: ExtensionPart = ({ extension }) => {
  const changed = new vscode.EventEmitter<void>()
  const tell = () => changed.fire()
  return [
    changed,
    onSetting(['mcpServer.enabled'], tell),
    vscode.workspace.onDidChangeWorkspaceFolders(tell),
    vscode.workspace.onDidGrantWorkspaceTrust(tell),
    vscode.lm.registerMcpServerDefinitionProvider('hookbench.mcp', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => definitions(extension),
    }),
  ]
}

function definitions(extension: vscode.ExtensionContext): vscode.McpStdioServerDefinition[] {
  if (!setting('mcpServer.enabled') || !vscode.workspace.isTrusted) return []
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file')
  const { version } = extension.extension.packageJSON as { readonly version: string }
  return folders.map(({ name, uri }) => {
    const label = folders.length === 1 ? 'Hookbench' : `Hookbench: ${name}`
    const args = [join(extension.extensionPath, 'dist', 'cli.js'), '--workspace', uri.fsPath, 'mcp']
    // Uses the editor's own executable; in the desktop editor, ELECTRON_RUN_AS_NODE makes it run as Node.
    const env = { ELECTRON_RUN_AS_NODE: '1', NO_COLOR: '1' }
    const server = new vscode.McpStdioServerDefinition(label, process.execPath, args, env, version)
    server.cwd = uri
    return server
  })
}
