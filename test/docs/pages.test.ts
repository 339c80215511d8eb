// What the pages tell people to type exists: verbs and their options, scripts, files, linked headings, settings, and
// code that compiles. Whether it behaves as the page states is covered by other tests.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { Command, type Option } from 'commander'
import { type ParseError, parse } from 'jsonc-parser'
import ts from 'typescript'
import { verbs } from '../../runtime/cli/verbs.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { readExtensions } from '../../runtime/documents/extensions.ts'
import { readSettings } from '../../runtime/documents/settings.ts'
import { clientOptions } from '../../server/clientOptions.ts'
import { OWN_COMMANDS } from '../../server/features/commands.ts'

const root = join(import.meta.dirname, '..', '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

type Page = { readonly path: string; readonly text: string; readonly blocks: readonly Block[] }
type Block = { readonly tag: string; readonly code: string }

const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'AGENTS.md', 'CHANGELOG.md', 'examples/agent/README.md'],
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
].map((path): Page => {
  const text = readFileSync(join(root, path), 'utf8')
  const fences = [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)]
  return { path, text, blocks: fences.map(([, tag = '', code = '']) => ({ tag, code })) }
})

const program = new Command('hookbench')
  .option('--workspace <dir>')
  .option('--home <dir>')
  .option('--trust-workspace')
  .option('--no-hooks')
  .option('--version')
  .option('--help')
for (const verb of verbs) verb(program, () => {})

test('every command line is understood: its verb, its options, what it cannot do without', () => {
  const lines = pages.flatMap(({ path, text, blocks }) => [
    ...blocks.filter(isShell).flatMap(({ code }) => typed(path, code, true)),
    ...spansOf(text).flatMap((span) => typed(path, span, false)),
  ])
  assert.ok(lines.length > 80, `only ${lines.length} command lines were found`)
  none(
    'the page names what is not there',
    lines.flatMap(({ page, words, whole }) => {
      const wrong = misunderstood(words, whole)
      return wrong === undefined ? [] : [`${page}: hookbench ${words.join(' ')}: ${wrong}`]
    }),
  )
})

test('what a command line is held to is noticed', () => {
  const misread = (line: string, whole = true) => misunderstood(line.split(' '), whole)
  assert.equal(misread('run before_tool_call --payload p.json --record'), undefined)
  assert.equal(misread('--trust-workspace test --junit report.xml'), undefined)
  assert.equal(misread('replay --set a=b', false), undefined)
  assert.equal(misread('rum'), 'there is no verb "rum"')
  assert.equal(misread('run --paylod p.json'), 'there is no option --paylod')
  assert.equal(misread('recordings shwo latest'), 'there is no verb "shwo"')
  assert.equal(misread('check --format xml'), '--format takes text, json, sarif')
  assert.equal(misread('explain'), 'it needs <event>')
})

test('every script that is named can be run', () => {
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm (?:run (?:-s )?)([\w:]+)/g)].map(([, name = '']) => ({ path, name })),
  )
  assert.ok(named.length > 20)
  none(
    'package.json has no such script',
    named.flatMap(({ path, name }) => (Object.hasOwn(scripts, name) ? [] : [`${path}: npm run ${name}`])),
  )
})

test('every link within the repository leads somewhere', () => {
  const links = pages.flatMap(({ path, text }) =>
    [...prose(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, to = '']) => ({ path, to })),
  )
  assert.ok(links.length > 50)
  none(
    'the link leads nowhere',
    links.flatMap(({ path, to }) => (leads(path, to) ? [] : [`${path}: ${to}`])),
  )
})

test('every source file that is named exists, with the names that are attributed to it', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = tracked.split('\n').filter((file) => existsSync(join(root, file)))
  const named = pages.flatMap(({ path, text }) =>
    spansOf(text).flatMap((span) => {
      const [, file, name] = /^((?:[\w.-]+\/)+[\w.-]+\.(?:ts|js|md|py))(?: (\w+))?$/.exec(span) ?? []
      return file === undefined || /^(dist|build|extensions|tools)\//.test(file) ? [] : [{ path, file, name }]
    }),
  )
  assert.ok(named.length > 40, `only ${named.length} files were found`)
  none(
    'no file ends like this, or it has not what is said to be in it',
    named.flatMap(({ path, file, name = '' }) => {
      const found = files.filter((one) => `/${one}`.endsWith(`/${file}`))
      const isThere = found.some((one) => readFileSync(join(root, one), 'utf8').includes(name))
      return isThere ? [] : [`${path}: ${file} ${name}`]
    }),
  )
})

test('the page about editors has every command of the language server, and no option it does not know', () => {
  const text = pages.find(({ path }) => path === 'docs/editors.md')?.text ?? ''
  const rows = [...text.matchAll(/^\| `(hookbench\.\w+)` \| /gm)].map(([, name]) => name)
  assert.deepEqual(rows, OWN_COMMANDS)
  const stated = [...text.matchAll(/`"(\w+)": true`/g)].map(([, name]) => [name, true])
  assert.deepEqual(Object.entries(clientOptions(Object.fromEntries(stated))), stated)
  assert.ok(stated.length >= 3)
})

test('events are counted and drawn as the records have them', () => {
  const all = Object.values<Dialect>(dialects)
  const flows = pages.find(({ path }) => path === 'docs/flows.md')?.text.split(/^## /m) ?? []
  const readme = pages.find(({ path }) => path === 'README.md')?.text ?? ''
  for (const { title, events, host } of all) {
    const row = readme.split('\n').find((line) => line.startsWith(`| **${title}** |`))
    assert.match(
      row ?? '',
      new RegExp(`\\b${Object.keys(events).length} (typed )?events`),
      `README.md: the row of ${title} has its number of events, ${Object.keys(events).length}`,
    )
    // How a host runs its hooks together is up to the host, so its flow is not drawn.
    if (host !== undefined) continue
    const flow = flows.find((one) => one.startsWith(`${title}\n`)) ?? ''
    const drawn = flow.replaceAll(/\bpre\/post_(\w+)/g, 'pre_$1 post_$1')
    for (const event of Object.keys(events))
      assert.match(
        drawn,
        new RegExp(`\\b${event}\\b`),
        `docs/flows.md: the drawing of ${title} shows ${event}`,
      )
  }
  const seeds = all
    .filter(({ host }) => host === undefined)
    .flatMap(({ events }) => Object.values(events))
    .filter(({ later }) => later !== true).length
  for (const { path, text } of pages)
    for (const [phrase, count] of text.matchAll(/\ball (\d+) events\b/g))
      assert.equal(Number(count), seeds, `${path}: ${phrase}`)
})

test('settings and configurations that are shown have no mistake', () => {
  let shown = 0
  for (const { path, blocks } of pages)
    for (const { tag, code } of blocks) {
      if (tag === 'yaml') {
        assert.deepEqual(readExtensions(code, path, { WEBHOOK_SECRET: 's' }).problems, [], `${path}: ${code}`)
        shown++
      }
      if (tag !== 'json' && tag !== 'jsonc') continue
      const errors: ParseError[] = []
      const value: unknown = parse(code, errors)
      assert.deepEqual(errors, [], `${path}: ${code}`)
      if (!Object.keys(value as object).every((key) => Object.hasOwn(defaultSettings, key))) continue
      assert.deepEqual(readSettings(code, path).problems, [], `${path}: ${code}`)
      shown++
    }
  assert.ok(shown >= 3, 'settings, and a configuration of SecureYeoman, are shown somewhere')
})

// Declarations that the reader's own program would have around an excerpt.
const AROUND = `
export declare const root: string
export declare const conversationId: string
export declare const callId: string
export declare const secret: string
export declare const body: string
export declare const payload: unknown
export declare const request: { headers: Record<string, string> }
export declare const context: Parameters<import('hookbench/secureyeoman').ExtensionManager['executeVeto']>[1] &
  Parameters<import('hookbench/compilr').HooksManager['runBeforeTool']>[0]
export declare const data: import('hookbench/kaizen').PostToolUseData
export declare const guard: import('hookbench/compilr').BeforeToolHook
export declare const workspace: import('hookbench').Workspace
export declare function runTool(input: unknown): Promise<never>
export declare function respond(status: number, why: string): never
export declare function handle(delivery: unknown): void
`

test('code for embedders compiles against what is published', () => {
  const excerpts = ['README.md', 'docs/builtin-hooks.md', 'docs/webhooks.md'].flatMap((path) =>
    (pages.find((page) => page.path === path)?.blocks ?? []).flatMap(({ tag, code }) =>
      tag === 'ts' ? [{ path, code }] : [],
    ),
  )
  assert.ok(excerpts.length >= 8)
  const texts = new Map(
    excerpts.map(({ path, code }, at) => [
      join(root, 'test/docs', `excerpt${at}.ts`),
      { path, text: wholeOf(code) },
    ]),
  )
  texts.set(join(root, 'test/docs/around.ts'), { path: 'around', text: AROUND })
  none('the excerpt does not compile', complaints(texts))

  function wholeOf(code: string): string {
    const isImport = (line: string) => line.startsWith('import ')
    const [imports, rest] = [
      code.split('\n').filter(isImport),
      code.split('\n').filter((line) => !isImport(line)),
    ]
    const all = imports.some((line) => line.endsWith("'hookbench'")) ? imports : [...imports, IMPORTS]
    return `${all.join('\n')}\n${HERE}\nexport async function excerpt() {\n${rest.join('\n')}}\n`
  }
})

const IMPORTS = `import { openWebhooks, openWorkspace, verifyWebhook } from 'hookbench'`
const HERE = `import { ${[...AROUND.matchAll(/(?:const|function) (\w+)(?=[:(])/g)].map(([, name]) => name).join(', ')} } from './around.ts'`

function complaints(texts: ReadonlyMap<string, { readonly path: string; readonly text: string }>): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    paths: { hookbench: [join(root, 'runtime/index.ts')], 'hookbench/*': [join(root, 'types/*.d.ts')] },
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => texts.has(name) || fileExists(name)
  host.readFile = (name) => texts.get(name)?.text ?? readFile(name)
  host.getSourceFile = (name, ...rest) => {
    const own = texts.get(name)
    return own === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, own.text, ts.ScriptTarget.ES2024)
  }
  const checked = ts.createProgram([...texts.keys()], options, host)
  return [...texts].flatMap(([name, { path, text }]) =>
    ts
      .getPreEmitDiagnostics(checked, checked.getSourceFile(name))
      .map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}\n${text}`),
  )
}

function none(why: string, found: readonly string[]): void {
  assert.ok(found.length === 0, `${why}:\n${found.map((one) => `  ${one}`).join('\n')}`)
}

/** The text without code blocks and inline code. */
function prose(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

/** The contents of backticks outside of code blocks. */
function spansOf(text: string): readonly string[] {
  return [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
}

function isShell({ tag }: Block): boolean {
  return tag === 'sh' || tag === 'console'
}

type Typed = { readonly page: string; readonly words: readonly string[]; readonly whole: boolean }

// The calls of hookbench in a shell block. `whole`: the line is to be typed unchanged, so required operands must be
// there.
function typed(page: string, code: string, whole: boolean): readonly Typed[] {
  return code
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/&&|\||;|&$|--(?= npx)/))
    .flatMap((part) => {
      const call = /^\s*(?:\$ )?(?:npx )?hookbench ([^=].*)$/.exec(part)?.[1]
      if (call === undefined) return []
      const words = call.match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? []
      return [{ page, words: words.filter((word) => word !== '…'), whole: whole && !call.includes('…') }]
    })
}

/** Why hookbench rejects these words, if it does; `whole` also requires the mandatory operands. */
function misunderstood(words: readonly string[], whole: boolean): string | undefined {
  let command: Command = program
  let operands = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word.startsWith('-')) {
      const [name = ''] = word.split('=')
      const option = [...program.options, ...command.options].find(
        ({ long, short }) => long === name || short === name,
      )
      if (option === undefined) return `there is no option ${name}`
      const value = takesValue(option) ? (word.includes('=') ? word.split('=')[1] : words[++at]) : undefined
      if (value !== undefined && option.argChoices?.includes(value) === false)
        return `${name} takes ${option.argChoices.join(', ')}`
      continue
    }
    const next = command.commands.find((one) => one.name() === word)
    // `on|off` stands for each of the verbs.
    const isEach = word.split('|').every((each) => command.commands.some((one) => one.name() === each))
    if (next !== undefined) command = next
    else if (command.commands.length > 0 && !isEach && word !== 'help') return `there is no verb "${word}"`
    else operands++
  }
  const needed = command.registeredArguments.filter(({ required }) => required)
  return whole && operands < needed.length ? `it needs <${needed[operands]?.name()}>` : undefined
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

function leads(from: string, to: string): boolean {
  const [path = '', anchor] = to.split('#')
  const file = path === '' ? join(root, from) : join(root, dirname(from), path)
  if (!existsSync(file)) return false
  if (anchor === undefined || statSync(file).isDirectory()) return true
  const page = pages.find((one) => one.path === relative(root, file))
  const leadsHere = (line: string) =>
    line === `<a id="${anchor}"></a>` || (/^#+ /.test(line) && anchorOf(line) === anchor)
  return page?.text.split('\n').some(leadsHere) ?? false
}

// The anchor that GitHub makes for a heading.
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
