// Reports variables in a command, or in a script that an entry runs, that the host does not set for this hook, so that
// they are empty.

import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { inlineReads, variablesRead } from './programVariables.ts'
import { partsRepair } from './repairs.ts'
import { commandAt, languageOf, type RuleInput, rangeWithin, scriptsOf, textAt } from './rule.ts'
import { type Expansion, shellExpansions, type VariableRead } from './shellText.ts'
import { isFilled, type UnsetVariable, unsetVariable } from './variableNames.ts'

type Unset = Expansion & UnsetVariable & { readonly uses: readonly Expansion[] }

export function variableProblems(input: RuleInput): readonly Problem[] {
  const { file, entry, dialect, host } = input
  const at = commandAt(entry)
  const scripts = [...input.run.scripts, ...(entry.elsewhere ?? [])]
  const isLine = entry.args === undefined && entry.kind === 'command'
  const { start, end } = file.read.rangeOf(at)
  const line = isLine ? [...shellExpansions(entry.command), ...inlineReads(entry.command)] : []
  const inline = unset(line, file.text.slice(start, end), true).map((one) => {
    const parts = one.uses.map((use) => [use.written, renamed(use, one)] as const)
    const repairs = partsRepair(file, at, parts, `Change to ${one.intended}`)
    const isRequired = host.rules.required?.includes(one.name) === true
    return finding(file.path, rangeWithin(file, at, one.written), one, repairs, { isRequired })
  })
  const run = { ...input.run, scripts }
  const inScripts = scriptsOf({ ...input, run }).flatMap((script) => {
    const language = languageOf(script)
    const isShell = language === 'sh' || language === 'bash'
    const read = isShell
      ? [...shellExpansions(script.text), ...inlineReads(script.text)]
      : variablesRead(script.text, language)
    return unset(read, script.text).map((one) => {
      const edits = one.uses.map((use) => ({ range: rangeOf(use), text: renamed(use, one) }))
      const repairs = { repairs: [{ kind: 'edit', title: `Change to ${one.intended}`, edits }] } as const
      return finding(script.path, rangeOf(one), one, repairs, { isShell })
    })
  })
  return [...inline, ...inScripts]

  // The unset variables of a text, each name once.
  function unset(found: readonly VariableRead[], text: string, isLine = false): readonly Unset[] {
    return [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, uses]) => {
      const known = unsetVariable(input, name, isLine)
      // A script that several hosts run tests for variables that only one of them sets.
      const isOthers = known?.isSetElsewhere === true
      if (isOthers && (uses.some(({ tested }) => tested === true) || isHalf(name, text))) return []
      return known === undefined || isSetByOthers(name) ? [] : [{ ...(uses[0] as Expansion), ...known, uses }]
    })
  }

  // Whether a file that the scripts load sets it.
  function isSetByOthers(name: string): boolean {
    const sets = new RegExp(`(?:^|[\\s;&|(])${name}=`, 'm')
    return input.files.some((path) => !scripts.includes(path) && sets.test(textAt(path, input.disk) ?? ''))
  }

  // `${ONE}${TWO}`: one host sets the first, another host the second, and the other one is empty.
  function isHalf(name: string, text: string): boolean {
    return [...text.matchAll(/\$\{(\w+)\}(?=\$\{(\w+)\})/g)].some(
      ([, one = '', two = '']) =>
        (one === name && isFilled(input, two)) || (two === name && isFilled(input, one)),
    )
  }

  function finding(
    path: string,
    range: Range,
    { name, why, intended, isPayload }: Unset,
    repairs: Pick<Problem, 'repairs'>,
    { isShell = true, isRequired = false }: { readonly isShell?: boolean; readonly isRequired?: boolean },
  ): Problem {
    const then = isRequired ? 'the entry does not start' : 'it is empty'
    const message = `${dialect.title} does not set ${name} for this hook (${why}), so ${then}.`
    const fix =
      intended !== undefined
        ? { fix: `Write ${intended}.`, ...repairs }
        : isPayload
          ? { fix: `Read the payload from standard input${isShell ? ', for example with jq' : ''}.` }
          : {}
    return problem('entry.variable', path, message, { range, ...fix })
  }
}

function renamed({ written, name }: Expansion, { intended = name }: UnsetVariable): string {
  return written.replace(name, intended)
}

function rangeOf({ start, written }: Expansion): Range {
  return { start, end: start + written.length }
}
