// The manifest matches the code: every text exists, every icon exists for both themes, and the extension activates
// wherever a dialect looks for hooks.

import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import picomatch from 'picomatch'
import { documentPatterns } from '../../client/documentPatterns.ts'
import { SIGNS } from '../../client/signs.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'

const root = join(import.meta.dirname, '../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(text('package.json')) as {
  main: string
  activationEvents: string[]
  engines: Record<string, string>
  contributes: {
    commands: { command: string; title: string }[]
    menus: Record<string, { command: string; when?: string }[]>
    keybindings: { command: string }[]
    views: Record<string, { id: string }[]>
    viewsWelcome: { view: string }[]
    configuration: { properties: Record<string, { default?: unknown; markdownDescription?: string }> }
    colors: { id: string }[]
  }
}
const nls = JSON.parse(text('package.nls.json')) as Record<string, string>
const sources = globSync('client/**/*.ts', { cwd: root }).map((path) => ({ path, text: text(path) }))
const everything = sources.map((source) => source.text).join('\n')

test('every text of the manifest is in package.nls.json, and nothing else is', () => {
  const used = [...text('package.json').matchAll(/"%([^%"]+)%"/g)].map((match) => match[1] ?? '')
  assert.deepEqual([...new Set(used)].toSorted(), Object.keys(nls).toSorted())
})

// Keys whose texts are read by a language model.
const FOR_MODELS = new Set(['modelDescription', 'inputSchema'])

test('no text of the manifest goes round package.nls.json', () => {
  assert.deepEqual(textsIn(manifest.contributes), [])
  assert.deepEqual(textsIn({ name: 'Debug hook', other: ['%known%', 'Hookbench'] }), ['Debug hook'])
})

// Two words in sequence, or one that begins like a title and is not the product's name.
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const isText = /[A-Za-z]{2,}[.,;:]? [a-z]{2,}|^[A-Z][a-z]+…?$/.test(value)
    return isText && !/^%.*%$|^Hookbench$/.test(value) ? [value] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => (FOR_MODELS.has(key) ? [] : textsIn(one)))
}

test('what a view says where it is empty is plain: it shows no Markdown but links', () => {
  for (const [name, text] of Object.entries(nls))
    if (name.startsWith('welcome.')) assert.doesNotMatch(text, /[`*_]/, name)
})

const FREE = new Set([
  ...['newHook', 'status', 'showLog', 'openTimeline', 'restartLanguageServer', 'getStarted'],
  // These only change how the views look.
  ...['hooks.groupByEvent', 'hooks.groupByFile', 'recordings.clearFilter', 'recordOff'],
])

test('Restricted Mode offers no command in the palette that needs the hook runtime', () => {
  const { commands, menus } = manifest.contributes
  const when = new Map(menus.commandPalette?.map((entry) => [entry.command, entry.when ?? '']))
  for (const { command } of commands) {
    if (FREE.has(command.replace('hookbench.', ''))) continue
    assert.match(when.get(command) ?? '', /isWorkspaceTrusted|^false$/, command)
  }
})

test('every command that a menu or a key names is declared', () => {
  const { commands, menus, keybindings } = manifest.contributes
  const declared = new Set(commands.map(({ command }) => command))
  const named = [...Object.values(menus).flat(), ...keybindings].map(({ command }) => command)
  assert.deepEqual(
    named.filter((command) => !declared.has(command)),
    [],
  )
})

test('every command that the code registers by a name of ours is declared, but those only code calls', () => {
  const registered = [...everything.matchAll(/(?:command|registerCommand)\(\s*'(hookbench\.[\w.]+)'/g)].map(
    (match) => match[1] ?? '',
  )
  const declared = new Set(manifest.contributes.commands.map(({ command }) => command))
  assert.deepEqual(
    registered.filter((command) => !declared.has(command)),
    [
      'hookbench.makeExecutable',
      'hookbench.useLf',
      'hookbench.trustAsItIs',
      'hookbench.trustEdits',
      'hookbench.showChanged',
      'hookbench.recordings.more',
    ],
  )
})

test('every setting has a description and a default, and the code reads no other', () => {
  const { properties } = manifest.contributes.configuration
  for (const [name, { default: value, markdownDescription }] of Object.entries(properties)) {
    assert.ok(value !== undefined && markdownDescription !== undefined, name)
  }
  const typed = [...text('client/settings.ts').matchAll(/^ {2}readonly '([\w.]+)':/gm)].map(
    (match) => match[1],
  )
  assert.deepEqual(typed.map((name) => `hookbench.${name}`).toSorted(), Object.keys(properties).toSorted())
})

test('every icon stands in both themes, and every colour that the code names is declared', () => {
  assert.deepEqual(readdirSync(join(root, 'media/light')), readdirSync(join(root, 'media/dark')))
  for (const name of [
    ...SIGNS,
    'observe',
    'transform',
    'veto',
    'broken',
    'shadowed',
    'disabled',
    'untrusted',
    'unknown',
    'idle',
    'recording',
  ]) {
    assert.ok(existsSync(join(root, `media/dark/${name}.svg`)), `media/dark/${name}.svg`)
  }
  const colours = new Set(manifest.contributes.colors.map(({ id }) => id))
  for (const [, id = ''] of everything.matchAll(/'(hookbench\.inline[A-Z]\w+)'/g))
    assert.ok(colours.has(id), id)
})

test('the extension wakes in a folder where any dialect keeps hooks', () => {
  const wakes = manifest.activationEvents.flatMap((event) => {
    const [kind, pattern = ''] = event.split(':')
    if (kind !== 'workspaceContains') return []
    // The editor treats a pattern without `*` or `?` as a path, even with braces.
    return [/[*?]/.test(pattern) ? picomatch(pattern, { dot: true }) : (path: string) => path === pattern]
  })
  const read = Object.values<Dialect>(dialects).flatMap(({ id, host }) =>
    (host?.places ?? []).flatMap(({ base, path }) => (base === 'workspace' ? [[id, path] as const] : [])),
  )
  for (const [id, path] of read) {
    const file = path.replaceAll('**', 'a/b').replaceAll('*', 'some')
    assert.ok(
      wakes.some((isIn) => isIn(file)),
      `${id} reads ${path}; add "workspaceContains:${path}" to activationEvents`,
    )
  }
  for (const path of ['.claude/history.jsonl', '.claude/projects/a/1.jsonl', '.claude/hooks/guard.sh'])
    assert.ok(!wakes.some((isIn) => isIn(path)), path)
  for (const { id, places, files } of Object.values<Dialect>(dialects)) {
    for (const { base, folder } of places.filter((place) => place.base === 'workspace')) {
      const hook = `${folder.replaceAll('*', 'some')}/hook${files[0] ?? ''}`
      assert.ok(
        wakes.some((isIn) => isIn(hook)),
        `${id} keeps hooks in ${base} ${hook}; add "workspaceContains:${folder}/*" to activationEvents`,
      )
    }
  }
})

test('wherever the manifest lists dialects, it lists all of them', () => {
  const ids = Object.keys(dialects)
  const lists: unknown[][] = []
  JSON.parse(text('package.json'), (_key, value: unknown) => {
    if (Array.isArray(value) && value.some((one) => ids.includes(one))) lists.push(value)
    return value
  })
  assert.ok(lists.length >= 1)
  for (const list of lists) {
    // The package's keywords are search terms, so they need not be complete.
    if (!list.includes('hooks')) assert.deepEqual(list.toSorted(), ids.toSorted())
  }
})

test('the language server receives hooks of every dialect, and no other files beside them', () => {
  const isSelected = picomatch([...documentPatterns(Object.values<Dialect>(dialects))], { dot: true })
  for (const path of [
    '/w/.kodelet/hooks/guard',
    '/home/.kodelet/plugins/acme@x/hooks/guard',
    '/w/.kaizen/hooks/cost.py',
    '/w/extensions/_10_x.ts',
    '/w/.hookbench/settings.json',
    '/w/a.payload.json',
    '/w/secureyeoman.yaml',
    '/w/.claude/settings.json',
    '/home/.claude/agents/review.md',
  ]) {
    assert.ok(isSelected(path), path)
  }
  for (const path of [
    '/w/src/main.ts',
    '/w/extensions/README.md',
    '/w/package.json',
    '/w/.claude/history.jsonl',
    '/w/.claude/hooks/guard.sh',
  ])
    assert.ok(!isSelected(path), path)
})

test('files that a host reads in a folder named by a variable are sent to the language server', (t) => {
  const before = process.env.CODEX_HOME
  t.after(() => {
    if (before === undefined) delete process.env.CODEX_HOME
    else process.env.CODEX_HOME = before
  })
  const patterns = () => documentPatterns(Object.values<Dialect>(dialects))
  process.env.CODEX_HOME = '/opt/codex'
  assert.ok(patterns().includes('/opt/codex/hooks.json'))
  assert.ok(patterns().includes('**/.codex/hooks.json'))
  process.env.CODEX_HOME = ''
  assert.ok(!patterns().includes('/hooks.json'))
})
