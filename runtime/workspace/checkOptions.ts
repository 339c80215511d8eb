// Validates the options of `openWorkspace`, which callers without types may get wrong. A wrong option is refused in one
// line that says what was expected; `undefined` is the default of every option but `root`.

import { realpathSync } from 'node:fs'
import { dialects } from '../contract/dialects/index.ts'
import type { Source } from '../contract/outcome.ts'
import { didYouMean } from '../contract/suggest.ts'
import { Refusal } from './admission.ts'
import type { OpenOptions } from './workspace.ts'

/** What is expected of a value, and whether it is that. */
type Expected = readonly [expected: string, isValid: (value: unknown) => boolean]

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isList = (isItem: (item: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isItem)
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const oneOf = (...names: readonly string[]): Expected => [
  names.map((name) => `"${name}"`).join(' or '),
  (value) => names.includes(value as string),
]
const listOf = (names: readonly string[]): Expected => [
  `an array of ${names.join(', ')}`,
  isList((item) => names.includes(item as string)),
]
const FLAG: Expected = ['true or false', (value) => typeof value === 'boolean']
const DIALECTS = Object.keys(dialects)
const SOURCES = ['builtin', 'user', 'workspace', 'plugin'] satisfies readonly Source[]

const OPTIONS: Readonly<Record<keyof OpenOptions, Expected>> = {
  root: ['the workspace folder, absolute', isText],
  home: ['the path of a home folder', isText],
  trust: oneOf('ledger', 'workspace'),
  hooks: FLAG,
  settings: ['an object of settings', isObject],
  agentSettings: ['an array of name=value', isList(isText)],
  handlers: ['an array of hooks', isList(isObject)],
  workers: ['a whole number from 1', (value) => Number.isInteger(value) && (value as number) >= 1],
  rehearsal: FLAG,
  watch: FLAG,
  dialects: listOf(DIALECTS),
  sources: listOf(SOURCES),
  directories: [
    'an object of dialects with arrays of folders',
    (value) =>
      isObject(value) &&
      Object.entries(value as object).every(
        ([id, folders]) => DIALECTS.includes(id) && (folders === undefined || isList(isText)(folders)),
      ),
  ],
  isolation: oneOf('worker', 'none'),
  webhooks: FLAG,
  onEmit: ['a function', (value) => typeof value === 'function'],
}

/** Throws a Refusal that names the first wrong or unknown option. */
export function checkOptions(options: unknown): asserts options is OpenOptions {
  if (!isObject(options) || !isText((options as OpenOptions).root))
    throw new Refusal('openWorkspace expects { root }: the workspace folder, absolute.')
  for (const [name, value] of Object.entries(options as object)) {
    if (!Object.hasOwn(OPTIONS, name))
      throw new Refusal(
        `openWorkspace has no option "${name}".${didYouMean(name, Object.keys(OPTIONS))} Nothing was opened.`,
      )
    const [expected, isValid] = OPTIONS[name as keyof OpenOptions]
    if (value !== undefined && !isValid(value))
      throw new Refusal(`openWorkspace: "${name}" expects ${expected}. Nothing was opened.`)
  }
}

// Their entries lead back to any folder of the system, so watching them does not end.
const SYSTEM_TREES = /^\/(?:proc|sys|dev\/fd)(?:\/|$)/

/** Refuses a folder in which the system presents processes and devices as files. */
export function checkRoot(root: string): void {
  if (SYSTEM_TREES.test(root) || SYSTEM_TREES.test(realPath(root)))
    throw new Refusal(`${root} contains processes and devices and no hooks; expected a workspace folder.`)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A workspace that does not exist yet has no other path.
    return path
  }
}
