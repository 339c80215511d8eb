// `hookbench check`: reports what the editor reports about hooks and their configuration, for the terminal and for CI.

import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { relative, resolve, sep } from 'node:path'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { defined } from '../contract/defined.ts'
import { dialectOf } from '../contract/dialects/index.ts'
import type { Severity } from '../contract/problemCodes.ts'
import { statOf } from '../files/read.ts'
import { leadsOut } from '../files/write.ts'
import { located, type PrintedFinding } from './finding.ts'
import { findingText } from './findingText.ts'
import { paint, plural, print, printJson } from './print.ts'
import { type SarifFile, sarifOf } from './sarif.ts'
import { examples, namedDialect, openOptions, UsageError } from './usage.ts'
import type { Verb } from './verb.ts'

type Options = {
  readonly format: 'text' | 'json' | 'sarif'
  readonly severity: Threshold
  readonly maxWarnings?: number
  readonly dialect?: string
  readonly json?: boolean
}

type Threshold = Exclude<Severity, 'off'>

const THRESHOLDS = ['error', 'warning', 'info'] as const

export const check: Verb = (program: Command, exit) => {
  program
    .command('check')
    .summary('report problems in hooks and their configuration')
    .description(
      'Reports for every hook, configuration, payload, case and recording of the workspace what the editor reports, and for those in your home folder when you name them. Runs nothing.',
    )
    .addArgument(new Argument('[paths...]', 'only these files and folders'))
    .addOption(
      new Option('--format <format>', 'the output format').choices(['text', 'json', 'sarif']).default('text'),
    )
    .addOption(
      new Option('--severity <least>', 'leave out findings of lower severity')
        .choices([...THRESHOLDS])
        .default('info'),
    )
    .option('--dialect <id>', 'only findings of this dialect')
    .option('--max-warnings <n>', 'exit with 1 if there are more warnings than this', asCount)
    .option('--json', 'the same as --format json')
    .addHelpText(
      'after',
      examples(
        ['check', 'everything in this folder'],
        ['check .kodelet/hooks --severity error', 'one folder, errors alone'],
        ['check --format sarif > hooks.sarif', 'for a code host'],
      ),
    )
    .action(async (paths: readonly string[], options: Options, command: Command) => {
      const { root, home, agentSettings } = openOptions(command)
      const { severity, dialect } = options
      const checked = await checkFiles({ root, home, paths, severity, dialect, agentSettings })
      const format = options.json === true ? 'json' : options.format
      if (format === 'json') printJson(checked.flatMap(({ findings }) => findings))
      else if (format === 'sarif') printJson(sarifOf(checked, root))
      else printText(checked, root)
      const { error, warning } = counted(checked)
      if (error > 0 || warning > (options.maxWarnings ?? Number.POSITIVE_INFINITY)) exit(1)
    })
}

/** A file with its findings, and the assumptions about its entries. */
type CheckedHere = SarifFile & { readonly assumed: readonly string[] }

/** Checks a workspace; returns every file that was checked, with its findings. */
export async function checkFiles(request: {
  readonly root: string
  readonly home?: string | undefined
  /** Relative to the workspace, or absolute. */
  readonly paths?: readonly string[]
  readonly severity?: Threshold
  /** Only findings of this dialect. */
  readonly dialect?: string | undefined
  readonly agentSettings?: readonly string[] | undefined
}): Promise<readonly CheckedHere[]> {
  const { root, severity = 'info' } = request
  const home = request.home ?? homedir()
  const only = (request.paths ?? []).map((path) => placed(path, root, home))
  const { checkFolder } = await import('../checks/check.ts')
  const wanted: readonly Severity[] = THRESHOLDS.slice(0, THRESHOLDS.indexOf(severity) + 1)
  const named = request.dialect === undefined ? undefined : dialectOf(namedDialect(request.dialect))
  const dialects = named === undefined ? {} : { dialects: [named] }
  const options = {
    home,
    ownHome: request.home !== undefined,
    ...dialects,
    ...defined({ agentSettings: request.agentSettings }),
  }
  const checked = await checkFolder({ ...options, root, only })
  const byPath = new Map(checked.map((one) => [one.path, one]))
  // A folder with no files of this workspace is checked as a workspace of its own: an example, a package, a fixture.
  for (const folder of only.filter((path) => isUnused(path, root, checked)))
    for (const one of await checkFolder({ ...options, root: folder, only: [folder] }))
      byPath.set(one.path, one)
  return [...byPath.values()].map(({ path, text, problems, assumed }) => {
    const findings = located(
      text,
      problems.filter((one) => wanted.includes(one.severity)),
    )
    const isForeign = findings.length > 0 && isBelow(path, root) && leadsOut(root, path)
    return isForeign
      ? { path, text: undefined, assumed, findings: findings.map(withoutWords) }
      : { path, text, assumed, findings }
  })
}

// A link out of the workspace may lead to a secret of the user who checks it: text that does not parse is not quoted.
function withoutWords(finding: PrintedFinding): PrintedFinding {
  if (finding.code !== 'syntax.error') return finding
  const where = finding.start === undefined ? 'It' : `Line ${finding.start.line}`
  return { ...finding, message: `${where} does not parse.` }
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}

function isUnused(path: string, root: string, checked: readonly { readonly path: string }[]): boolean {
  const below = path.endsWith(sep) ? path : path + sep
  // Payload files may be anywhere.
  const used = checked.filter((one) => !/\.payload\.jsonc?$/.test(one.path))
  return path !== root && statSync(path).isDirectory() && !used.some((one) => one.path.startsWith(below))
}

function placed(path: string, root: string, home: string): string {
  const whole = resolve(root, path)
  // A path cannot contain a NUL character.
  if (whole.includes('\0') || statOf(whole) === undefined) {
    const shown = whole.length > LONGEST_SHOWN ? `${whole.slice(0, LONGEST_SHOWN)}…` : whole
    throw new UsageError(`there is no file or folder ${shown}.`)
  }
  if (whole !== root && ![root, home].some((above) => `${whole}${sep}`.startsWith(above + sep))) {
    throw new UsageError(`${whole} is outside the workspace ${root}; name its workspace with --workspace.`)
  }
  return whole
}

const LONGEST_SHOWN = 300

function asCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a number.')
  return Number(text)
}

function counted(checked: readonly SarifFile[]): Record<Threshold, number> {
  const counts = { error: 0, warning: 0, info: 0 }
  for (const { severity } of checked.flatMap(({ findings }) => findings))
    if (severity !== 'off') counts[severity]++
  return counts
}

function printText(checked: readonly CheckedHere[], root: string): void {
  for (const { path, text, findings } of checked) {
    const way = relative(root, path)
    const shown = way.startsWith(`..${sep}`) ? path : way
    for (const finding of findings) print(findingText(finding, shown, text))
    if (findings.length > 0) print()
  }
  const { error, warning, info } = counted(checked)
  const counts = [plural(error, 'error'), plural(warning, 'warning'), plural(info, 'remark')].filter(
    (one) => !one.startsWith('0 '),
  )
  if (checked.length === 0) {
    print('Nothing to check: no hook and no file of Hookbench is there.')
    return
  }
  for (const text of new Set(checked.flatMap(({ assumed }) => assumed)))
    print(paint('dim', `assumed: ${text}`))
  const files = plural(checked.length, 'file')
  print(counts.length === 0 ? `${files}, nothing wrong.` : `${counts.join(', ')} in ${files}.`)
}
