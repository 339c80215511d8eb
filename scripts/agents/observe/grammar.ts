// Draws random scenarios of a host from its grammar: one to three hooks on one event, in one or two groups and files,
// with the answers, matchers, switches and misprints that the grammar lists.

import fc from 'fast-check'
import type { CaseObject, ConfigFile, HookAnswer } from './case.ts'
import { chance, type DrawnObject, hookAnswer, values, weighted } from './drawing.ts'
import type { Scenario, Situation } from './scenario.ts'

export type HostGrammar = {
  /** By event: the weight with which it is drawn, and its situations. */
  readonly events: Readonly<Record<string, { readonly weight: number; readonly in: readonly Situation[] }>>
  /** The answers of a hook; `word` marks its texts. */
  readonly answer: (event: string, situation: Situation, word: string) => DrawnObject
  /** Keys of an entry besides type and command. */
  readonly entry: (event: string) => DrawnObject
  /** Keys of a group besides its entries: the matcher. */
  readonly group: (event: string) => DrawnObject
  /** Keys of a file besides `hooks`. */
  readonly file: DrawnObject
  /** Events whose hooks are called again as long as they block something; they block only once. */
  readonly answersOnce: readonly string[]
  /** Another name of the event whose hooks also run. */
  readonly respelled?: (event: string) => string | undefined
  /** One second in the unit of the host's time-outs; 1 by default. */
  readonly second?: number
  readonly places: readonly (readonly [weight: number, path: string])[]
  readonly misprints: readonly Misprint[]
  /** The files of a scenario, for places that are not JSON or need a second file. */
  readonly written: (path: string, json: CaseObject, text: string | undefined) => readonly ConfigFile[]
}

export type Misprint =
  | 'comment'
  | 'trailing comma'
  | 'byte-order mark'
  | 'cut off'
  | 'unknown event'
  | 'string event'

const SILENT: HookAnswer = { exit: 0, stdout: '', stderr: '', ms: 0 }
const WORDS = ['alpha', 'beta', 'gamma']

export function drawScenarios(grammar: HostGrammar, count: number, seed: number): readonly Scenario[] {
  const situated = Object.entries(grammar.events).map(
    ([event, { weight, in: situations }]) =>
      [weight, values(...situations).chain((situation) => hooked(grammar, event, situation))] as const,
  )
  return fc
    .sample(weighted(...situated), { numRuns: count, seed })
    .map((drawn, index) => ({ ...drawn, name: `random-${seed}-${index + 1}` }))
}

type DrawnHook = { readonly answer: HookAnswer; readonly extras: CaseObject; readonly slow: boolean }
type Drawn = {
  readonly hooks: readonly DrawnHook[]
  readonly delays: readonly number[]
  readonly split: 'one group' | 'two groups' | 'two files'
  readonly groups: readonly CaseObject[]
  readonly places: readonly string[]
  readonly extras: CaseObject
  readonly misprint: Misprint | undefined
  /** Hooks of the second group are registered under the event's other name. */
  readonly respells?: boolean
}

function hooked(
  grammar: HostGrammar,
  event: string,
  situation: Situation,
): fc.Arbitrary<Omit<Scenario, 'name'>> {
  const hook = (word: string) =>
    fc.record({
      answer: hookAnswer(grammar.answer(event, situation, word), word),
      extras: grammar.entry(event),
      slow: chance(3),
    })
  const place = weighted(...grammar.places.map(([weight, path]) => [weight, fc.constant(path)] as const))
  const several = weighted<number>([54, fc.constant(1)], [34, fc.constant(2)], [12, fc.constant(3)])
  return several.chain((count) =>
    fc
      .record({
        hooks: fc.tuple(...WORDS.slice(0, count).map(hook)),
        // Hooks finish far apart, in a drawn order, so that the order of their results is not a race.
        delays: fc.shuffledSubarray<number>([0, 400, 800].slice(0, count), { minLength: count }),
        split: values<Drawn['split']>('one group', 'one group', 'two groups', 'two files'),
        groups: fc.tuple(grammar.group(event), grammar.group(event)),
        places: fc.tuple(place, place),
        extras: grammar.file,
        misprint: weighted([97, fc.constant(undefined)], [3, values(...grammar.misprints)]),
        ...(grammar.respelled === undefined ? {} : { respells: chance(30) }),
      })
      .map((drawn: Drawn) => built(grammar, event, situation, drawn)),
  )
}

function built(
  grammar: HostGrammar,
  event: string,
  situation: Situation,
  drawn: Drawn,
): Omit<Scenario, 'name'> {
  const entries = drawn.hooks.map(({ extras, slow }, index) => ({
    type: 'command',
    command: `hook-${index}`,
    ...extras,
    ...(slow ? { timeout: grammar.second ?? 1 } : {}),
  }))
  const answers = drawn.hooks.map(({ answer, slow }, index) => {
    const first = { ...answer, ms: slow ? 3000 : (drawn.delays[index] ?? 0) }
    return [`hook-${index}`, grammar.answersOnce.includes(event) ? [first, SILENT] : [first]] as const
  })
  const [one = {}, other = {}] = drawn.groups
  const [place = '', otherPlace = ''] = drawn.places
  const head = { ...one, hooks: entries.slice(0, 1) }
  const rest = { ...other, hooks: entries.slice(1) }
  const apart = drawn.split === 'two files' && entries.length > 1 && place !== otherPlace
  const groups =
    entries.length > 1 && drawn.split !== 'one group' ? [head, rest] : [{ ...one, hooks: entries }]
  const name = drawn.respells === true ? (grammar.respelled?.(event) ?? event) : event
  const [first = {}, ...others] = apart ? [head] : groups
  const beside =
    name === event ? { [event]: [first, ...others] } : spelledTwice([event, first], [name, others])
  const json = { ...drawn.extras, hooks: beside }
  const files = [
    ...misprinted(grammar, place, json, drawn.misprint),
    ...(apart ? grammar.written(otherPlace, { hooks: { [name]: [rest] } }, undefined) : []),
  ]
  return { situation, event, files: joined(files), answers: Object.fromEntries(answers) }
}

/** Either name may come first; which one does is derived from the contents. */
function spelledTwice(
  [event, first]: readonly [string, CaseObject],
  [name, others]: readonly [string, readonly CaseObject[]],
): CaseObject {
  if (others.length === 0) return { [event]: [first] }
  const isFirst = JSON.stringify(others).length % 2 === 0
  return isFirst ? { [name]: others, [event]: [first] } : { [event]: [first], [name]: others }
}

/** Merges several texts or objects for the same path into one file. */
function joined(files: readonly ConfigFile[]): readonly ConfigFile[] {
  const byPath = Map.groupBy(files, ({ path }) => path)
  return [...byPath.values()].map((same) => {
    const [first, ...more] = same as [ConfigFile, ...ConfigFile[]]
    if (more.length === 0) return first
    const objects = same.flatMap((file) => ('json' in file ? [file.json] : []))
    if (objects.length === same.length) return { path: first.path, json: Object.assign({}, ...objects) }
    return { path: first.path, text: same.map((file) => ('text' in file ? file.text : '')).join('\n') }
  })
}

type HooksFile = CaseObject & { readonly hooks: CaseObject }

function misprinted(grammar: HostGrammar, path: string, json: HooksFile, how: Misprint | undefined) {
  const text = JSON.stringify(json, undefined, 2)
  switch (how) {
    case 'comment':
      return grammar.written(path, json, `// hooks\n${text}`)
    case 'trailing comma':
      return grammar.written(path, json, text.replace(/\n}$/, ',\n}'))
    case 'byte-order mark':
      return grammar.written(path, json, `\uFEFF${text}`)
    case 'cut off':
      return grammar.written(path, json, text.slice(0, -3))
    case 'unknown event':
      return grammar.written(
        path,
        { ...json, hooks: { BeforeEverything: [{ hooks: [] }], ...json.hooks } },
        undefined,
      )
    case 'string event':
      return grammar.written(path, { ...json, hooks: { Notification: 'a note', ...json.hooks } }, undefined)
    default:
      return grammar.written(path, json, undefined)
  }
}
