// What stands in a command as if somebody filled it in before the shell reads it: `{{file_path}}`, `{NAME}`, `$(NAME)`,
// and variables where the shell leaves them as they are written. Only names that hosts have, or fields of payloads.

import type { Problem } from '../../contract/problems.ts'
import { problem } from '../../contract/problems.ts'
import { partsRepair } from './repairs.ts'
import { commandAt, type RuleInput, rangeWithin } from './rule.ts'

/** Fields of payloads, as authors name them in templates. */
const FIELD = String.raw`(?:tool_?input|tool_?response|tool_?args|tool_?name|file_?paths?|file_?name|prompt|session_?id|hook_?event_?name)(?:\.\w+)*`

export function placeholderProblems(input: RuleInput): readonly Problem[] {
  const { file, entry, dialect } = input
  if (entry.kind !== 'command' || entry.args !== undefined) return []
  const at = commandAt(entry)
  if (at.at(-1) === 'powershell' || entry.fields.shell === 'powershell') return []
  const names = variablesOf(input).join('|')
  const { command } = entry
  return [...filled(), ...called(), ...bare(), ...quoted()]

  // Nobody reads the payload for a command.
  function filled(): readonly Problem[] {
    return [
      ...command.matchAll(new RegExp(`\\{\\{\\s*${FIELD}\\s*\\}\\}|\\$\\{(?=\\w+\\.)${FIELD}\\}`, 'gi')),
    ].map(({ 0: written }) =>
      said(written, `puts nothing in the place of ${written}: the payload comes on standard input`, {
        fix: 'Read the field with jq, for example.',
      }),
    )
  }

  function called(): readonly Problem[] {
    return each(`\\$\\((${names})\\)`, (written, name) =>
      said(
        written,
        `runs ${written} as a program: the variable is \${${name}}`,
        mended(written, `\${${name}}`),
      ),
    )
  }

  function bare(): readonly Problem[] {
    return each(`(?<![$\\w])\\{(${names})\\}(?=/)`, (written, name) =>
      said(
        written,
        `puts nothing in the place of ${written}: the variable is \${${name}}`,
        mended(written, `$${written}`),
      ),
    )
  }

  // Single quotes and a backslash keep the sign from the shell; a shell within the shell may be meant.
  function quoted(): readonly Problem[] {
    if (/(?:^|\s)-\w*c\s|\beval\b/.test(command)) return []
    return [
      ...each(`(?<=^|[\\s;&|(])'\\$\\{?(${names})\\}?/[^']*'`, (written) =>
        said(
          written,
          `gets ${written} as it is written: in single quotes nothing is filled in`,
          mended(written, `"${written.slice(1, -1)}"`),
        ),
      ),
      ...each(`(?<=^|[\\s;&|("])\\\\\\$\\{?(${names})\\}?(?=/)`, (written) =>
        said(
          written,
          `gets ${written.slice(1)} as it is written: behind a backslash nothing is filled in`,
          mended(written, written.slice(1)),
        ),
      ),
    ]
  }

  function each(pattern: string, make: (written: string, name: string) => Problem): readonly Problem[] {
    return names === ''
      ? []
      : [...command.matchAll(new RegExp(pattern, 'g'))].map(({ 0: all, 1: name = '' }) => make(all, name))
  }

  function mended(written: string, meant: string): Pick<Problem, 'fix' | 'repairs'> {
    return { fix: `Write ${meant}.`, ...partsRepair(file, at, [[written, meant]], `Change to ${meant}`) }
  }

  function said(written: string, what: string, more: Pick<Problem, 'fix' | 'repairs'>): Problem {
    const range = rangeWithin(file, at, written)
    return problem('entry.variable', file.path, `The shell that ${dialect.title} starts ${what}.`, {
      range,
      ...more,
    })
  }
}

function variablesOf({ dialect, host, others }: RuleInput): readonly string[] {
  const all = [host, ...others.map((one) => one.host)].flatMap((one) =>
    one === undefined
      ? []
      : Object.keys(dialect.events)
          .slice(0, 1)
          .flatMap((event) => one.rules.variables(event, 'plugin')),
  )
  return [...new Set(all)].filter((name) => /^[A-Z]+(?:_[A-Z]+)+$/.test(name))
}
