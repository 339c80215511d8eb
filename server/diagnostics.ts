// Reports findings to the client: on request for a file or the whole workspace, and by push for clients that cannot
// request them. runtime/checks determines the findings; this file converts them to the protocol.

import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  type CancellationToken,
  type ClientCapabilities,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentDiagnosticReport,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver'
import { fileFindings, findings, severe } from '../runtime/checks/findings.ts'
import { reportedFiles } from '../runtime/checks/reported.ts'
import type { Severity } from '../runtime/contract/problemCodes.ts'
import type { Problem } from '../runtime/contract/problems.ts'
import { yieldsWhenDue } from '../runtime/documents/yieldTurn.ts'
import type { OpenProject } from '../runtime/project/project.ts'
import type { View } from '../runtime/project/view.ts'
import type { Feature, ServerContext } from './feature.ts'
import { type Positions, positionsOf } from './positions.ts'

/** Whether this client requests diagnostics; otherwise they are pushed. */
export function pulls(client: ClientCapabilities): boolean {
  return client.textDocument?.diagnostic !== undefined
}

/** Diagnostics on request (pull model). */
export const diagnostics: Feature = {
  capabilities: (client) =>
    pulls(client)
      ? {
          diagnosticProvider: {
            identifier: 'hookbench',
            interFileDependencies: true,
            workspaceDiagnostics: true,
          },
        }
      : {},
  register(connection, context) {
    if (!pulls(context.client)) return
    const files = openFiles(context)
    connection.languages.diagnostics.on(
      context.answers('diagnostics', async ({ textDocument, previousResultId }, token) => {
        // Lets a cancellation that has already arrived take effect.
        await setImmediate()
        const report = token.isCancellationRequested ? NOTHING : await files.report(textDocument.uri)
        return same(report, previousResultId)
      }),
    )
    // The editor requests diagnostics next, after it has read the completion; the library writes that in the next turn.
    context.completions.on('answered', async (uri) => {
      await setImmediate()
      await setImmediate()
      // The error is reported by the request itself.
      await files.report(uri).catch(() => {})
    })
    connection.languages.diagnostics.onWorkspace((params, token, _progress, partial) =>
      context.answers('workspace diagnostics', async () => {
        const before = new Map(params.previousResultIds.map(({ uri, value }) => [uri, value]))
        const items: WorkspaceDocumentDiagnosticReport[] = []
        for await (const { uri, version, report } of files.all(token)) {
          items.push({ ...same(report, before.get(uri)), uri, version } as WorkspaceDocumentDiagnosticReport)
          if (partial === undefined || items.length < PART) continue
          partial.report({ items: items.splice(0) })
        }
        return { items } satisfies WorkspaceDiagnosticReport
      })(params, token),
    )
  },
}

const PART = 100

type Report = { readonly resultId: string; readonly items: readonly Diagnostic[] }

const NOTHING: Report = { resultId: 'none', items: [] }

function same({ resultId, items }: Report, previous: string | undefined): DocumentDiagnosticReport {
  if (previous === resultId) return { kind: 'unchanged', resultId }
  return { kind: 'full', resultId, items: [...items] }
}

/** State of a report; `early`: made before everything was known, so the client requests it again. */
type Progress = { state: 'begun' | 'early' | 'final' }

type Kept = { readonly key: string; readonly report: Promise<Report>; readonly progress: Progress }

// Reports for files of all projects, cached while neither the file nor anything around it changes.
function openFiles(context: ServerContext) {
  const kept = new Map<string, Kept>()
  return {
    async report(uri: string): Promise<Report> {
      const path = context.pathOf(uri)
      const project = context.projectOf(uri)
      if (path === undefined || project === undefined) return NOTHING
      const { key } = project.stampOf(path)
      const known = kept.get(path)
      if (known?.key === key && known.progress.state !== 'early') return known.report
      const progress: Progress = { state: 'begun' }
      const report = opened(path, project, progress)
      // The old entry is overwritten, not deleted first: deleting on each keystroke makes a Map grow out of old tables
      // that keep their contents alive for long.
      kept.set(path, { key, report, progress })
      return report
    },
    async *all(token: CancellationToken) {
      const seen = new Set<string>()
      const whenDue = yieldsWhenDue()
      for (const project of context.projects()) {
        const isOpen = (path: string) => project.stampOf(path).version !== null
        for (const path of await reportedFiles(project, isOpen)) {
          if (seen.has(path)) continue
          seen.add(path)
          await whenDue()
          if (token.isCancellationRequested) return
          const uri = context.uriOf(path)
          const { key, version } = project.stampOf(path)
          const known = kept.get(path)
          const isKnown = known?.key === key && known.progress.state === 'final'
          const report = isKnown ? await known.report : await look(path, project)
          if (!isKnown) kept.set(path, { key, report: Promise.resolve(report), progress: { state: 'final' } })
          yield { uri, version, report }
        }
      }
      for (const path of kept.keys()) if (!seen.has(path)) kept.delete(path)
    },
  }

  async function opened(path: string, project: OpenProject, progress: Progress): Promise<Report> {
    try {
      const view = await project.view(path)
      if (view === undefined && !project.isAmongHooks(path) && !project.isPart(path)) return NOTHING
      const found = await findingsInTime(path, view, project, context)
      const report = reportOf(found, positionsOf(view ?? { text: project.textOf(path) ?? '' }))
      if (project.isLooked && (view === undefined || view.version === (project.stampOf(path).version ?? 0)))
        progress.state = 'final'
      return report
    } finally {
      if (progress.state === 'begun') progress.state = 'early'
    }
  }

  async function look(path: string, project: OpenProject): Promise<Report> {
    const view = await project.view(path)
    const found = await fileFindings(path, project)
    return reportOf(found, positionsOf(view ?? { text: project.textOf(path) ?? '' }))
  }
}

/** How long the first findings of a session wait for checks that need other files or the disk, in milliseconds. */
const PATIENCE_MS = 400

/**
 * The findings of a file. In a large workspace the first lookup is slow: findings that the text alone yields are
 * reported before it, and the client is asked to refresh (or pushed to) afterwards. For files that are not hooks, only
 * the lookup yields findings.
 */
export async function findingsInTime(
  path: string,
  view: View | undefined,
  project: OpenProject,
  { client }: ServerContext,
): Promise<readonly Problem[]> {
  if (view === undefined) return (await project.looked(PATIENCE_MS)) ? fileFindings(path, project) : []
  const isNotified = !pulls(client) || client.workspace?.diagnostics?.refreshSupport === true
  if (!isNotified || project.isLooked) return findings(view, project)
  const early = await findings(view)
  return (await project.looked(PATIENCE_MS)) ? findings(view, project) : severe(early, project.settings)
}

function reportOf(found: readonly Problem[], positions: Positions): Report {
  const items = found.map((one) => diagnosticOf(one, positions))
  return { resultId: hash('sha256', JSON.stringify(items)).slice(0, 16), items }
}

/** Converts a problem to a diagnostic of the protocol. */
export function diagnosticOf(
  { code, message, severity, range, fix }: Problem,
  positions: Positions,
): Diagnostic {
  return {
    // A problem of the whole file is shown on its first line.
    range: positions.range(range ?? { start: 0, end: positions.offset({ line: 0, character: 2 ** 20 }) }),
    severity: SEVERITY[severity],
    code,
    source: 'hookbench',
    message: fix === undefined ? message : `${message}\n${fix}`,
  }
}

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  off: DiagnosticSeverity.Hint,
}
