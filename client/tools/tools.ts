// The tools for agents in this editor: the definitions of runtime/tools, called on the runtime of the chosen folder.
// The editor asks the user before a replay runs; the trust ledger decides which hooks may run.

import * as vscode from 'vscode'
import { TOOL_NAMES, type ToolName } from '../../runtime/tools/tool.ts'
import type { ClientContext, ExtensionPart } from '../context.ts'

/** Input written by a model; the tool itself validates it. */
type Input = { readonly workspace?: unknown; readonly [field: string]: unknown }

/** Registers the tools. */
export const registerTools: ExtensionPart = (context) =>
  TOOL_NAMES.map((name) => vscode.lm.registerTool(name, toolFor(name, context)))

function toolFor(name: ToolName, { runtimes, log }: ClientContext): vscode.LanguageModelTool<Input> {
  return {
    prepareInvocation: ({ input }) => PREPARED[name](input),
    async invoke({ input }, token) {
      const { workspace, ...rest } = input
      const folder = folderNamed(workspace)
      const { callTool, toolNamed } = await import('../../runtime/tools/tools.ts')
      log.debug(`${folder.name}: an agent calls ${name}`)
      const { text } = await callTool(toolNamed(name), rest, {
        root: folder.uri.fsPath,
        ask: (method, params) => runtimes.ask(folder, method, params, token),
      })
      if (token.isCancellationRequested) throw new vscode.CancellationError()
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)])
    },
  }
}

const PREPARED: Readonly<Record<ToolName, (input: Input) => vscode.PreparedToolInvocation>> = {
  hookbench_list: () => ({ invocationMessage: vscode.l10n.t('Listing hooks') }),
  hookbench_check: () => ({ invocationMessage: vscode.l10n.t('Checking hooks') }),
  hookbench_explain: ({ event }) => ({
    invocationMessage: vscode.l10n.t('Finding hooks that would run on {0}', String(event)),
  }),
  hookbench_replay: ({ recording = 'latest', hook, set }) => {
    const which =
      hook === undefined
        ? vscode.l10n.t('Recording "{0}" is fired through the hooks of this workspace.', String(recording))
        : vscode.l10n.t('Recording "{0}" is fired through the hook {1}.', String(recording), String(hook))
    const changes = Array.isArray(set) ? set.map(String).join(', ') : ''
    return {
      invocationMessage: vscode.l10n.t('Replaying recorded events'),
      confirmationMessages: {
        title: vscode.l10n.t('Run hooks?'),
        message: [
          which,
          changes === '' ? '' : vscode.l10n.t('Changed for this replay: {0}.', changes),
          vscode.l10n.t('Hooks are programs. Only those that you trusted run.'),
        ]
          .filter((line) => line !== '')
          .join(' '),
      },
    }
  },
}

function folderNamed(named: unknown): vscode.WorkspaceFolder {
  const folders = vscode.workspace.workspaceFolders ?? []
  const names = folders.map(({ name }) => name).join(', ')
  const [first] = folders
  if (first === undefined)
    throw new Error('No folder is open, so there are no hooks. Ask the user to open one.')
  if (named !== undefined && named !== '') {
    const found = folders.find(({ name, uri }) => name === named || uri.fsPath === named)
    if (found !== undefined) return found
    throw new Error(`There is no open folder "${String(named)}"; open are ${names}.`)
  }
  if (folders.length === 1) return first
  throw new Error(`Several folders are open (${names}); specify "workspace".`)
}
