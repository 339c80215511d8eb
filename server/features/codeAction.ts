// textDocument/codeAction: repairs of findings as quick fixes, ignoring findings, adding missing handlers, and all
// repairs at once as source.fixAll.hookbench. Only what the client supports is offered.

import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from 'vscode-languageserver'
import { findings } from '../../runtime/checks/findings.ts'
import type { Feature, FeaturePlace, ServerContext } from '../feature.ts'
import type { Action } from './codeAction/action.ts'
import { actionsFor, fixAll } from './codeAction/actionsFor.ts'
import { convertActions } from './codeAction/converting.ts'
import { kindFilter } from './codeAction/kinds.ts'
import { COMMANDS } from './commands.ts'

const FIX_ALL = 'source.fixAll.hookbench'

/** Code actions for hook files. */
export const codeAction: Feature = {
  capabilities: ({ textDocument }) => ({
    // Clients without literal support accept commands only, and these actions are edits.
    ...(textDocument?.codeAction?.codeActionLiteralSupport === undefined
      ? {}
      : {
          codeActionProvider: {
            codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, FIX_ALL],
          },
        }),
  }),
  register(connection, context) {
    connection.onCodeAction(
      context.answers(
        'code actions',
        async ({ textDocument, range, context: wanted }: CodeActionParams, token) => {
          const place = await context.placeOf(textDocument.uri, token)
          if (place === undefined) return null
          const { view, project, positions } = place
          const problems = await findings(view, project)
          const wants = kindFilter(wanted.only)
          const all = wants(FIX_ALL) && wanted.only !== undefined ? fixAll(problems) : undefined
          const span = positions.span(range)
          const converting =
            context.options?.clientCommands === true && wants('refactor.rewrite')
              ? await convertActions(view, span, project)
              : []
          const actions = [...actionsFor(view, span, problems), ...converting].filter(({ kind }) =>
            wants(kind),
          )
          const every = [...actions, ...(all === undefined ? [] : [all])]
          const made = await Promise.all(
            every.map(async (action) => {
              const target =
                action.path === undefined ? place : await context.placeOf(context.uriOf(action.path), token)
              return target === undefined
                ? []
                : [actionOf(action, place, target, wanted.diagnostics, context)]
            }),
          )
          return made.flat()
        },
      ),
    )
  },
}

function actionOf(
  { title, kind, edits, command, problem, preferred }: Action,
  { positions }: FeaturePlace,
  target: FeaturePlace,
  diagnostics: readonly Diagnostic[],
  { client }: ServerContext,
): CodeAction {
  const range = problem?.range === undefined ? undefined : positions.range(problem.range)
  const mends = diagnostics.filter(
    (one) =>
      one.code === problem?.code &&
      (range === undefined || JSON.stringify(one.range) === JSON.stringify(range)),
  )
  const { uri, view } = target
  const changes = edits?.map((edit) => ({ range: target.positions.range(edit.range), newText: edit.text }))
  const versioned = client.workspace?.workspaceEdit?.documentChanges === true && view.version > 0
  return {
    title,
    kind,
    ...(mends.length === 0 ? {} : { diagnostics: mends }),
    ...(preferred === true ? { isPreferred: true } : {}),
    ...(changes === undefined
      ? {}
      : {
          edit: versioned
            ? { documentChanges: [{ textDocument: { uri, version: view.version }, edits: changes }] }
            : { changes: { [uri]: changes } },
        }),
    ...(command === undefined
      ? {}
      : { command: { title, command: COMMANDS[command], arguments: [{ uri }] } }),
  }
}
