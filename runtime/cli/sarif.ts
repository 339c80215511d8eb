// Findings as a SARIF 2.1.0 log, which code hosts and CI systems display at the affected lines. Paths are relative to
// the workspace (`%SRCROOT%`), so a log reveals nothing about the machine that created it.

import { isAbsolute, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defined } from '../contract/defined.ts'
import { PROBLEMS, type ProblemCode, type Severity } from '../contract/problemCodes.ts'
import type { Range } from '../contract/problems.ts'
import { version } from '../version.ts'
import { type FindingPlace, linesOf, type PrintedFinding, placeAt } from './finding.ts'

export type SarifFile = {
  readonly path: string
  readonly text: string | undefined
  readonly findings: readonly PrintedFinding[]
}

/** The SARIF log of one check. */
export function sarifOf(files: readonly SarifFile[], root: string) {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'hookbench', semanticVersion: version, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The workspace folder.' } } },
        results: files.flatMap((file) => file.findings.map((one) => resultOf(one, file, codes, root))),
      },
    ],
  }
}

function ruleOf(code: ProblemCode) {
  const { help, severity } = PROBLEMS[code]
  // The standard requires an absolute URI in `helpUri`; this page is part of the package.
  const page = `docs/diagnostics.md#${anchorOf(code)}`
  return {
    id: code,
    shortDescription: { text: help },
    help: { text: `${help} See ${page}.`, markdown: `${help} See [${page}](${page}).` },
    defaultConfiguration: { level: levelOf(severity) },
  }
}

/** The Markdown anchor of a heading that consists of a code. */
export function anchorOf(code: string): string {
  return code.replaceAll('.', '')
}

function resultOf(finding: PrintedFinding, file: SarifFile, codes: readonly ProblemCode[], root: string) {
  const { code, severity, message, fix, start, end } = finding
  const artifactLocation = locationOf(file.path, root)
  const region = start === undefined || end === undefined ? undefined : regionOf(start, end)
  const fixes = fixesOf(finding, file, artifactLocation)
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levelOf(severity),
    message: { text: fix === undefined ? message : `${message} ${fix}` },
    locations: [{ physicalLocation: { artifactLocation, ...defined({ region }) } }],
    ...(fixes.length === 0 ? {} : { fixes }),
  }
}

function fixesOf(
  { repairs = [] }: PrintedFinding,
  { text }: SarifFile,
  artifactLocation: ReturnType<typeof locationOf>,
) {
  if (text === undefined) return []
  const lines = linesOf(text)
  const region = ({ start, end }: Range) => regionOf(placeAt(lines, start), placeAt(lines, end))
  return repairs.flatMap((repair) => {
    // The text of other files is not available here.
    if (repair.kind !== 'edit' || repair.path !== undefined) return []
    const replacements = repair.edits.map(({ range, text }) => ({
      deletedRegion: region(range),
      insertedContent: { text },
    }))
    return [{ description: { text: repair.title }, artifactChanges: [{ artifactLocation, replacements }] }]
  })
}

function regionOf(start: FindingPlace, end: FindingPlace) {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column }
}

// A path outside of the workspace, in the user's home folder, can only be an absolute URI.
function locationOf(path: string, root: string): { readonly uri: string; readonly uriBaseId?: string } {
  const way = relative(root, path)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return { uri: pathToFileURL(path).href }
  return { uri: way.split(sep).map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' }
}

function levelOf(severity: Severity): 'error' | 'warning' | 'note' | 'none' {
  if (severity === 'info') return 'note'
  return severity === 'off' ? 'none' : severity
}
