// The house rules of ARCHITECTURE.md, kept: which room may import which, what appears only where, how files look.
// Every rule says why it stands and what to do instead.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { dialects } from '../runtime/contract/dialects/index.ts'

const root = join(import.meta.dirname, '..')

type Import = { readonly to: string; readonly typeOnly: boolean; readonly dynamic: boolean }
type File = {
  readonly path: string
  readonly text: string
  readonly room: string
  readonly imports: readonly Import[]
}

const files = ['runtime', 'server', 'client', 'scripts', 'bench', 'test'].flatMap(sourceFiles).map(read)
const product = files.filter(({ path }) => /^(runtime|server|client)\//.test(path))

/** Room -> the rooms it may import from. Its own files are always at hand, and so is the version. */
const MAY_IMPORT: Readonly<Record<string, readonly string[] | 'all of runtime'>> = {
  contract: [],
  documents: ['contract'],
  discovery: ['contract', 'documents'],
  trust: ['contract', 'documents', 'discovery'],
  executors: ['contract', 'discovery'],
  engine: ['contract', 'discovery'],
  recordings: ['contract', 'engine'],
  webhooks: ['contract', 'engine'],
  builtin: ['contract', 'engine'],
  workspace: [
    'contract',
    'documents',
    'discovery',
    'trust',
    'executors',
    'engine',
    'recordings',
    'webhooks',
    'builtin',
  ],
  replay: ['contract', 'engine', 'recordings', 'workspace'],
  managers: ['contract', 'engine', 'recordings', 'workspace'],
  sessions: ['contract', 'engine', 'recordings', 'workspace'],
  plugins: ['contract', 'engine', 'recordings', 'workspace'],
  cli: 'all of runtime',
  index: 'all of runtime',
  version: [],
  server: ['contract', 'documents', 'discovery', 'trust', 'recordings'],
  client: ['contract', 'index'],
}

/** Package -> where it may appear, and why nowhere else. */
const ONLY_IN: readonly { readonly packages: RegExp; readonly where: RegExp; readonly why: string }[] = [
  { packages: /^vscode$/, where: /^client\//, why: 'everything else must run without an editor' },
  { packages: /^vscode-languageserver/, where: /^server\//, why: 'only the server speaks the protocol' },
  {
    packages: /^typescript$/,
    where: /^runtime\/documents\/typescript\//,
    why: 'an embedder who parses no TypeScript must not load 9 MB of it',
  },
  { packages: /^ajv$/, where: /^runtime\/contract\/validate\.ts$/, why: 'validation has one door' },
  {
    packages: /^(node:)?(child_process|worker_threads)$/,
    where: /^runtime\/executors\/|^client\/runtime\.ts$/,
    why: 'looking at a hook must never run it, and what is started must be ended: only executors start anything',
  },
]

const names = new Set(Object.values(dialects).flatMap((dialect) => Object.keys(dialect.events)))

test('a room imports only from the rooms it stands on', () => {
  for (const { path, room, imports } of product) {
    const allowed = MAY_IMPORT[room]
    assert.ok(
      allowed !== undefined,
      `${path}: the room "${room}" is not in the import table; add it to design and table`,
    )
    for (const { to } of imports.filter(({ to }) => isLocal(to))) {
      const other = roomOf(to)
      const fine =
        other === room ||
        other === 'version' ||
        (allowed === 'all of runtime' ? isRuntime(to) : allowed.includes(other))
      const why =
        'imports go one way, so that a room can be read, tested and replaced alone; hand the thing in, or move it down'
      assert.ok(fine || isInjected(path, to), `${path} imports ${to}: ${room} may not know ${other}. ${why}`)
    }
  }
})

test('some packages appear in one place only', () => {
  for (const { path, imports } of product) {
    for (const { to } of imports) {
      const rule = ONLY_IN.find(({ packages }) => packages.test(to))
      assert.ok(
        rule === undefined || rule.where.test(path),
        `${path} imports ${to}: ${rule?.why}. Go through ${rule?.where}`,
      )
    }
  }
})

test('the TypeScript reader is loaded on demand', () => {
  const reader = 'runtime/documents/typescript/'
  for (const { path, imports } of product.filter(({ path }) => !path.startsWith(reader))) {
    for (const { to, typeOnly, dynamic } of imports) {
      const fine = !to.startsWith(reader) || typeOnly || dynamic
      assert.ok(
        fine,
        `${path} imports ${to} at once: it brings the TypeScript API along; use \`await import()\``,
      )
    }
  }
})

test('contract does no I/O and nothing asynchronous', () => {
  for (const { path, text, imports } of room('contract')) {
    const io = imports.map(({ to }) => to).filter((to) => to.startsWith('node:'))
    assert.deepEqual(
      io,
      [],
      `${path}: contract is plain data and pure functions, for any thread and any host`,
    )
    assert.doesNotMatch(code(text), /\b(async|await)\b/, `${path}: contract answers at once; wait elsewhere`)
  }
})

test('engine knows no event, no dialect, no file and no clock but the one passed in', () => {
  for (const { path, text, imports } of room('engine')) {
    for (const { to, typeOnly } of imports) {
      assert.ok(
        !to.includes('contract/dialects'),
        `${path} imports ${to}: what differs between dialects stands in their records`,
      )
      assert.ok(
        typeOnly || !/^node:(?!util$)/.test(to),
        `${path} imports ${to}: the engine touches nothing outside; hand it in`,
      )
    }
    for (const literal of literals(text)) {
      assert.ok(
        !names.has(literal),
        `${path} names the event ${literal}: put what is special about it into its record`,
      )
    }
    if (path === 'runtime/engine/clock.ts') continue
    const clock = /\b(Date\.now|new Date|performance\.now|setTimeout|setInterval|setImmediate)\b/
    assert.doesNotMatch(
      code(text),
      clock,
      `${path}: time comes from the clock passed in, so that a test can hold it`,
    )
  }
})

test('looking at hooks starts nothing: documents, discovery and server never import an executor', () => {
  const looking = product.filter(({ room }) => ['documents', 'discovery', 'trust', 'server'].includes(room))
  for (const { path, imports } of looking) {
    for (const { to } of imports) {
      assert.doesNotMatch(
        to,
        /^runtime\/(executors|engine|workspace)\//,
        `${path} imports ${to}: a hook file must be safe to look at`,
      )
    }
  }
})

test('files are small: at most 300 lines outside dialects and tests, fewer than 100 in the middle', () => {
  const counted = product.filter(({ path }) => !path.startsWith('runtime/contract/dialects/'))
  const scripts = files.filter(({ path }) => /^(scripts|bench)\//.test(path))
  for (const { path, text } of [...counted, ...scripts]) {
    const lines = text.split('\n').length - 1
    assert.ok(
      lines <= 300,
      `${path} has ${lines} lines; it does two things by now, so give one of them a file`,
    )
  }
  const sorted = counted.map(({ text }) => text.split('\n').length - 1).sort((one, two) => one - two)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  assert.ok(median < 100, `the median file has ${median} lines; files are to be read in one go`)
})

test('every file opens by saying what it promises', () => {
  for (const { path, text } of files) {
    const first = text.startsWith('#!') ? text.slice(text.indexOf('\n') + 1) : text
    assert.match(
      first,
      /^\/\/ \S/,
      `${path}: begin with one to three sentences on what it promises and what it does not do`,
    )
  }
})

test('there are no drawers: no utils, no helpers, no barrels but one', () => {
  for (const { path, text } of product) {
    assert.doesNotMatch(
      path,
      /\b(utils?|helpers?|misc|common)\b/,
      `${path}: a helper lives with its one user until it has two`,
    )
    const barrel = /^(export (type )?(\*|\{)[^;]*from [^\n]+\n|\/\/[^\n]*\n|\s)+$/.test(text)
    assert.ok(
      !barrel || path === 'runtime/index.ts',
      `${path} only passes exports on: import from where things stand`,
    )
  }
})

test('there are no default exports, enums, namespaces or untyped holes', () => {
  for (const { path, text } of product) {
    const plain = code(text)
    assert.doesNotMatch(plain, /^export default/m, `${path}: names are found by searching; export by name`)
    assert.doesNotMatch(
      plain,
      /^(export )?(const )?enum /m,
      `${path}: Node strips types and cannot strip enums; use a union`,
    )
    assert.doesNotMatch(plain, /:\s*any\b|<any>|\bas any\b/, `${path}: use unknown and look`)
    assert.doesNotMatch(text, /@ts-(ignore|nocheck)/, `${path}: mend the type`)
    assert.doesNotMatch(
      text,
      /\b(TODO|FIXME|XXX)\b/,
      `${path}: do it, or write it down where work is planned`,
    )
  }
})

test('no test imports another test, and nothing imports a test', () => {
  for (const { path, imports } of files) {
    for (const { to } of imports) {
      assert.doesNotMatch(
        to,
        /\.test\.ts$/,
        `${path} imports ${to}: what two tests need goes to test/support`,
      )
      assert.ok(
        !to.startsWith('test/') || path.startsWith('test/'),
        `${path} imports ${to}: the product does not know its tests`,
      )
    }
  }
})

function sourceFiles(folder: string): readonly string[] {
  let entries: ReturnType<typeof entriesOf>
  try {
    entries = entriesOf(folder)
  } catch {
    // A room that later work will build.
    return []
  }
  return entries
    .filter((entry) => entry.isFile() && /\.[cm]?ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !/^test\/programs\/|\/fixtures\//.test(path))
    .sort()
}

function entriesOf(folder: string) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
}

function read(path: string): File {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, room: roomOf(path), imports: importsOf(path, text) }
}

// preProcessFile sees every import, of types too; the statement's own words say which kind it is.
function importsOf(path: string, text: string): readonly Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => {
    const to = fileName.startsWith('.') ? join(dirname(path), fileName).replaceAll('\\', '/') : fileName
    const before = text.slice(0, pos)
    const dynamic = /(\bimport|\brequire)\s*\(\s*['"]?$/.test(before)
    const statement = before.slice(Math.max(before.lastIndexOf('\nimport '), before.lastIndexOf('\nexport ')))
    return { to, dynamic, typeOnly: dynamic ? false : /^\s*(import|export) type\b/.test(statement) }
  })
}

function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  return top === 'runtime' ? second.replace(/\.ts$/, '') : top
}

function room(name: string): readonly File[] {
  const found = product.filter((file) => file.room === name)
  assert.notEqual(found.length, 0, `the room ${name} is gone; take its rule out too`)
  return found
}

function isLocal(to: string): boolean {
  return /^(runtime|server|client|scripts|bench|test)\//.test(to)
}

function isRuntime(to: string): boolean {
  return to.startsWith('runtime/')
}

// The command line's verbs `lsp` and `check` bring the language server to the terminal.
function isInjected(path: string, to: string): boolean {
  return /^runtime\/cli\/(lsp|check)\.ts$/.test(path) && to.startsWith('server/')
}

/** The text with its comments, strings, templates and regular expressions blanked: what the machine does. */
function code(text: string): string {
  let plain = text
  for (const node of texts(text)) {
    const start = node.getStart()
    plain = plain.slice(0, start) + ' '.repeat(node.end - start) + plain.slice(node.end)
  }
  return plain.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

/** Every string in the text. */
function literals(text: string): readonly string[] {
  return texts(text)
    .filter(ts.isStringLiteralLike)
    .map((node) => node.text)
}

function texts(text: string): readonly ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node))
      found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true))
  return found
}
