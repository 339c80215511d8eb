// Reports keys that look effective but that the host ignores, or that change nothing at this event. Keys that look like
// an author's comment are not reported.

import { defined } from '../../contract/defined.ts'
import type { JsonPath } from '../../contract/entry.ts'
import { looksActive, saysNothing } from '../../contract/hosts/rules.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import { keyRepair } from './repairs.ts'
import type { RuleInput } from './rule.ts'

export function keyProblems({ dialect, host, file, entry }: RuleInput): readonly Problem[] {
  const { entryKeys, groupKeys, idle } = host.rules
  const found = Object.keys(entry.fields).flatMap((key) =>
    strange(
      key,
      entry.fields[key],
      entryKeys,
      entry.at,
      key === 'matcher' && groupKeys?.includes(key) === true,
    ),
  )
  const group =
    groupKeys === undefined
      ? []
      : Object.keys(entry.group).flatMap((key) =>
          strange(key, entry.group[key], groupKeys, entry.at.slice(0, -2), false),
        )
  return [...found, ...group, ...idleProblem()]

  function strange(
    key: string,
    value: unknown,
    known: readonly string[],
    at: JsonPath,
    belongsAbove: boolean,
  ): readonly Problem[] {
    if (known.includes(key) || saysNothing(key, value)) return []
    // It only repeats the event's name.
    if (/^events?$/i.test(key) && value === entry.event) return []
    if (key === 'shell' && value === host.rules.shell) return []
    const near = looksActive(key) ? suggest(key, known) : known.find((one) => isOneSlip(key, one))
    if (!looksActive(key) && near === undefined) return []
    const isEntry = at === entry.at
    const message = `${dialect.title} ignores "${key}" ${isEntry ? 'in an entry' : 'beside "hooks"'}: ${then(key)}.`
    const range = file.read.rangeOf([...at, key], true)
    const ownKey = isEntry ? undefined : entryKeys.find((one) => one === key)
    const fix = belongsAbove
      ? 'Move it beside the "hooks" array that holds the entry.'
      : ownKey !== undefined
        ? 'Move it into the entry.'
        : near === undefined
          ? 'Remove it.'
          : `Did you mean "${near}"?`
    const isMisspelled = !belongsAbove && ownKey === undefined
    const repairs = isMisspelled ? keyRepair(file, [...at, key], near, host.rules.times) : {}
    return [problem('entry.key', file.path, message, { range, fix, ...repairs })]
  }

  function idleProblem(): readonly Problem[] {
    const fault = idle?.(entry)
    if (fault === undefined) return []
    const { message, key, below, fix, severity } = fault
    const code = key === 'if' ? 'entry.condition' : 'entry.key'
    const at = [...entry.at, key, ...(below === undefined ? [] : [below])]
    const range = file.read.rangeOf(at, key !== 'if')
    const finding = problem(code, file.path, message, { range, ...defined({ fix }) })
    return [severity === undefined ? finding : { ...finding, severity }]
  }
}

/** Whether the words differ by one letter added, missing or replaced, or by two neighbors swapped. */
function isOneSlip(written: string, intended: string): boolean {
  if (Math.min(written.length, intended.length) < 4 || Math.abs(written.length - intended.length) > 1)
    return false
  let at = 0
  while (at < written.length && written[at] === intended[at]) at++
  const [left, right] = [written.slice(at), intended.slice(at)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}

function then(key: string): string {
  if (/enabled?$|disabled?$|active|skip/i.test(key)) return 'the entry still runs'
  if (/time.?out/i.test(key)) return 'the default time-out applies'
  if (
    /^(?:if|when|unless|conditions?|match\w*|tools?|tool_?\w+|(?:sub)?agents?_?\w*|source|trigger|reason|notification_?type|filters?|patterns?|paths|files|globs?)$/i.test(
      key,
    )
  )
    return 'the entry runs every time'
  if (/^(?:fail|onFail|onError|on_error|blockOn)/i.test(key))
    return 'a failure of the hook is handled as usual'
  if (/async|background/i.test(key)) return 'the agent waits for the hook'
  return 'it has no effect'
}

/** Reports events beside `hooks`, and misspellings of `hooks`: the host reads nothing below either. */
export function fileProblems({
  dialect,
  host,
  file,
}: Pick<RuleInput, 'dialect' | 'host' | 'file'>): readonly Problem[] {
  const { value } = file
  if (!host.rules.hooksBelow || typeof value !== 'object' || value === null) return []
  const { scope } = file.place
  if (scope === 'managed' || scope === 'flag') return []
  return Object.entries(value).flatMap(([key, held]) => {
    const isEvent = Object.hasOwn(dialect.events, key) && Array.isArray(held)
    const isHooks = /^hooks?$/i.test(key) && key !== 'hooks' && typeof held === 'object' && held !== null
    if (!isEvent && !isHooks) return []
    const message = isEvent
      ? `${dialect.title} reads events below "hooks" only, so "${key}" never runs.`
      : `${dialect.title} reads "hooks", not "${key}", so its hooks never run.`
    return [
      problem('entry.key', file.path, message, {
        range: file.read.rangeOf([key], true),
        fix: isEvent ? 'Move it into "hooks".' : 'Write "hooks".',
        ...(isEvent ? {} : keyRepair(file, [key], 'hooks')),
      }),
    ]
  })
}
