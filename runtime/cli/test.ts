// `hookbench test`: runs the cases of this workspace, with reports for users, programs and CI.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import { didYouMean } from '../contract/suggest.ts'
import { writeNamed } from '../files/write.ts'
import type { CaseFile, Cases } from '../replay/cases.ts'
import type { CaseResult } from '../replay/runCase.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { masked } from './masked.ts'
import { paint, print, printJson } from './print.ts'
import { examples, openOptions, UsageError } from './usage.ts'

type Options = { readonly junit?: string; readonly json?: boolean }

export function test(program: Command, exit: (code: number) => void): void {
  program
    .command('test')
    .argument('[names...]', 'cases to run; all unless given')
    .summary('run the cases in .hookbench/cases')
    .description(
      'Runs recorded events that were saved as cases and compares the outcomes with the expected ones. Exit code 1 when one fails.',
    )
    .option('--junit <file>', 'also write a JUnit report')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        ['test', 'all cases'],
        ['test no-sudo', 'one case'],
        ['test --trust-workspace --junit report.xml', 'in CI, with a report'],
      ),
    )
    .action(async (names: readonly string[], options: Options, command: Command) => {
      const { caseJunit, caseText } = await import('../replay/report.ts')
      const opening = openOptions(command)
      const report = await testCases(opening, names)
      if (options.junit !== undefined) writeNamed(opening.root, options.junit, caseJunit(report))
      if (options.json === true) printJson(await masked(report, await settingsFor(command)))
      else if (report.cases.length === 0 && report.problems.length === 0) {
        print(
          'There are no cases here yet. `hookbench replay latest --event 1 --save-case <name>` saves one.',
        )
      } else {
        print(coloured(caseText(report)))
        if (report.cases.some(wantsTrust)) print(UNTRUSTED)
      }
      exit(report.failed + report.problems.length > 0 ? 1 : 0)
    })
}

async function settingsFor(command: Command) {
  const { settingsOf } = await import('../workspace/settings.ts')
  return settingsOf(openOptions(command))
}

const UNTRUSTED =
  'Hooks that are not trusted do not run. In CI, for a checkout that you trust, add --trust-workspace.'

function wantsTrust({ outcome }: CaseResult): boolean {
  return (
    outcome?.hooks.some(
      ({ failure, why = '' }) => failure === 'untrusted' || why.startsWith('unknown: untrusted'),
    ) === true
  )
}

/** Runs cases in a new workspace: those named, or all. */
export async function testCases(open: OpenOptions, names: readonly string[]) {
  const { openWorkspace } = await import('../workspace/open.ts')
  const { casesFolder } = await import('../replay/cases.ts')
  const { casesAtRest } = await import('../replay/casesAtRest.ts')
  const { caseReport } = await import('../replay/report.ts')
  const { runCases } = await import('../replay/runCase.ts')
  const found = await casesAtRest(casesFolder(open.root))
  const chosen = await pick(found, names, open.root)
  const workspace = await openWorkspace({ ...open, rehearsal: true })
  try {
    return caseReport(await runCases(workspace, chosen), [...found.problems.values()])
  } finally {
    await workspace.close()
  }
}

async function pick(loaded: Cases, names: readonly string[], root: string): Promise<readonly CaseFile[]> {
  const { cases } = loaded
  const { caseName } = await import('../replay/cases.ts')
  if (names.length === 0) return cases
  return names.map((name) => {
    // The path of its file is accepted as well, because a shell completes it.
    const isNamed = (path: string) =>
      caseName(path) === name || path === resolve(name) || path === resolve(root, name)
    const found = cases.find((one) => isNamed(one.path) || one.case.name === name)
    if (found !== undefined) return found
    const problem = [...loaded.problems].find(([path]) => isNamed(path))?.[1]
    if (problem !== undefined) throw new UsageError(`${problem}.`)
    throw new UsageError(
      `there is no case "${name}".${didYouMean(
        name,
        cases.map((one) => caseName(one.path)),
      )}`,
    )
  })
}

function coloured(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) =>
      line.startsWith('✓') ? paint('green', line) : /^[✗!]/.test(line) ? paint('red', line) : line,
    )
    .join('\n')
}
