// Variables in a command that its host sets for no hook: an empty text takes their place.

import { PAYLOAD_VARIABLE, PLACE_VARIABLE } from '../../contract/hosts/rules.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { variablesRead } from './programVariables.ts'
import { commandAt, languageOf, type RuleInput, rangeWithin, scriptsOf } from './rule.ts'
import { type Expansion, shellExpansions } from './shellText.ts'

export function variableProblems(input: RuleInput): readonly Problem[] {
  const { file, entry } = input
  const at = commandAt(entry)
  const inline = entry.args !== undefined || entry.kind !== 'command' ? [] : unset(entry.command)
  const told = new Set<string>()
  const found = inline.flatMap(({ name, written }) => {
    if (told.has(name)) return []
    told.add(name)
    return [said(file.path, rangeWithin(file, at, written), name)]
  })
  const inScripts = scriptsOf(input).flatMap((script) => {
    const language = languageOf(script)
    const names = new Set<string>()
    const read =
      language === 'sh' || language === 'bash'
        ? shellExpansions(script.text)
        : variablesRead(script.text, /\.ps1$/i.test(script.path) ? 'powershell' : language)
    return read
      .filter(({ name }) => isUnset(input, name))
      .flatMap(({ name, start, written }) => {
        if (names.has(name)) return []
        names.add(name)
        return [said(script.path, { start, end: start + written.length }, name)]
      })
  })
  return [...found, ...inScripts]

  function unset(text: string): readonly Expansion[] {
    return shellExpansions(text).filter(({ name }) => isUnset(input, name))
  }

  function said(path: string, range: Range, name: string): Problem {
    const { dialect } = input
    const owner = ownerOf(input, name)
    const why =
      owner !== undefined
        ? `it is a variable of ${owner}`
        : isOwn(input, name)
          ? `not at ${entry.event} in this file`
          : 'the payload comes on standard input'
    return problem(
      'entry.variable',
      path,
      `${dialect.title} does not set ${name} for this hook (${why}), so it is empty.`,
      {
        range,
        ...(PAYLOAD_VARIABLE.test(
          name.replace(
            /^[A-Z]+_(?=FILE|TOOL|HOOK|USER|PROMPT|COMMAND|BASH|NOTIF|EVENT|CURR|EDIT|CHANG|MODIF)/,
            '',
          ),
        )
          ? { fix: 'Read the payload from standard input, with jq for example.' }
          : {}),
      },
    )
  }
}

/** Variables that are set for a command by itself, its entry or configuration count as known. */
function isUnset({ host, entry, others, dialect }: RuleInput, name: string): boolean {
  const { env } = entry.fields
  if (Object.hasOwn(entry.env, name)) return false
  if (typeof env === 'object' && env !== null && Object.hasOwn(env, name)) return false
  if (host.rules.variables(entry.event, entry.scope).includes(name)) return false
  const all = [dialect, ...others].flatMap((one) => variablesOf(one))
  if (all.includes(name)) return true
  const prefixes = new Set(all.map((one) => one.slice(0, one.indexOf('_') + 1)))
  const bare = [...prefixes].find((prefix) => prefix !== '' && name.startsWith(prefix))
  if (bare === undefined) return /^(?:TOOL|HOOK)_/.test(name) && PAYLOAD_VARIABLE.test(name)
  const rest = name.slice(bare.length)
  return PAYLOAD_VARIABLE.test(rest) || PLACE_VARIABLE.test(rest)
}

function variablesOf({ host, events }: RuleInput['dialect']): readonly string[] {
  if (host === undefined) return []
  return [...new Set(Object.keys(events).flatMap((event) => host.rules.variables(event, 'plugin')))].filter(
    (name) => name.includes('_'),
  )
}

function isOwn({ dialect }: RuleInput, name: string): boolean {
  return variablesOf(dialect).includes(name)
}

function ownerOf(input: RuleInput, name: string): string | undefined {
  if (isOwn(input, name)) return undefined
  return input.others.find((one) => variablesOf(one).includes(name))?.title
}
