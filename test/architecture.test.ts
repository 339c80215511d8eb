// The rules of ARCHITECTURE.md: which room may import which, what may appear only in certain places, and how files are
// written. Every failure explains the rule and what to do instead.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import type { Dialect } from '../runtime/contract/dialect.ts'
import { dialects } from '../runtime/contract/dialects/index.ts'
import { type Room, rooms } from '../scripts/rooms.ts'

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

/** Room -> the rooms it may import from. A room's own files and the version are always allowed. */
const MAY_IMPORT: Readonly<Record<string, Room['mayImport']>> = {
  ...Object.fromEntries(
    rooms
      .filter(({ path }) => /^(?:runtime\/|server$|client$)/.test(path))
      .map(({ path, mayImport }) => [path.replace('runtime/', ''), mayImport]),
  ),
  index: 'runtime',
  version: [],
}

/** Package -> where it may appear, and why only there. */
const ONLY_IN: readonly {
  readonly what: string
  readonly packages: RegExp
  readonly where: RegExp
  readonly why: string
}[] = [
  {
    what: 'the editor',
    packages: /^vscode$/,
    where: /^client\//,
    why: 'everything else must run without an editor',
  },
  {
    what: 'the language server protocol',
    packages: /^vscode-languageserver/,
    where: /^server\//,
    why: 'only the server speaks the protocol',
  },
  {
    what: 'the TypeScript API',
    packages: /^typescript$/,
    where: /^runtime\/documents\/typescript\//,
    why: 'an embedder who parses no TypeScript must not load 9 MB of it',
  },
  {
    what: 'ajv',
    packages: /^ajv$/,
    where: /^runtime\/contract\/validate\.ts$/,
    why: 'validation has one door',
  },
  {
    what: 'what starts processes and threads',
    packages: /^(node:)?(child_process|worker_threads)$/,
    where: /^runtime\/executors\/|^runtime\/documents\/thread\/|^client\/runtime\.ts$/,
    why: 'looking at a hook must never run it, and what is started must be ended: only executors start anything, and who reads long texts a thread of its own',
  },
  {
    what: 'the sandbox library',
    packages: /^@anthropic-ai\/sandbox-runtime$/,
    where: /^runtime\/executors\/sandbox\/warden\.ts$/,
    why: 'it keeps one state per process and listens to signals, so it lives in a process of its own',
  },
  {
    what: 'the Model Context Protocol',
    packages: /^@modelcontextprotocol\//,
    where: /^runtime\/cli\/mcpServer\.ts$/,
    why: 'only `hookbench mcp` needs it, so nothing else loads it',
  },
  {
    what: 'OpenTelemetry',
    packages: /^@opentelemetry\//,
    where: /^runtime\/telemetry\//,
    why: 'it is the copy of whoever embeds us, there or not, so only telemetry knows it',
  },
]

/** Every event name except `stop`, which is also a decision and therefore allowed in every room. */
const names = new Set(
  Object.values(dialects)
    .flatMap((dialect) => Object.keys(dialect.events))
    .filter((name) => name !== 'stop'),
)

test('a room imports only from the rooms it stands on', () => {
  none(
    'imports go one way, so that a room can be read, tested and replaced alone: hand the thing in, or move it down',
    product.flatMap(({ path, room, imports }) => {
      const allowed = MAY_IMPORT[room]
      if (allowed === undefined) return [`${path}: the room ${room} is not in the import table`]
      return imports
        .map(({ to }) => to)
        .filter((to) => isLocal(to) && roomOf(to) !== room && roomOf(to) !== 'version')
        .filter((to) => (allowed === 'runtime' ? !to.startsWith('runtime/') : !allowed.includes(roomOf(to))))
        .filter((to) => !startsServer(path, to))
        .map((to) => `${path} imports ${to}: ${room} may not know ${roomOf(to)}`)
    }),
  )
})

/** Pairs of files that import each other, and why they cannot be separated. */
const TOGETHER: Readonly<Record<string, string>> = {
  'runtime/documents/jq/calls.ts runtime/documents/jq/follow.ts': 'a call holds filters, and a filter calls',
  'runtime/documents/powershell/commands.ts runtime/documents/powershell/expressions.ts':
    'a command holds expressions, and an expression commands',
  'runtime/executors/module/flight.ts runtime/executors/module/thread.ts':
    'a call knows the thread that has it, and the thread its calls',
  'runtime/managers/kaizen.ts runtime/managers/kaizen/agent.ts':
    'an agent makes a manager, and whoever loads the manager gets the agent',
}

test('files import each other one way', () => {
  const circles = circlesOf(product).map((paths) => paths.join(' '))
  none(
    'files in a circle are read, tested and replaced together: give what both need, a type mostly, a file of its own',
    circles.filter((paths) => TOGETHER[paths] === undefined),
  )
  none(
    'take it off the list',
    Object.keys(TOGETHER).filter((paths) => !circles.includes(paths)),
  )
})

test('a room that may be imported from is', () => {
  none(
    'the table says what is, not what might be: take the room off the line in scripts/rooms.ts',
    Object.entries(MAY_IMPORT).flatMap(([room, allowed]) => {
      if (allowed === 'runtime') return []
      const used = new Set(inRoom(room).flatMap(({ imports }) => imports.map(({ to }) => roomOf(to))))
      return allowed.filter((name) => !used.has(name)).map((name) => `${room} imports nothing of ${name}`)
    }),
  )
})

for (const { what, packages, where, why } of ONLY_IN) {
  test(`${what} has one place`, () => {
    const found = product.filter(({ path }) => !where.test(path)).flatMap(imported((to) => packages.test(to)))
    none(`${why}; go through ${where}`, found)
  })
}

test('the TypeScript reader is loaded on demand', () => {
  const reader = 'runtime/documents/typescript/'
  const outside = product.filter(({ path }) => !path.startsWith(reader))
  const atOnce = imported((to, { typeOnly, dynamic }) => to.startsWith(reader) && !typeOnly && !dynamic)
  none('it brings the TypeScript API along, so it is loaded by `await import()`', outside.flatMap(atOnce))
})

test('what need not be installed is loaded on demand', () => {
  const optional = /^@anthropic-ai\/sandbox-runtime$|^@opentelemetry\//
  const atOnce = imported((to, { typeOnly, dynamic }) => optional.test(to) && !typeOnly && !dynamic)
  none('an embedder without it must not fail, so it is loaded by `await import()`', product.flatMap(atOnce))
})

test('contract does no I/O and nothing asynchronous', () => {
  const contract = inRoom('contract')
  none(
    'contract is plain data and pure functions for any thread and any host: touch the world, and wait, elsewhere',
    contract.flatMap(imported((to) => to.startsWith('node:'))),
    contract.flatMap(waiting),
  )
})

test('engine knows no event, no dialect, no file and no clock but the one passed in', () => {
  const engine = inRoom('engine')
  const clock = /\b(Date\.now|new Date|performance\.now|setTimeout|setInterval|setImmediate)\b/
  none(
    'what differs between dialects stands in their records, and the world is handed in, so that a test can hold it',
    engine.flatMap(imported((to) => to.startsWith('runtime/contract/dialects/'))),
    engine.flatMap(imported((to, { typeOnly }) => !typeOnly && /^node:(?!util$)/.test(to))),
    engine.flatMap(({ path, text }) =>
      literals(text).flatMap((word) => (names.has(word) ? [`${path} names the event ${word}`] : [])),
    ),
    engine.filter(({ path }) => path !== 'runtime/engine/clock.ts').flatMap(containing(clock)),
  )
})

const HOSTS = Object.values(dialects as Readonly<Record<string, Dialect>>).flatMap(({ id, host }) =>
  host === undefined ? [] : [id],
)

test('a host is its dialect file, its line in the index, and its cases: no other room names it', () => {
  const own = [
    /^runtime\/contract\/dialectId\.ts$/,
    /^runtime\/contract\/dialects\/index\.ts$/,
    // One host id is also the name of a service whose keys are masked.
    /^runtime\/recordings\/keys\.ts$/,
    // Driving a real program needs its command line; a mutation names the file that it changes.
    /^scripts\/(?:agents\/observe|mutations)\//,
    // The demo plays one agent.
    /^scripts\/start\//,
    /^(?:bench|test)\//,
  ]
  const others = files.filter(({ path }) => !own.some((pattern) => pattern.test(path)))
  for (const id of HOSTS) {
    // `vscode` is also the editor API's name, and `cursor` an ordinary word.
    const isWord = id === 'vscode' || id === 'cursor'
    none(
      'what a host does otherwise stands in its `host`, and what several share in runtime/contract/hosts',
      others
        .filter(
          ({ path, room }) =>
            !path.startsWith('runtime/contract/dialects/') && !(isWord && room !== 'contract'),
        )
        .filter(({ text }) => literals(text).includes(id))
        .map(({ path }) => `${path} names ${id}`),
    )
  }
})

/** Names exported twice because the systems whose APIs we implement use the same name. */
const THEIR_NAMES: Readonly<Record<string, string>> = {
  Discovery: 'Kodelet',
  HookManager: 'Kaizen and Kodelet',
}

test('an exported type has a name of its own', () => {
  const exported = /^export (?:declare )?(?:type|interface|class|abstract class) (\w+)\b(?! *[,}])/gm
  const at = new Map<string, string[]>()
  for (const { path, text } of files.filter((file) => !file.path.startsWith('test/')))
    for (const [, name = ''] of withoutTemplates(text).matchAll(exported))
      at.set(name, [...(at.get(name) ?? []), path])
  assert.ok(at.size > 500, `only ${at.size} types were found; the search is broken`)
  none(
    'one word for two things is read as one thing: say which of them it is',
    [...at]
      .filter(([name, paths]) => paths.length > 1 && THEIR_NAMES[name] === undefined)
      .map(([name, paths]) => `${name}: ${paths.join(', ')}`),
  )
})

/** Participles that name an action instead of the value: a name says what it holds. */
const VERBS = /^(?:un|fore|re)?(?:told|said|heard|meant|asked)$/i

/** A key of printed outcomes and of the cases and scenarios in `test/agents/`: stored data cannot be renamed. */
const KEPT_KEY = 'asked'

test('no name has told, said, heard, meant or asked in it', () => {
  const all = [...files, ...sourceFiles('examples').map(read)]
  assert.deepEqual(all.flatMap(namesWithVerbs), [])
})

test('the reading of names sees their parts', () => {
  const text = `
    const isTold = 1, masked = 2, ASKED_ABOUT = 3, { asked: prompts } = run, { meant } = run
    class Unsaid { #heard = run.asked }
    foretelling({ asked: 'told', said: isTold })`
  assert.deepEqual(
    namesWithVerbs(fileOf('test/x.ts', text)).map((line) => line.replace('test/x.ts:', '')),
    ['2: isTold', '2: ASKED_ABOUT', '2: meant', '3: Unsaid', '3: #heard', '4: said', '4: isTold'],
  )
})

test('predicting an agent fires an event and judges nothing itself', () => {
  const FIRES =
    /^runtime\/(?:contract\/(?:call|dialect|dialects\/index|effect|facts|hook|host|json|problems)|discovery\/(?:cache|closure|disk|entries|cachedRead)|documents\/read|engine\/(?:chain|clock|engine))\.ts$|^scripts\/(?:agents\/|options\.ts$)|^node:/
  const predicting = files.filter(({ path }) => /^scripts\/agents\/(?:predict|predictCase)\.ts$/.test(path))
  assert.equal(predicting.length, 2)
  none(
    'a second judge would agree with itself: fire the event',
    predicting.flatMap(imported((to) => !FIRES.test(to))),
  )
})

test('looking at hooks starts nothing: no room that reads them imports what runs them', () => {
  const readers = ['documents', 'discovery', 'trust', 'project', 'checks', 'server']
  const looking = product.filter(({ room }) => readers.includes(room))
  const runs = imported((to) => /^runtime\/(executors|engine|workspace)\//.test(to))
  none('a hook file must be safe to look at; whoever runs hooks is handed in', looking.flatMap(runs))
})

test('the language server reaches nothing that starts anything, however far its imports are followed', () => {
  const byPath = new Map(product.map((file) => [file.path, file]))
  // `withinTime.ts` runs one of our own functions under a time limit, and compiles only its own script.
  const reader = /^runtime\/documents\/(?:thread\/|typescript\/typed\/withinTime\.ts$)/
  const reached = new Set(['server/main.ts', 'server/server.ts', 'runtime/documents/thread/readerThread.ts'])
  for (const path of reached)
    for (const { to, typeOnly } of byPath.get(path)?.imports ?? [])
      if (!typeOnly && byPath.has(to)) reached.add(to)
  assert.ok(reached.size > 100, `only ${reached.size} files were reached; the walk is broken`)
  // The thread that reads long texts is followed as well. The compiler is called through a one-line script, because a
  // script can be terminated.
  const compiler = 'runtime/documents/typescript/withinTime.ts'
  assert.deepEqual(byPath.get(compiler)?.text.match(/new Script\(.*|\brunIn\w+\(\w+/g), [
    "new Script('ask()')",
    'runInContext(context',
  ])
  const files = [...reached]
    .filter((path) => !reader.test(path) && path !== compiler)
    .flatMap((path) => byPath.get(path) ?? [])
  const starts =
    /^runtime\/(executors|engine|workspace|replay|plugins|cli)\/|^(node:)?(child_process|worker_threads|cluster|vm)$/
  none(
    'opening a folder of hostile hooks must run none of them; whoever runs hooks is handed in (server/runtime.ts)',
    files.flatMap(imported((to, { typeOnly }) => !typeOnly && starts.test(to))),
  )
})

/** The text without its templates, which hold what a generator writes into other files. */
function withoutTemplates(text: string): string {
  return text.replaceAll(/`[^`]*`/g, '``')
}

/** Functions of node:fs that read a file, or open one for reading. */
const READS = /^(?:read|readv|readFile|createReadStream|openAsBlob|copyFile|cp)(?:Sync)?$/

/** Files that may still read directly: none of them reads a path that others choose. */
const READS_ITSELF: Readonly<Record<string, string>> = {
  'runtime/files/read.ts': 'this is where it is done right',
  'runtime/executors/inspect/trace.ts': 'what bash wrote, in a folder of its own making',
  'runtime/executors/python/interpreter.ts': 'a file of its own making, unlinked at once',
  'runtime/executors/module/output.ts': 'reads nothing: it puts itself in front of what hooks print with',
  'runtime/plugins/tree.ts': 'copies what its survey found to be regular files of a bounded size',
}

test('files are read through runtime/files/read.ts', () => {
  none(
    'an endless file must not fill the memory and a pipe must not hang us: take the reading from there',
    product.filter(({ path }) => READS_ITSELF[path] === undefined).flatMap(takenFromFs(READS)),
    product.flatMap(containing(/\bfs\.readFile\b/)),
  )
})

/** Functions of node:fs that write, create, move or delete. */
const WRITES =
  /^(?:open|write|writev|writeFile|appendFile|createWriteStream|mkdir|mkdtemp|mkdtempDisposable|rm|rmdir|unlink|rename|link|symlink|copyFile|cp|truncate|chmod|fchmod|lchmod|chown|utimes)(?:Sync)?$/

/** Files that may still write directly: none of their paths depends on anything that came with a workspace. */
const WRITES_ITSELF: Readonly<Record<string, string>> = {
  'runtime/files/read.ts': 'opens for reading',
  'runtime/files/write.ts': 'this is where it is done right',
  'runtime/discovery/cache.ts': "the user's cache folder",
  'runtime/documents/compiled.ts': "the user's cache folder",
  'runtime/workspace/eventCache.ts': "the user's cache folder",
  'runtime/trust/store.ts': "the user's data folder",
  'runtime/cli/realRun.ts': "the user's data folder",
  'runtime/executors/environment.ts': "the user's data folder",
  'runtime/executors/groups.ts': "the user's data folder",
  'runtime/executors/reap.ts': "the user's data folder",
  'runtime/executors/executable/pipes.ts': 'pipes in a folder of this runtime',
  'runtime/executors/inspect/trace.ts': 'a folder of its own making',
  'runtime/executors/inspect/entryProcess.ts': 'stand-ins for interpreters in a folder of its own making',
  'runtime/executors/inspect/openInspector.ts': 'a folder of its own making',
  'runtime/executors/inspect/shell/adapter.ts': 'a folder of its own making',
  'runtime/executors/python/interpreter.ts': 'a file of its own making',
  'runtime/executors/sandbox/openSandbox.ts': 'a folder of its own making',
  'runtime/executors/sandbox/pinned.ts': 'a folder of its own making',
  'runtime/executors/sandbox/startWarden.ts': 'a folder of its own making',
  'runtime/executors/sandbox/warden.ts': 'the folder that its starter made',
  'runtime/executors/module/output.ts': 'writes nothing: it puts itself in front of what hooks print with',
  'runtime/sessions/socket.ts': 'the socket that the person named, with checks of its own',
  'runtime/sessions/token.ts': 'the token file that the person named, with checks of its own',
  'runtime/recordings/recorder.ts': 'appends to descriptors that runtime/files/write.ts opened',
  'runtime/builtin/audit.ts': 'appends to descriptors that runtime/files/write.ts opened',
  'runtime/plugins/add.ts': 'a plugins folder that stray.ts has looked at',
  'runtime/plugins/staging.ts': 'a plugins folder that stray.ts has looked at',
  'runtime/plugins/tree.ts': 'a plugins folder that stray.ts has looked at',
}

test('what is written or deleted in a workspace goes through runtime/files/write.ts', () => {
  const others = product.filter(({ path }) => WRITES_ITSELF[path] === undefined)
  none(
    'links that came with a workspace must not decide whose files are written: take the writing from there',
    others.flatMap(takenFromFs(WRITES)),
    others.flatMap(imported((to) => to === 'write-file-atomic')),
  )
})

test('every exception of these rules is still one', () => {
  const idle = (exceptions: Readonly<Record<string, string>>, names: RegExp) =>
    Object.keys(exceptions).filter((path) => {
      const file = product.find((one) => one.path === path)
      if (file === undefined) return true
      const atomic = imported((to) => to === 'write-file-atomic')(file)
      return takenFromFs(names)(file).length === 0 && atomic.length === 0
    })
  none('take it off the list', idle(READS_ITSELF, READS), idle(WRITES_ITSELF, WRITES))
})

test('messages are shown through client/messages.ts, which keeps links out of them', () => {
  for (const { path, text } of product) {
    if (path === 'client/messages.ts') continue
    const found = code(text).match(/\.show(?:Error|Warning|Information)Message\b/)?.[0]
    assert.equal(
      found,
      undefined,
      `${path}: a link in a name would run a command; say it with client/messages.ts`,
    )
  }
})

test('only the bundle runs a file with compiled code', () => {
  none(
    'it is for files of the built product, never for a hook; scripts/product/compiler.ts puts it in',
    product.flatMap(imported((to) => to === 'runtime/documents/compiled.ts')),
  )
})

test('files are small: at most 300 lines outside dialects and tests, fewer than 100 in the middle', () => {
  const counted = [...product, ...files.filter(({ path }) => /^(scripts|bench)\//.test(path))]
    .filter(({ path }) => !path.startsWith('runtime/contract/dialects/'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .sort((one, two) => one.lines - two.lines)
  const long = counted
    .filter(({ lines }) => lines > 300)
    .map(({ path, lines }) => `${path} has ${lines} lines`)
  none('a file this long does two things: give one of them a file of its own', long)
  const median = counted[Math.floor(counted.length / 2)]?.lines ?? 0
  assert.ok(
    median < 100,
    `the median file has ${median} lines; files are to be read in one go, so split some`,
  )
})

// Files loaded by name from outside: by embedders, hooks, the editor, the TypeScript server and the bundle.
const ENTRIES =
  /^runtime\/(index|managers\/\w+|executors\/module\/virtual|documents\/compiled)\.ts$|^client\/(extension|typescript\/plugin)\.ts$/

test('what is exported is used by another file', () => {
  const idle = product
    .filter(({ path }) => !ENTRIES.test(path))
    .flatMap(({ path, text }) => {
      const names = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]
      const users = files.filter(({ imports }) => imports.some(({ to }) => to === path))
      return names.flatMap(([, name = '']) => {
        const word = new RegExp(`\\b${name}\\b`)
        return users.some((user) => word.test(user.text)) ? [] : [`${path}: ${name}`]
      })
    })
  none('what a file keeps to itself can be changed without looking elsewhere: take `export` away', idle)
})

test('every file opens by saying what it promises', () => {
  const silent = files.filter(({ text }) => !/^(#!.*\n)?\/\/ \S/.test(text)).map(({ path }) => path)
  none(
    'begin with one to three sentences on what the file promises and what it deliberately does not do',
    silent,
  )
})

test('there are no drawers and no barrels but one', () => {
  const barrel = /^(export (type )?(\*|\{)[^;]*from [^\n]+\n|\/\/[^\n]*\n|\s)+$/
  none(
    'a helper lives with its one user until it has two, and things are imported from where they stand',
    product.flatMap(({ path }) => (/\b(utils?|helpers?|misc)\b/.test(path) ? [path] : [])),
    product.flatMap(({ path, text }) => (barrel.test(text) && path !== 'runtime/index.ts' ? [path] : [])),
  )
})

test('there are no default exports, enums, holes in the types, or promises to do it later', () => {
  none(
    'export by name, so that names can be found by searching',
    product.flatMap(containing(/^export default/m)),
  )
  none(
    'Node strips types and cannot strip enums: use a union',
    product.flatMap(containing(/^(export )?(const )?enum /m)),
  )
  none('use unknown and look', product.flatMap(containing(/:\s*any\b|<any>|\bas any\b/)))
  none(
    'mend the type',
    product.flatMap(({ path, text }) => (/@ts-(ignore|nocheck)/.test(text) ? [path] : [])),
  )
  none(
    'do it, or plan it',
    product.flatMap(({ path, text }) => (/\b(TODO|FIXME|XXX)\b/.test(text) ? [path] : [])),
  )
})

test('no test imports another test, and nothing else imports from tests', () => {
  const outside = files.filter(({ path }) => !path.startsWith('test/'))
  none('what two tests need goes to test/support', files.flatMap(imported((to) => to.endsWith('.test.ts'))))
  none('the product does not know its tests', outside.flatMap(imported((to) => to.startsWith('test/'))))
})

test('random examples are the same in every run', () => {
  // Scenarios for real agents are drawn with the requested seed.
  const others = files.filter(
    ({ path }) => path !== 'test/support/property.ts' && !path.startsWith('scripts/agents/observe/'),
  )
  none(
    'what passes once passes always: take fc from test/support/property.ts',
    others.flatMap(imported((to) => to === 'fast-check')),
  )
})

test('the reading of imports sees types, dynamic imports and exports passed on', () => {
  const text = [
    "import type { A } from './a.ts'",
    "import {\n  b,\n  type B,\n} from './b.ts'",
    "export type { C } from '../documents/c.ts'",
    "const d = await import('ajv')",
    "type E = import('./e.ts').E",
  ].join('\n')
  const seen = importsOf('runtime/trust/x.ts', text).map(
    ({ to, typeOnly, dynamic }) => `${to} ${typeOnly} ${dynamic}`,
  )
  assert.deepEqual(seen, [
    'runtime/trust/a.ts true false',
    'runtime/trust/b.ts false false',
    'runtime/documents/c.ts true false',
    'ajv false true',
    'runtime/trust/e.ts false true',
  ])
})

/** Fails with every violation, the reason for the rule and what to do. */
function none(why: string, ...found: readonly (readonly string[])[]): void {
  const all = found.flat()
  assert.ok(all.length === 0, `${why}:\n${all.map((one) => `  ${one}`).join('\n')}`)
}

function imported(wrong: (to: string, one: Import) => boolean): (file: File) => readonly string[] {
  return ({ path, imports }) =>
    imports.flatMap((one) => (wrong(one.to, one) ? [`${path} imports ${one.to}`] : []))
}

// Uses of the keywords `async` and `await`. Comparing syntax kinds ignores a host's configuration field of that name.
function waiting({ path, text }: File): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AsyncKeyword) found.push(`${path}: async`)
    if (ts.isAwaitExpression(node)) found.push(`${path}: await`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true))
  return found
}

/** Reports what a file imports of node:fs that matches; importing all of it counts as a match. */
function takenFromFs(names: RegExp): (file: File) => readonly string[] {
  return ({ path, text }) =>
    [...text.matchAll(/^import (type )?([^;]*?) from '(?:node:)?fs(?:\/promises)?'/gm)].flatMap(
      ([, isType, clause = '']) => {
        if (isType !== undefined) return []
        if (!clause.startsWith('{')) return [`${path} imports all of node:fs`]
        const taken = clause
          .slice(1, -1)
          .split(',')
          .map((one) => one.trim())
        return taken.flatMap((one) => (names.test(one.split(' ')[0] ?? '') ? [`${path} takes ${one}`] : []))
      },
    )
}

function containing(pattern: RegExp): (file: File) => readonly string[] {
  return ({ path, text }) => {
    const found = pattern.exec(code(text))
    return found === null ? [] : [`${path}: ${found[0].trim()}`]
  }
}

function sourceFiles(folder: string): readonly string[] {
  let entries: ReturnType<typeof entriesOf>
  try {
    entries = entriesOf(folder)
  } catch {
    // The folder of a room that does not exist yet.
    return []
  }
  return entries
    .filter((entry) => entry.isFile() && /\.[cm]?ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !/^test\/(programs|checks\/corpus)\/|\/fixtures\//.test(path))
    .sort()
}

function entriesOf(folder: string) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
}

function read(path: string): File {
  return fileOf(path, readFileSync(join(root, path), 'utf8'))
}

function fileOf(path: string, text: string): File {
  return { path, text, room: roomOf(path), imports: importsOf(path, text) }
}

// preProcessFile lists every import, type imports included; the text of the statement tells which kind each is.
function importsOf(path: string, text: string): readonly Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => {
    const to = fileName.startsWith('.') ? join(dirname(path), fileName).replaceAll('\\', '/') : fileName
    const before = `\n${text.slice(0, pos)}`
    const dynamic = /(\bimport|\brequire)\s*\(\s*['"]?$/.test(before)
    const statement = before.slice(Math.max(before.lastIndexOf('\nimport '), before.lastIndexOf('\nexport ')))
    return { to, dynamic, typeOnly: dynamic ? false : /^\s*(import|export) type\b/.test(statement) }
  })
}

function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  return top === 'runtime' ? second.replace(/\.ts$/, '') : top
}

function inRoom(name: string): readonly File[] {
  const found = product.filter((file) => file.room === name)
  assert.notEqual(found.length, 0, `the room ${name} is gone; take its rule out too`)
  return found
}

function isLocal(to: string): boolean {
  return /^(runtime|server|client|scripts|bench|test)\//.test(to)
}

/** The groups of files that reach each other through their static imports, sorted. */
function circlesOf(all: readonly File[]): readonly (readonly string[])[] {
  const byPath = new Map(all.map((file) => [file.path, file]))
  const reached = new Map(
    all.map(({ path }) => {
      const seen = new Set<string>()
      const open = [path]
      for (let at = open.pop(); at !== undefined; at = open.pop())
        for (const { to, dynamic } of byPath.get(at)?.imports ?? [])
          if (!dynamic && byPath.has(to) && !seen.has(to)) {
            seen.add(to)
            open.push(to)
          }
      return [path, seen]
    }),
  )
  const circles = [...reached].flatMap(([path, seen]) => {
    const others = [...seen].filter((other) => other !== path && reached.get(other)?.has(path) === true)
    return others.length === 0 ? [] : [[path, ...others].sort()]
  })
  return [...new Map(circles.map((paths) => [paths.join(' '), paths])).values()]
}

// The command line's verb `lsp` offers the language server to any editor.
function startsServer(path: string, to: string): boolean {
  return path === 'runtime/cli/lsp.ts' && to.startsWith('server/')
}

const codeOf = new Map<string, string>()

/** The text with comments, strings, templates and regular expressions blanked out, so that only code remains. */
function code(text: string): string {
  const known = codeOf.get(text)
  if (known !== undefined) return known
  const parts: string[] = []
  let end = 0
  for (const { start, node } of texts(text)) {
    parts.push(text.slice(end, start), ' '.repeat(node.end - start))
    end = node.end
  }
  const plain = [...parts, text.slice(end)].join('').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  codeOf.set(text, plain)
  return plain
}

/** `file:line: name` of every identifier that has one of the verbs among its words. */
function namesWithVerbs({ path, text }: File): readonly string[] {
  if (!/told|said|heard|meant|asked/i.test(text)) return []
  const found: string[] = []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && !(node.text === KEPT_KEY && isKey(node))) {
      const words = node.text.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[^A-Za-z]+/)
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (words.some((word) => VERBS.test(word))) found.push(`${path}:${line}: ${node.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Whether a node is a property key as declared, written or read, rather than a name local to the file. */
function isKey(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  return (
    (ts.isPropertyAccessExpression(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent)) &&
    parent.name === node
  )
}

/** The value of every string literal in the text. */
function literals(text: string): readonly string[] {
  return texts(text).flatMap(({ node }) => (ts.isStringLiteralLike(node) ? [node.text] : []))
}

/** The literals and parts of templates, in the order of the text. */
function texts(text: string): readonly { readonly start: number; readonly node: ts.Node }[] {
  const found: { readonly start: number; readonly node: ts.Node }[] = []
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node))
      found.push({ start: node.getStart(source), node })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
