// Hovers in a host's configuration: an event and its hooks, a key, a word of a matcher, and for an entry what it does,
// when, in which order, and which agents read it.

import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { type HookEntry, oneLineOf, runLine } from '../../../runtime/contract/entry.ts'
import { firesWords } from '../../../runtime/contract/entryWords.ts'
import type { Hook } from '../../../runtime/contract/hook.ts'
import { rowOf } from '../../../runtime/contract/json.ts'
import { flowText } from '../../../runtime/contract/recordWords.ts'
import type { Path } from '../../../runtime/contract/walk.ts'
import { inside, placeAt } from '../../../runtime/documents/data/place.ts'
import type { Project, View } from '../../../runtime/project/view.ts'
import { aboutEvent, aboutField } from '../about.ts'
import { ordinal, rankOf } from '../hookSpots.ts'
import type { HoverTopic } from '../hoverTopic.ts'
import { stateLine } from '../stateLine.ts'
import { escaped, fenced, inCode, paragraphs } from '../text.ts'
import { wordAt } from './matchers.ts'
import { type OfHost, outlineIn, ownersOf, readersOf, shapesAt } from './shapes.ts'

/** The topic at an offset; undefined in places that no host reads. */
export async function aboutConfiguration(
  view: View,
  offset: number,
  project: Pick<Project, 'hooks'>,
): Promise<HoverTopic | undefined> {
  const outline = await outlineIn(view)
  const place = placeAt(outline, offset)
  if (place === undefined) return undefined
  const found = shapesAt(view.role, outline.tree, place.path)
  const [first] = found
  if (first === undefined) return undefined
  const range = inside(view.text, place.written)
  const hooks = await project.hooks()
  if (place.at === 'key' && first.shape.event !== undefined)
    return { range, text: joined(found.map((one) => aboutEventKey(one, hooks, view))) }
  const entry = hooks.find((one) => one.path === view.path && leadsInto(one.entry, place.path))
  const key = place.path.at(-1)
  if (place.at === 'value' && first.shape.format === 'matcher') {
    const word = wordAt(view.text, range, offset)
    const name = view.text.slice(word.start, word.end)
    const known = found.flatMap(({ shape }) => shape.offers ?? []).find((one) => one.name === name)
    const own = known === undefined ? undefined : `${inCode(name)}: ${known.about}`
    return {
      range: known === undefined ? range : word,
      text: paragraphs([own, ...once(found.map(({ shape }) => shape.description ?? ''))]),
    }
  }
  if (typeof key !== 'string') return undefined
  const fields = joined(
    found.map((one) => aboutField([key], one.shape, isRequired(one, view, place.path), whereOf(one.dialect))),
  )
  const isWhole = entry !== undefined && (first.shape.format === 'command' || key === 'type')
  return { range, text: isWhole ? paragraphs([aboutEntry(entry, hooks, view), '---', fields]) : fields }

  function isRequired(_: OfHost, { role }: View, path: Path): boolean {
    const above = shapesAt(role, outline.tree, path.slice(0, -1))
    return (
      above.length > 0 && above.every(({ shape }) => shape.required?.includes(String(path.at(-1))) === true)
    )
  }
}

/** Describes what an entry does. */
function aboutEntry(hook: Hook, hooks: readonly Hook[], view: View): string {
  const { entry } = hook
  const dialect = readersOf(view.role).find((one) => one.dialect.id === hook.dialect)?.dialect
  if (entry === undefined || dialect === undefined) return ''
  const record = dialect.events[entry.event]
  const rank = rankOf(hook, entry.event, hooks)
  const order =
    rank === undefined || rank.of === 1
      ? undefined
      : `It is the ${ordinal(rank.at)} of ${rank.of} entries of ${inCode(entry.event)}.`
  const seconds = hook.timeoutMs / 1000
  return paragraphs([
    `**${escaped(hook.name)}** ${escaped(firesWords(entry, dialect))}`,
    `${rowOf(DOES, entry.kind) ?? 'Runs'} ${inCode(oneLineOf(runLine({ ...entry, kind: 'command', command: textOf(entry) }), 120))}` +
      `; ${dialect.title} waits ${seconds} ${seconds === 1 ? 'second' : 'seconds'} at most.`,
    record === undefined ? undefined : flowText(dialect, record),
    order,
    hook.state === 'active' ? undefined : stateLine(hook),
    readersText(view),
  ])
}

const DOES: Readonly<Record<string, string>> = {
  command: 'Runs',
  http: 'Sends the payload to',
  prompt: 'Asks a model',
  agent: 'Asks a subagent',
  mcp_tool: 'Calls the MCP tool',
}

function textOf(entry: HookEntry): string {
  if (entry.kind === 'command') return entry.command
  return runLine(entry).slice(entry.kind.length).trim()
}

/** The agents that own the file, and those that read it as well. */
function readersText({ role }: Pick<View, 'role'>): string | undefined {
  const owners = titles(ownersOf(role).map(({ dialect }) => dialect))
  const others = titles(readersOf(role).map(({ dialect }) => dialect)).filter((one) => !owners.includes(one))
  if (owners.length === 0) return undefined
  const also =
    others.length === 0 ? '' : `; ${listed(others)} read${others.length === 1 ? 's' : ''} it as well`
  return `A configuration file of ${listed(owners)}${also}.`
}

function titles(dialects: readonly Dialect[]): readonly string[] {
  return once(dialects.map(({ title }) => title))
}

function aboutEventKey({ dialect, shape }: OfHost, hooks: readonly Hook[], view: View): string {
  const name = shape.event ?? ''
  const record = dialect.events[name]
  if (record === undefined) return fenced('text', name)
  return paragraphs([aboutEvent({ dialect, name, record }, hooks), readersText(view)])
}

function whereOf({ title }: Dialect): string {
  return `hook configuration of ${title}`
}

function leadsInto(entry: HookEntry | undefined, path: Path): boolean {
  return entry?.at.every((key, level) => path[level] === key) === true
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function joined(texts: readonly string[]): string {
  return once(texts).join('\n\n---\n\n')
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
