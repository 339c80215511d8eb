// The built product stands alone: it needs only Node, starts quickly, and loads its heavy parts on demand.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import ts from 'typescript'
import type { Dialect } from '../runtime/contract/dialect.ts'
import { dialects, recordOf } from '../runtime/contract/dialects/index.ts'
import { template } from '../runtime/contract/templates.ts'
import { ASSETS } from '../runtime/documents/assets.ts'
import { version } from '../runtime/version.ts'
import { build } from '../scripts/build.ts'
import { OPTIONAL } from '../scripts/product/bundle.ts'
import { fingerprint, isCurrent, stamp } from '../scripts/product/freshness.ts'
import { inPlace } from '../scripts/product/inPlace.ts'
import { libraryTexts } from '../scripts/product/library.ts'
import { type Consumer, complaints, consumerOf, RESOLUTIONS } from './support/consumer.ts'
import { vaguePaths } from './support/exact.ts'
import { clientOf } from './support/languageClient.ts'

const root = join(import.meta.dirname, '..')
mkdirSync(join(root, 'build'), { recursive: true })
// Next to the sources, because a build is put in place by renaming.
const scratch = mkdtempSync(join(root, 'build/test-'))
const dist = join(scratch, 'dist')

let consumer: Consumer

before(async () => {
  // A current build is what a new one would be, with nothing left out.
  const current = join(root, 'dist')
  if (isCurrent(current, fingerprint(root))) cpSync(current, dist, { recursive: true })
  else assert.deepEqual(await build(dist), [], 'nothing was left out')
  consumer = consumerOf(dist)
})
after(() => {
  consumer.remove()
  rmSync(scratch, { recursive: true })
})

test('every entry, asset and Python file is there, side by side', () => {
  const names = readdirSync(dist)
  for (const name of [
    'cli.js',
    'worker.js',
    'nestedThread.js',
    'readerThread.js',
    'endLeft.js',
    'warden.js',
    'index.js',
    'server.js',
    'LICENSES.txt',
    'python',
    'types',
    ...Object.keys(ASSETS),
  ]) {
    assert.ok(names.includes(name), `${name} is missing`)
  }
  const python = readdirSync(join(dist, 'python'), { recursive: true, withFileTypes: true })
  for (const file of python.filter((one) => one.isFile())) assert.match(file.name, /\.py$/)
  assert.equal(statSync(join(dist, 'cli.js')).mode & 0o777, 0o755)
  assert.match(readFileSync(join(dist, 'cli.js'), 'utf8'), /^#!\/usr\/bin\/env node\n/)
})

test('every entry of the package is built and brings what its types declare', async () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.entries<{ default?: string; types?: string }>(exports)
  for (const [name, { default: path, types }] of entries) {
    if (path === undefined || types === undefined) continue
    const built: object = await import(join(scratch, path))
    if (!types.startsWith('./types/')) continue
    const text = readFileSync(join(root, types), 'utf8')
    const declared = [...text.matchAll(/^export declare (?:class|function|const) (\w+)/gm)].map(
      ([, one]) => one,
    )
    assert.deepEqual(Object.keys(built).sort(), [...new Set(declared)].sort(), name)
  }
})

for (const resolution of Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[]) {
  test(`every published type is exact for a strict program that has nothing else (${resolution})`, () => {
    const program = consumer.compile(AGENT, resolution)
    assert.deepEqual(complaints(program), [])
    const checker = program.getTypeChecker()
    const modules = importsIn(program).map((name) => checker.getSymbolAtLocation(name) as ts.Symbol)
    assert.equal(modules.length, typedEntries().length, 'the program imports every entry')
    for (const module of modules) assert.deepEqual(vaguePaths(program, module), [], module.name)
  })
}

test('the types of the main entry declare the values that it brings, and no others', async () => {
  const program = consumer.compile(AGENT, 'nodenext')
  const [main] = importsIn(program).filter(({ text }) => text === 'hookbench')
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(main as ts.Node) as ts.Symbol)
  const values = exported.filter((symbol) => {
    const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return (flags & ts.SymbolFlags.Value) !== 0
  })
  const built: object = await import(join(dist, 'index.js'))
  assert.deepEqual(Object.keys(built).sort(), values.map(({ name }) => name).sort())
})

test('a vague type would be noticed, wherever it hides', () => {
  const program = consumer.compile(VAGUE, 'nodenext')
  const file = program
    .getSourceFiles()
    .find(({ fileName }) => fileName.endsWith('/agent.ts')) as ts.SourceFile
  const module = program.getTypeChecker().getSymbolAtLocation(file) as ts.Symbol
  assert.deepEqual(vaguePaths(program, module), ['call(given)', 'Deep.list<0>.of<1>', 'Gone'])
})

test('a mistake of an embedder is an error', () => {
  const program = consumer.compile(MISTAKES, 'nodenext')
  assert.deepEqual(complaints(program), [])
})

/** The entries of the manifest that can be imported with types. */
function typedEntries(): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries<{ types?: string }>(exports)
    .filter(([, { types }]) => types !== undefined)
    .map(([name]) => name.replace(/^\./, 'hookbench'))
}

function importsIn(program: ts.Program): readonly ts.StringLiteral[] {
  const file = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('/agent.ts'))
  return (file?.statements ?? []).flatMap((one) =>
    ts.isImportDeclaration(one) && ts.isStringLiteral(one.moduleSpecifier) ? [one.moduleSpecifier] : [],
  )
}

// Every entry of the package, used as the README describes.
const AGENT = `
import { openWorkspace, type Settings } from 'hookbench'
import type { PreToolUseInput } from 'hookbench/claude-code'
import type { PreToolUseOutput } from 'hookbench/codex'
import { HooksManager } from 'hookbench/compilr'
import type { PreToolUseInput as CopilotInput } from 'hookbench/copilot'
import type { PreToolUseInput as CursorInput } from 'hookbench/cursor'
import type { HookbenchApi } from 'hookbench/extension'
import type { BeforeToolInput } from 'hookbench/gemini'
import { HookEvent, HookManager, KaizenOptions } from 'hookbench/kaizen'
import { newHookManager, newTrigger } from 'hookbench/kodelet'
import { ExtensionManager } from 'hookbench/secureyeoman'
import type { PreToolUseInput as CodeInput } from 'hookbench/vscode'

type Told = PreToolUseInput | CopilotInput | CursorInput | BeforeToolInput | CodeInput
export const answer = (told: Told): PreToolUseOutput =>
  told.tool_name === 'Bash' ? { decision: 'block', reason: 'no shell' } : {}

type IsAny<T> = 0 extends 1 & T ? true : false
export const exact: IsAny<Settings> | IsAny<Settings['builtin']['costTracking']> = false

export async function agent(root: string): Promise<string | undefined> {
  const workspace = await openWorkspace({ root, settings: { failOpen: false } })
  const outcome = await workspace.fire('before_tool_call', {}, { dialect: 'kodelet' })
  const costs = workspace.settings.builtin.costTracking
  if (costs !== false) console.log(costs.prices['model']?.input.toFixed(2))
  await workspace.close()
  await using extensions = new ExtensionManager({ workspace: root })
  extensions.on('auth_failure', (context) => console.log(context.reason.length))
  const kodelet = await newHookManager()
  const { blocked, reason } = await newTrigger(kodelet, 'c', false, '').triggerBeforeToolCall('bash', {}, 't')
  const kaizen = await HookManager.fromOptions(new KaizenOptions({ settingSources: ['project'] }))
  kaizen.register(HookEvent.POST_TOOL_USE, async ({ data }) => ({ success: data.estimated_cost_usd < 1 }))
  const compilr = new HooksManager({ onEvent: ({ hookName }) => console.log(hookName?.length) })
  compilr.registerBeforeTool(({ toolName }) => ({ input: { toolName } }))
  return blocked ? reason : outcome.reason
}

export const listed = async (api: HookbenchApi) => (await api.list()).map(({ state }) => state.length)
`

const MISTAKES = `
import { openWorkspace } from 'hookbench'

export async function mistaken(root: string) {
  const workspace = await openWorkspace({ root })
  // @ts-expect-error There is no such setting.
  workspace.settings.failOpn
  // @ts-expect-error The settings in force are not to be written.
  workspace.settings.workers = 3
  // @ts-expect-error There is no such problem.
  workspace.problems.some(({ code }) => code === 'event.unknwn')
  // @ts-expect-error A setting is given as the file has it.
  await openWorkspace({ root, settings: { workers: 'two' } })
  // @ts-expect-error What threads are sent is nobody's business.
  workspace.forThread()
}
`

const VAGUE = `
export type Deep = { readonly list: readonly { of: Record<string, any> }[] }
export declare function call(given: any): void
export type { Gone } from './nowhere.ts'
`

test('the command line answers from a folder with no packages near it', () => {
  const away = mkdtempSync(join(tmpdir(), 'hookbench-built-'))
  after(() => rmSync(away, { recursive: true }))
  cpSync(dist, join(away, 'dist'), { recursive: true })
  writeFileSync(join(away, 'package.json'), '{ "type": "module" }')
  const answer = (...argv: string[]) =>
    execFileSync(process.execPath, [join(away, 'dist/cli.js'), ...argv], { encoding: 'utf8' })
  assert.equal(answer('--version'), `${version}\n`)
  assert.match(answer('--help'), /hookbench/)
  const examples = (name: string) => join(root, 'examples', name)
  const hooks = JSON.parse(
    answer('list', '--json', '--workspace', examples('workspace'), '--home', examples('home')),
  )
  const broken = hooks.filter(({ state }: { state: string }) => state === 'broken')
  assert.deepEqual(broken, [], 'the readers work when built')
  const found = new Set(hooks.map(({ dialect }: { dialect: string }) => dialect))
  // The examples contain no entries of hosts, so they are written here.
  const hosted = join(away, 'hosted')
  for (const { events, host } of Object.values(dialects as Readonly<Record<string, Dialect>>)) {
    const event = Object.keys(events)[0] as string
    const entry = host?.newEntry?.(event, '.hooks/guard.sh')
    if (entry === undefined) continue
    const { file, at, value } = entry
    mkdirSync(dirname(join(hosted, file)), { recursive: true })
    const root = at.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [value])
    writeFileSync(join(hosted, file), JSON.stringify(root))
  }
  for (const { dialect, readers = [] } of JSON.parse(
    answer('list', '--json', '--workspace', hosted, '--home', away),
  ))
    for (const id of [dialect, ...readers]) found.add(id)
  for (const dialect of Object.keys(dialects)) assert.ok(found.has(dialect), `no hook of ${dialect} was read`)
  // The compiler has its library, and the contract its types: an array is an array here too.
  const checked = JSON.parse(answer('check', '--json', '--workspace', examples('workspace')))
  assert.deepEqual(JSON.stringify(checked).match(/"severity":"(error|warning)"/g), null)
})

test('the library of the built product is the whole library', () => {
  const texts = new Map([...libraryTexts()].map(([name, text]) => [join('/lib', name), text]))
  const host = ts.createCompilerHost({})
  const program = ts.createProgram({
    rootNames: ['/of/nothing.ts'],
    options: { lib: ['lib.esnext.d.ts'], types: [], target: ts.ScriptTarget.ESNext },
    host: {
      ...host,
      getDefaultLibFileName: () => join('/lib', 'lib.esnext.d.ts'),
      getDefaultLibLocation: () => '/lib',
      fileExists: (name) => texts.has(name),
      readFile: (name) => texts.get(name),
      getSourceFile: (name, target) => {
        const text = name === '/of/nothing.ts' ? 'new Iterator' : texts.get(name)
        return text === undefined ? undefined : ts.createSourceFile(name, text, target)
      },
    },
  })
  const wrong = [...program.getGlobalDiagnostics(), ...program.getSyntacticDiagnostics()]
  assert.deepEqual(
    wrong.map(({ messageText }) => messageText),
    [],
  )
})

test('the language server answers from a folder with no packages near it', async () => {
  const away = mkdtempSync(join(tmpdir(), 'hookbench-built-'))
  after(() => rmSync(away, { recursive: true }))
  cpSync(dist, join(away, 'dist'), { recursive: true })
  writeFileSync(join(away, 'package.json'), '{ "type": "module" }')
  for (const [entry, runs] of [
    [['server.js', '--stdio'], false],
    [['cli.js', 'lsp', '--stdio'], true],
  ] as const) {
    const [script, ...argv] = entry
    const child = spawn(process.execPath, [join(away, 'dist', script), ...argv], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, HOME: away },
    })
    const client = clientOf(child)
    const { capabilities } = await client.initialize(away)
    const commands = capabilities.executeCommandProvider?.commands ?? []
    assert.equal(commands.includes('hookbench.replay'), runs, 'only with a runtime hooks are replayed')
    for (const [name, text] of WRONG) {
      const path = join(away, name)
      client.open(path, text)
      const report = await client.pull(path)
      assert.ok(report.kind === 'full' && report.items.length > 0, `${script} finds nothing in ${name}`)
    }
    await client.shutdown()
    assert.deepEqual(await once(child, 'exit'), [0, null])
    client.dispose()
  }
})

// One mistake for each reader that a bundle could have lost.
const WRONG = [
  ['.compilr/hooks/guard.mjs', 'export default { beforeTol: [() => undefined] }\n'],
  ['.compilr/hooks/typed.ts', 'export default { beforeTool: [(ctx) => { console.log(ctx.toolNme) }] }\n'],
  [
    '.kaizen/hooks/audit.py',
    'class A(BaseHook):\n  events = [HookEvent.PRE_TOOL_USED]\n  async def handle(self, context):\n',
  ],
  ['.kodelet/hooks/guard', '#!/bin/sh\nif then\n'],
  ['.hookbench/settings.json', '{ "failOpn": true }'],
  ['secureyeoman.yaml', 'extensions:\n  enabeld: true\n'],
] as const

for (const [dialect, event, language] of [
  ['secureyeoman', 'tool_execute_before', 'typescript'],
  ['kodelet', 'before_tool_call', 'python'],
  ['kaizen', 'pre_tool_use', 'python'],
  ['compilr', 'beforeTool', 'javascript'],
] as const) {
  test(`the built product runs a fresh ${dialect} hook in ${language}`, () => {
    const home = join(scratch, `home-${dialect}`)
    const workspace = join(scratch, `workspace-${dialect}`)
    mkdirSync(home)
    const { path, text, executable } = template(dialects[dialect] as Dialect, event, language, 'fresh')
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text, { mode: executable ? 0o755 : 0o644 })
    const answer = execFileSync(
      process.execPath,
      [
        join(dist, 'cli.js'),
        'run',
        event,
        '--dialect',
        dialect,
        '--payload',
        '-',
        '--json',
        '--trust-workspace',
        '--workspace',
        workspace,
        '--home',
        home,
      ],
      {
        input: JSON.stringify(recordOf(dialect, event)?.example),
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { ...process.env, HOME: home },
      },
    )
    const { decision, hooks } = JSON.parse(answer)
    assert.equal(decision, 'pass')
    assert.deepEqual(
      hooks.map(({ status }: { status: string }) => status),
      ['returned'],
    )
  })
}

test('no file asks for a package, but for those that may be missing', () => {
  for (const [name, { imports }] of modules()) {
    const packages = imports.filter((to) => !to.startsWith('./') && !isBuiltin(to) && !OPTIONAL.includes(to))
    assert.deepEqual(packages, [], `${name} is to bring along all it needs`)
  }
})

test('the doors load neither the TypeScript API nor amaro at once', () => {
  const all = modules()
  for (const door of ['cli.js', 'worker.js', 'index.js']) {
    const seen = new Set<string>()
    const visit = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      for (const to of all.get(name)?.atOnce ?? []) visit(to)
    }
    visit(door)
    const bytes = [...seen].reduce((sum, name) => sum + statSync(join(dist, name)).size, 0)
    // The contracts of the hosts are included; the TypeScript API alone is 9 MB, amaro 3 MB.
    assert.ok(bytes < 1_000_000, `${door} loads ${bytes} bytes at once: ${[...seen].join(', ')}`)
  }
})

test('bundled packages are named with their licences', () => {
  const text = readFileSync(join(dist, 'LICENSES.txt'), 'utf8')
  for (const name of [
    'typebox',
    'ajv',
    'amaro',
    '@vscode/tree-sitter-wasm',
    'tree-sitter-bash',
    'tree-sitter-powershell',
    'tree-sitter-python',
  ])
    assert.match(text, new RegExp(`^${name}$`, 'm'))
  // Notices of code that TypeScript itself includes.
  assert.match(text, /DefinitelyTyped/)
})

test('a build is current until a source changes, comes or goes', () => {
  const tree = join(scratch, 'tree')
  const out = join(scratch, 'stamped')
  mkdirSync(join(tree, 'runtime/engine'), { recursive: true })
  mkdirSync(join(tree, 'scripts'))
  mkdirSync(out)
  for (const name of ['scripts/build.ts', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    writeFileSync(join(tree, name), name)
  }
  const change = (path: string, text: string) => writeFileSync(join(tree, path), text)
  const stale = () => {
    const answer = !isCurrent(out, fingerprint(tree))
    stamp(out, fingerprint(tree))
    return answer
  }
  assert.equal(stale(), true, 'never built')
  assert.equal(stale(), false, 'nothing changed')
  change('runtime/engine/fire.ts', '1')
  assert.equal(stale(), true, 'a file came')
  change('runtime/engine/fire.ts', '1')
  assert.equal(stale(), false, 'written again, the same')
  change('runtime/engine/fire.ts', '2')
  assert.equal(stale(), true, 'a file changed')
  rmSync(join(tree, 'runtime/engine/fire.ts'))
  assert.equal(stale(), true, 'a file went')
  assert.equal(readFileSync(join(dist, '.built-from'), 'utf8').length, 64)
})

test('a build that fails leaves the old one in place, and nothing beside it', async () => {
  const out = join(scratch, 'out')
  const work = join(scratch, 'work')
  const write = (text: string) => async (folder: string) => writeFileSync(join(folder, 'file'), text)
  await inPlace(out, work, write('one'))
  await inPlace(out, work, write('two'))
  await assert.rejects(inPlace(out, work, async () => Promise.reject(new Error('no'))))
  assert.equal(readFileSync(join(out, 'file'), 'utf8'), 'two')
  await Promise.all(['three', 'three'].map((text) => inPlace(out, work, write(text))))
  assert.equal(readFileSync(join(out, 'file'), 'utf8'), 'three')
  assert.deepEqual(readdirSync(work), [])
})

/** Built file -> all of its imports, and the files beside it that it imports at once. */
function modules(): Map<string, { imports: readonly string[]; atOnce: readonly string[] }> {
  const names = readdirSync(dist).filter((name) => name.endsWith('.js'))
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(dist, name), 'utf8')
      const atOnce = [...text.matchAll(/(?:from|import)\s?"(\.\/[^"]+)"/g)].map(([, to = '']) => to.slice(2))
      // The TypeScript API contains many sample imports in its own strings.
      const imports = text.length > 2_000_000 ? [] : importsOf(text)
      return [name, { imports, atOnce }]
    }),
  )
}

// Read from the syntax tree, because the hook templates contain imports in their texts.
function importsOf(text: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined
    const called =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : undefined
    const to = named ?? called
    if (to !== undefined && ts.isStringLiteral(to)) found.push(to.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('chunk.js', text, ts.ScriptTarget.Latest))
  return found
}
