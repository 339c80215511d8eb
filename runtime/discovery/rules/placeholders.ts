// Reports placeholders in a command that nothing fills in: `{{file_path}}`, `{NAME}`, `$(NAME)`, and variables where
// the shell does not expand them. Only names of hosts' variables and of payload fields are reported.

import { type Problem, problem } from '../../contract/problems.ts'
import { partsRepair } from './repairs.ts'
import { commandAt, type RuleInput, rangeWithin } from './rule.ts'

/** Fields of payloads, as authors name them in templates. */
const FIELD = String.raw`(?:tool_?input|tool_?response|tool_?args|tool_?name|file_?paths?|file_?name|prompt|session_?id|hook_?event_?name)(?:\.\w+)*`

export function placeholderProblems(input: RuleInput): readonly Problem[] {
  const { file, entry, dialect } = input
  if (entry.kind !== 'command' || entry.args !== undefined) return []
  const at = commandAt(entry)
  if (at.at(-1) === 'powershell' || entry.fields.shell === 'powershell') return []
  const { command } = entry
  // Every placeholder contains one of these characters.
  if (!/[{$]/.test(command)) return []
  const patterns = patternsFor(input)
  return [...filled(), ...called(), ...bare(), ...quoted()]

  // The host inserts no fields of the payload into a command.
  function filled(): readonly Problem[] {
    return [...command.matchAll(FILLED)].map(({ 0: written }) =>
      finding(written, `does not replace ${written}: the payload is on standard input`, {
        fix: 'Read the field from standard input, for example with jq.',
      }),
    )
  }

  function called(): readonly Problem[] {
    return each(patterns?.called, (written, name) =>
      finding(
        written,
        `runs ${written} as a program: the variable is \${${name}}`,
        mended(written, `\${${name}}`),
      ),
    )
  }

  function bare(): readonly Problem[] {
    return each(patterns?.bare, (written, name) =>
      finding(
        written,
        `does not replace ${written}: the variable is \${${name}}`,
        mended(written, `$${written}`),
      ),
    )
  }

  // Single quotes and a backslash prevent expansion; where `-c` or `eval` runs another shell, that one may expand it.
  function quoted(): readonly Problem[] {
    if (/(?:^|\s)-\w*c\s|\beval\b/.test(command)) return []
    return [
      ...each(patterns?.quoted, (written, name) =>
        isFilledIn(written, name)
          ? undefined
          : finding(
              written,
              `reads ${written} literally: variables are not expanded in single quotes`,
              mended(written, `"${written.slice(1, -1)}"`),
            ),
      ),
      ...each(patterns?.escaped, (written, name) =>
        isFilledIn(written, name)
          ? undefined
          : finding(
              written,
              `reads ${written.slice(1)} literally: a variable after a backslash is not expanded`,
              mended(written, written.slice(1)),
            ),
      ),
    ]
  }

  // Whether the host itself replaces the variable before a shell reads the line.
  function isFilledIn(written: string, name: string): boolean {
    return !written.includes('{') && dialect.host?.rules.filledIn?.includes(name) === true
  }

  function each(
    pattern: RegExp | undefined,
    make: (written: string, name: string) => Problem | undefined,
  ): readonly Problem[] {
    return pattern === undefined
      ? []
      : [...command.matchAll(pattern)].flatMap(({ 0: all, 1: name = '' }) => make(all, name) ?? [])
  }

  function mended(written: string, intended: string): Pick<Problem, 'fix' | 'repairs'> {
    return {
      fix: `Write ${intended}.`,
      ...partsRepair(file, at, [[written, intended]], `Change to ${intended}`),
    }
  }

  function finding(written: string, what: string, more: Pick<Problem, 'fix' | 'repairs'>): Problem {
    const range = rangeWithin(file, at, written)
    return problem('entry.variable', file.path, `The shell that ${dialect.title} starts ${what}.`, {
      range,
      ...more,
    })
  }
}

const FILLED = new RegExp(`\\{\\{\\s*${FIELD}\\s*\\}\\}|\\$\\{(?=\\w+\\.)${FIELD}\\}`, 'gi')

type Patterns = Readonly<Record<'called' | 'bare' | 'quoted' | 'escaped', RegExp>>

// Compiled once for all entries of one discovery; undefined where no host has such names.
function patternsFor(input: RuleInput): Patterns | undefined {
  const known = PATTERNS.get(input.others)
  if (known?.dialect === input.dialect) return known.patterns
  const names = variablesOf(input).join('|')
  const patterns = names === '' ? undefined : patternsOf(names)
  PATTERNS.set(input.others, { dialect: input.dialect, patterns })
  return patterns
}

const PATTERNS = new WeakMap<
  RuleInput['others'],
  { readonly dialect: RuleInput['dialect']; readonly patterns: Patterns | undefined }
>()

function patternsOf(names: string): Patterns {
  return {
    called: new RegExp(`\\$\\((${names})\\)`, 'g'),
    bare: new RegExp(`(?<![$\\w])\\{(${names})\\}(?=/)`, 'g'),
    quoted: new RegExp(`(?<=^|[\\s;&|(])'\\$\\{?(${names})\\}?/[^']*'`, 'g'),
    escaped: new RegExp(`(?<=^|[\\s;&|("])\\\\\\$\\{?(${names})\\}?(?=/)`, 'g'),
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
