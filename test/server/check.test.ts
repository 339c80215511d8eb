// `hookbench check`: the same findings in three formats, a reliable exit code, and the parsing of arguments.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { openCli, spawnCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

const FILES = `//- /home/
//- /ws/.kodelet/hooks/no-bit
#!/bin/sh
echo turn_end
//- /ws/.kodelet/hooks/broken 755
echo turn_end
//- /ws/extensions/odd name.ts
export default { name: 'odd', hooks: { agent_innit: async () => {} } }
//- /ws/extensions/fine.ts
export default { name: 'fine', hooks: { agent_init: async () => {} } }
`

const CODES = ['executable.shebang', 'executable.bit', 'event.unknown']

async function check(t: TestContext, args: readonly string[], files = FILES) {
  const tree = writeTree(files)
  t.after(tree.remove)
  const result = await cli.run(['check', '--workspace', tree.at('ws'), '--home', tree.at('home'), ...args])
  return { ...result, tree }
}

type Finding = {
  readonly code: string
  readonly severity: string
  readonly path: string
  readonly start?: { readonly line: number; readonly column: number }
}

type Sarif = {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
      readonly results: readonly {
        readonly ruleId: string
        readonly ruleIndex: number
        readonly level: string
        readonly locations: readonly [
          {
            readonly physicalLocation: {
              readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string }
              readonly region?: { readonly startLine: number; readonly startColumn: number }
            }
          },
        ]
      }[]
    },
  ]
}

test('as text it says where, what and what to do, and counts', async (t) => {
  const { code, stdout, stderr } = await check(t, [])
  assert.deepEqual({ code, stderr }, { code: 1, stderr: '' })
  assert.match(stdout, /^\.kodelet\/hooks\/broken:1:1 error .* executable\.shebang$/m)
  assert.match(stdout, /^ {2}1 \| echo turn_end$/m)
  assert.match(stdout, /^ {4}\| \^{13}$/m)
  assert.match(stdout, /^\.kodelet\/hooks\/no-bit warning Not executable/m)
  assert.match(stdout, /^extensions\/odd name\.ts:1:40 error There is no event "agent_innit"/m)
  assert.match(stdout, /\n\n2 errors, 1 warning in 4 files\.\n$/)
})

test('as JSON it is a list of problems with their places', async (t) => {
  for (const args of [['--json'], ['--format', 'json']]) {
    const { code, stdout, tree } = await check(t, args)
    const found = JSON.parse(stdout) as readonly Finding[]
    assert.equal(code, 1)
    assert.deepEqual(
      found.map((one) => one.code),
      CODES,
    )
    assert.equal(found[0]?.path, tree.at('ws/.kodelet/hooks/broken'))
    assert.deepEqual(found[2]?.start, { line: 1, column: 40 })
  }
})

test('as SARIF it is what the standard asks for, and says the same', async (t) => {
  const { code, stdout } = await check(t, ['--format', 'sarif'])
  assert.equal(code, 1)
  const log = JSON.parse(stdout) as Sarif
  assertSarif(log)
  const [{ tool, results }] = log.runs
  assert.deepEqual(
    results.map(({ ruleId }) => ruleId),
    CODES,
  )
  for (const { ruleId, ruleIndex, locations } of results) {
    assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId)
    const { artifactLocation } = locations[0].physicalLocation
    assert.equal(artifactLocation.uriBaseId, '%SRCROOT%')
    assert.doesNotMatch(artifactLocation.uri, /^\/|^file:| /)
  }
  assert.deepEqual(results[2]?.locations[0].physicalLocation, {
    artifactLocation: { uri: 'extensions/odd%20name.ts', uriBaseId: '%SRCROOT%' },
    region: { startLine: 1, startColumn: 40, endLine: 1, endColumn: 51 },
  })
})

test('columns are UTF-16, and lines end in LF, CR or both', async (t) => {
  const files =
    '//- /ws/extensions/a.ts\n/* 😀 */ export default { name: "a", hooks: { agent_innit: async () => {} } }\n' +
    '//- /ws/extensions/b.ts\n// x\r\n// y\rexport default { name: "b", hooks: { agent_innit: async () => {} } }\n'
  const { stdout } = await check(t, ['--json'], files)
  const places = (JSON.parse(stdout) as readonly Finding[]).map(({ start }) => start)
  assert.deepEqual(places, [
    { line: 1, column: 47 },
    { line: 3, column: 38 },
  ])
})

test('a check without findings prints one line and succeeds', async (t) => {
  const fine =
    '//- /ws/extensions/fine.ts\nexport default { name: "fine", hooks: { agent_init: async () => {} } }\n'
  const { code, stdout } = await check(t, [], fine)
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '1 file, nothing wrong.\n' })
  const log = await check(t, ['--format', 'sarif'], fine)
  assertSarif(JSON.parse(log.stdout))
})

const chosen: readonly (readonly [
  title: string,
  args: readonly string[],
  codes: readonly string[],
  exit: number,
])[] = [
  ['a folder', ['extensions'], ['event.unknown'], 1],
  ['a file that is fine', ['extensions/fine.ts'], [], 0],
  ['several', ['extensions/fine.ts', '.kodelet/hooks/no-bit'], ['executable.bit'], 0],
  ['errors alone', ['--severity', 'error'], ['executable.shebang', 'event.unknown'], 1],
  ['too many warnings', ['.kodelet/hooks/no-bit', '--max-warnings', '0'], ['executable.bit'], 1],
  ['warnings enough', ['.kodelet/hooks/no-bit', '--max-warnings', '1'], ['executable.bit'], 0],
]

for (const [title, args, codes, exit] of chosen) {
  test(`the named files are checked: ${title}`, async (t) => {
    const { code, stdout } = await check(t, ['--json', ...args])
    assert.deepEqual(
      (JSON.parse(stdout) as readonly Finding[]).map((one) => one.code),
      codes,
    )
    assert.equal(code, exit)
  })
}

const refused: readonly (readonly [title: string, args: readonly string[], says: RegExp])[] = [
  ['a path that is not there', ['hooks/none'], /there is no file or folder .*hooks\/none\.$/],
  ['a path that none can be', ['hooks/\0'], /there is no file or folder/],
  ['a path elsewhere', ['/'], /is outside the workspace .* --workspace\.$/],
  ['another format', ['--format', 'xml'], /text, json, sarif/],
  ['another severity', ['--severity', 'bad'], /error, warning, info/],
  ['no number', ['--max-warnings', 'few'], /Expected a number/],
]

for (const [title, args, says] of refused) {
  test(`wrong usage is reported in one line: ${title}`, async (t) => {
    const { code, stdout, stderr } = await check(t, args)
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
    assert.match(stderr.trim(), says)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
}

test('a folder with hook places of its own is checked as the workspace it is', async (t) => {
  const nested = `//- /ws/examples/one/extensions/bad.ts
export default { name: 'bad', hooks: { agent_innit: async () => {} } }
//- /ws/examples/one/.hookbench/settings.json
{ "severities": { "event.unknown": "warning" } }
//- /ws/src/index.ts
`
  const { code, stdout, tree } = await check(t, ['--json', 'examples/one', 'extensions'], FILES + nested)
  const findings = (JSON.parse(stdout) as readonly Finding[]).map((one) => `${one.severity} ${one.path}`)
  assert.deepEqual(
    [code, findings],
    [
      1,
      [
        `error ${tree.at('ws/extensions/odd name.ts')}`,
        `warning ${tree.at('ws/examples/one/extensions/bad.ts')}`,
      ],
    ],
  )
  const none = await check(t, ['src', 'src/index.ts'], FILES + nested)
  assert.deepEqual(
    [none.code, none.stdout],
    [0, 'Nothing to check: no hook and no file of Hookbench is there.\n'],
  )
})

test('payloads are checked wherever they stand, but not in what others installed', async (t) => {
  const payload = '{ "event": "turn_end" }\n'
  const files = [
    'test/data/a.turn_end.payload.json',
    '.hookbench/payloads/more/b.turn_end.json',
    'node_modules/c/c.turn_end.payload.json',
    '.cache/d.turn_end.payload.json',
  ]
  const tree = `//- /ws/extensions/\n${files.map((file) => `//- /ws/${file}\n${payload}`).join('')}`
  for (const args of [[], ['test/data', '.hookbench']]) {
    const { stdout, tree: written } = await check(t, ['--json', ...args], tree)
    assert.deepEqual(
      (JSON.parse(stdout) as readonly Finding[]).map(({ code, path }) => `${code} ${path}`),
      [
        `payload.mismatch ${written.at('ws/.hookbench/payloads/more/b.turn_end.json')}`,
        `payload.mismatch ${written.at('ws/test/data/a.turn_end.payload.json')}`,
      ],
    )
  }
})

test('the settings of the workspace decide how severe a finding is', async (t) => {
  const settings =
    '//- /ws/.hookbench/settings.json\n{ "severities": { "event.unknown": "off", "executable.bit": "error" } }\n'
  const { stdout } = await check(t, ['--json'], FILES + settings)
  assert.deepEqual(
    (JSON.parse(stdout) as readonly Finding[]).map(({ code, severity }) => `${severity} ${code}`),
    ['error executable.shebang', 'error executable.bit'],
  )
})

test('it loads nothing that speaks to editors', async (t) => {
  const tree = writeTree(FILES)
  t.after(tree.remove)
  const spy =
    "import{registerHooks}from'node:module';registerHooks({resolve(s,c,next){if(s.startsWith('vscode'))process.stderr.write('loads '+s);return next(s,c)}})"
  const { code, stderr } = await spawnCli(
    ['check', '--workspace', tree.at('ws'), '--home', tree.at('home')],
    {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(spy)}` },
    },
  )
  assert.deepEqual({ code, stderr }, { code: 1, stderr: '' })
})

test('the examples are clean', async () => {
  const root = fileURLToPath(new URL('../../examples/', import.meta.url))
  const { code, stdout } = await cli.run([
    'check',
    '--severity',
    'warning',
    '--workspace',
    `${root}workspace`,
    '--home',
    `${root}home`,
  ])
  assert.match(stdout, /^\d+ files, nothing wrong\.\n$/)
  assert.equal(code, 0)
})

function assertSarif(log: unknown): void {
  const formats = {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) => /^[^ \\]+$/.test(text) && URL.canParse(text, 'https://example.com/'),
  }
  const ajv = new Ajv({ allErrors: true, formats })
  const schema = JSON.parse(readFileSync(new URL('./sarif.schema.json', import.meta.url), 'utf8'))
  const valid = ajv.validate(schema, log)
  assert.ok(valid, ajv.errorsText())
}
