// Texts that would keep a reader busy for minutes or hours if cost grew faster than length: `hookbench check` ends with
// each of them. The only clocks are the tests' own timeouts, many times what a row takes; they are also compared with
// the time that passed, because no timeout ends a test that never waits. Abandoned analysis is reported, and only that.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFiles } from '../../runtime/cli/check.ts'
import { choose, lookUp } from '../../runtime/documents/flow/scopes.ts'
import { type FlowScope, type FlowValue, UNKNOWN } from '../../runtime/documents/flow/values.ts'
import { opaqueAt } from '../../runtime/documents/opaque.ts'
import { joined, UNKNOWN as NOT_KNOWN_TEXT, openBindings } from '../../runtime/documents/started/values.ts'
import { spawnCli } from '../support/cli.ts'
import { processorMs } from '../support/processorTime.ts'
import { writeTree } from '../support/tree.ts'

const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

const READ = { sh: 'input=$(cat)\n', py: 'import json, sys\np = json.load(sys.stdin)\n', ps1: '', ts: '' }
const JS = "const p = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))\nlet x = 0\n"
const BY = { sh: 'bash', py: 'python3', js: 'node', ps1: 'pwsh' }

// Each takes a compiler seconds, and none exceeds the limit on what is compiled.
const choices = (name: string): string => {
  const each = Array.from({ length: 16 }, (_, at) => `({ ${name}a${at}: 1 } | { ${name}b${at}: 1 })`)
  return `type ${name} = ${each.join(' & ')}\n`
}
const MANY = Array.from({ length: 24 }, (_, at) => `X${at}`)

/** The name of the script, its text, the finding where the text is too large, and the test's timeout. */
const rows: readonly (readonly [
  what: string,
  name: string,
  text: string,
  report?: RegExp | undefined,
  timeout?: number,
])[] = [
  [
    'calls of async in calls of async',
    'a.js',
    `x = ${'async('.repeat(300)}a${')'.repeat(300)}\n`,
    /Parsing it takes too long/,
  ],
  ['words that may be modifiers', 'a.js', `${'async '.repeat(40_000)}\n`, /Parsing it takes too long/],
  ['functions of a shell in one line', 'a.sh', 'f(){ '.repeat(50_000)],
  ['lambdas of Python in one line', 'a.py', `x = ${'lambda: '.repeat(30_000)}1\n`],
  ['arguments that a shell reads', 'a.sh', 'x=$1\n'.repeat(50_000)],
  ['variables that Python reads', 'a.py', times(7000, (at) => `x${at} = os.environ.get("A${at}")\n`)],
  ['variables that JavaScript reads', 'a.js', times(7000, (at) => `const x${at} = process.env.A${at}\n`)],
  [
    'errors of Python that end the program, with a long method',
    'a.py',
    `import sys\nclass R(SystemExit):\n    def __init__(self, m):\n${'        m()\n'.repeat(9000)}        super().__init__(2)\n${'if x:\n    raise R("x")\n'.repeat(5500)}`,
  ],
  [
    'calls of a function of PowerShell with thousands of parameters',
    'a.ps1',
    `function F { param(${times(5000, (at) => `$Parameter${at} = 1, `)}$z) }\n${times(5000, (at) => `F -Parameter${at} 2\n`)}`,
    /too many branches to analyze/,
  ],
  [
    'comprehensions over a table in the tests of comprehensions',
    'a.py',
    `T = [("a", "rm"), ("b", "mv")]\nx = ${'[a for a, b in T if any('.repeat(24)}True${')]'.repeat(24)}\n`,
  ],
  ['calls of Python that print', 'a.py', times(10_000, (at) => `print("${at}")\n`)],
  ['hash tables of PowerShell that are never closed', 'a.ps1', '@{\n'.repeat(60_000)],
  [
    'generic calls of async in such calls',
    'a.ts',
    `x = ${'async<T>('.repeat(300)}a${')'.repeat(300)}\n`,
    /Parsing it takes too long/,
  ],
  ['conditions of PowerShell in a row', 'a.ps1', `if ($t${' -or $t -eq "a"'.repeat(200)}) { exit 2 }\n`],
  ['replacements of PowerShell in a row', 'a.ps1', `$x = $t${' -replace "a", "b"'.repeat(200)}\n`],
  ['loops that print, one after the other', 'a.sh', times(200, () => 'for i in a*; do echo "$i"; done\n')],
  ['loops within loops', 'a.sh', `${'for i in a b; do '.repeat(2000)}:; ${'done; '.repeat(2000)}\n`],
  [
    'a function that denies, called in many branches',
    'a.sh',
    `deny() { echo "$1" >&2; exit 2; }\n${times(200, (at) => `[ "$t" = ${at} ] && deny a\n`)}`,
  ],
  ['arithmetic that is never closed', 'a.sh', '$(( '.repeat(1000)],
  ['arithmetic that is no such thing', 'a.sh', '$(('.repeat(33_000)],
  ['empty lines of a shell', 'a.sh', '\n'.repeat(250_000), undefined, 20_000],
  ['one very long word', 'a.sh', '_'.repeat(250_000)],
  ['one very long name in arithmetic', 'a.sh', `: $(( ${'a'.repeat(250_000)} ))\n`],
  [
    'blanks in a program of awk',
    'a.sh',
    `echo "$input" | jq -r .tool_input.command | awk 'index(${' '.repeat(200_000)}exit 1'\n`,
  ],
  [
    'exits in a program of awk',
    'a.sh',
    `echo "$input" | jq -r .tool_input.command | awk '/a/ {${'exit 1;'.repeat(30_000)}'\n`,
  ],
  ['functions that are never closed', 'a.sh', 'f() {\n'.repeat(40_000)],
  [
    'variables of Python in one line',
    'a.py',
    'os.environ["A"] '.repeat(16_000),
    /too many branches to analyze/,
  ],
  ['substitutions within substitutions', 'a.sh', `x=${'"$(echo '.repeat(20_000)}a${')"'.repeat(20_000)}\n`],
  ['commands that start commands', 'a.sh', `${'sudo '.repeat(20_000)}./x\n`],
  ['folders that a script goes to', 'a.sh', times(8000, (at) => `cd d${at}; ./x\n`)],
  [
    'here-documents in one line',
    'a.sh',
    `${times(12_000, (at) => `cat <<E${at}; `)}\n${times(12_000, (at) => `a\nE${at}\n`)}`,
    /Parsing it takes too long/,
  ],
  ['tests of PowerShell in tests', 'a.ps1', `$x = $t${' -xor $t'.repeat(12_000)}\n`],
  [
    'a dict of Python that stands in itself',
    'a.py',
    `d = {}\n${times(40, (at) => `d.update({"k${at}": d})\n`)}print(json.dumps(d))\n`,
    /too many branches to analyze/,
  ],
  [
    'functions of shell in functions',
    'a.sh',
    `${times(11_000, (at) => `f${at}() { `)}:; ${times(11_000, (at) => `}; f${10_999 - at}; `)}\n`,
  ],
  [
    'subshells that end, one after the other',
    'a.sh',
    times(220_000, () => '(exit 2)\n'),
    /Larger than 256 KiB/,
  ],
  ['fields of fields, one jq each', 'a.sh', `echo "$input"${' | jq .a'.repeat(24_000)}\n`],
  ['words that catch nothing', 'a.py', `${'except '.repeat(35_000)}\n`],
  ['comments of Python', 'a.py', times(150_000, () => '# a\n'), /Parsing it takes too long/],
  ['a module of Python in very many folders', 'a.py', `import a${'.b'.repeat(50_000)}\n`],
  ['names from one module of Python', 'a.py', `from mod import (${times(30_000, (at) => `a${at}, `)})\n`],
  [
    'options with one name in one line',
    'a.js',
    `require('child_process');${'x={shell:y};'.repeat(60_000)}\n`,
    /Larger than 256 KiB/,
    20_000,
  ],
  ['loops of JavaScript with one name', 'a.js', times(3300, () => 'for (const a of p) { x = a }\n')],
  [
    'branches of Python that each set a key',
    'a.py',
    `d = {}\nif p: pass\n${times(4000, (at) => `elif p.get("a") == "k${at}": d["k${at}"] = 1\n`)}print(json.dumps(d))\n`,
    /too many branches to analyze/,
  ],
  ['wrong answers one after the other', 'a.sh', times(2500, (at) => `echo '{"decision":"deny${at}"}'\n`)],
  ['lists of JavaScript deeper than the stack', 'a.js', `${'['.repeat(16_000)}\n`],
  [
    'types that are every choice of others',
    'a.ts',
    `${MANY.map(choices).join('')}export const tool_execute_before = (context) => ${MANY.map((name) => `context.${name} ? (null as any as ${name}) : `).join('')}context\n`,
    /Checking its types takes too long/,
  ],
]

test('the lines of thousands of loads in one line are counted once', () => {
  const text = 'eval(x);'.repeat(250_000)
  const took = processorMs(() => {
    for (let at = 0; at < text.length; at += 8) assert.equal(opaqueAt(text, at, 'eval(x)'), 'line 1: eval(x)')
  })
  assert.ok(took < 4000, `${took} ms`)
})

test('a list of 200,000 texts is joined in one pass', () => {
  const folders = Array.from({ length: 200_000 }, () => ['/a'])
  const took = processorMs(() => assert.deepEqual(joined(folders, ':'), [NOT_KNOWN_TEXT]))
  assert.ok(took < 4000, `${took} ms`)
})

test('a name that is set very often has no known value', () => {
  const valuesAt = openBindings<{ readonly kind: 'bound'; readonly text: string }>()
  const bindings = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ kind: 'bound' as const, text: String(at % 3) }))
  assert.deepEqual(
    valuesAt(bindings(100), ({ text }) => [text]),
    ['0', '1', '2'],
  )
  assert.deepEqual(
    valuesAt(bindings(1000), () => assert.fail('no value of so many is looked at')),
    [NOT_KNOWN_TEXT],
  )
})

for (const [what, name, text, report, timeout = 120_000] of rows)
  test(`what looks at a text ends with ${what}`, { timeout }, async (t) => {
    const ending = name.split('.')[1] as keyof typeof READ | 'js'
    const isModule = ending === 'ts'
    const folder = isModule ? 'extensions' : '.claude/hooks'
    const tree = writeTree(`//- /home/\n//- /ws/\n//- /ws/.kodelet/hooks/other 755\n#!/bin/sh\necho before\n`)
    t.after(tree.remove)
    tree.write(`//- /ws/${folder}/${name}\n${ending === 'js' ? JS : READ[ending]}${text}`)
    if (!isModule) {
      const entry = { type: 'command', command: `${BY[ending]} .claude/hooks/${name}` }
      const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] }
      tree.write(`//- /ws/.claude/settings.json\n${JSON.stringify({ hooks })}\n`)
    }
    const began = performance.now()
    const checked = await checkFiles({ root: tree.at('/ws'), home: tree.at('/home') })
    const took = Math.round(performance.now() - began)
    assert.ok(took < timeout, `${took} ms`)
    const large = checked.flatMap(({ path, findings }) =>
      path.endsWith(name) ? findings.filter(({ code }) => code === 'file.too-large') : [],
    )
    const messages = large.map(({ message }) => message)
    if (report === undefined) assert.deepEqual(messages, [])
    else assert.match(messages.join('\n'), report)
    const other = checked.find(({ path }) => path.endsWith('other'))
    assert.ok((other?.findings.length ?? 0) > 0, 'the other hook is checked')
  })

// A process that runs out of memory ends at once, and nothing can catch that. A fast machine reaches that point before
// the time limit.
test('what looks at classes that each extend the one before keeps some of the memory', {
  timeout: 120_000,
}, async (t) => {
  const classes = times(1200, (at) => {
    const [base, call] = at === 0 ? ['', ''] : [`extends C${at - 1} `, 'super(); ']
    return `class C${at} ${base}{ constructor() { ${call}this.a${at} = p } m${at}() { return this.a${at} } }\n`
  })
  const tree = writeTree('//- /home/\n')
  t.after(tree.remove)
  // Types are not followed in scripts that entries run, so the hook is an executable of Kodelet.
  const hook = `#!/usr/bin/env node\nif (process.argv[2] === 'hook') {\n  console.log('turn_end')\n  process.exit()\n}\n`
  tree.write(
    `//- /ws/.kodelet/hooks/a 755\n${hook}${JS}${classes}x = new C1199().m0()\nconsole.log(JSON.stringify(x))\n`,
  )
  const { stdout, stderr } = await spawnCli(
    ['--workspace', tree.at('/ws'), '--home', tree.at('/home'), 'check'],
    { env: { NODE_OPTIONS: '--max-old-space-size=400' } },
  )
  assert.match(stdout, /Checking its types takes too long/, stderr.slice(0, 1000))
})

// Files that exceed what is analyzed still have their events and files read.
const LARGE: readonly (readonly [
  what: string,
  name: string,
  text: string,
  memory: number,
  report: RegExp,
])[] = [
  [
    '40,000 items of a case',
    'a.sh',
    `case $x in\n${times(40_000, (at) => `a${at}|b${at}) exit 2;;\n`)}esac\n`,
    700,
    /Larger than 256 KiB/,
  ],
  [
    '30,000 branches that ask for a variable',
    'a.sh',
    `if [ -n "$x" ]; then exit 2\n${times(30_000, (at) => `elif [ -n "$x${at}" ]; then exit 2\n`)}fi\n`,
    700,
    /Larger than 256 KiB/,
  ],
  [
    '10,000 cases of JavaScript that each give something back',
    'a.js',
    `${JS}function f(x) { switch (x) {\n${times(10_400, (at) => `case ${at}: return ${at}\n`)}} }\nconsole.log(JSON.stringify({ a: f(p) }))`,
    500,
    /has no field "a"/,
  ],
  [
    '8,000 branches of Python that each set a name',
    'a.py',
    `${READ.py}if p: pass\n${times(8400, (at) => `elif (m${at} := p): f(q)\n`)}`,
    700,
    /too many branches to analyze/,
  ],
]
for (const [what, name, text, memory, report] of LARGE)
  test(`what looks at ${what} keeps some of the memory`, { timeout: 120_000 }, async (t) => {
    const tree = writeTree('//- /home/\n')
    t.after(tree.remove)
    tree.write(`//- /ws/.claude/hooks/${name}\n${text}`)
    const by = BY[name.split('.')[1] as keyof typeof BY]
    const entry = { type: 'command', command: `${by} .claude/hooks/${name}` }
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] }
    tree.write(`//- /ws/.claude/settings.json\n${JSON.stringify({ hooks })}\n`)
    const { stdout, stderr } = await spawnCli(
      ['--workspace', tree.at('/ws'), '--home', tree.at('/home'), 'check'],
      { env: { NODE_OPTIONS: `--max-old-space-size=${memory}` } },
    )
    assert.match(stdout, report, stderr.slice(0, 1000))
  })

test('a name is looked up past thousands of branches before which nothing was set', () => {
  let looked = 0
  class Names extends Map<string, FlowValue> {
    override get(name: string) {
      looked++
      return super.get(name)
    }
  }
  const outermost: FlowScope = { names: new Names([['a', UNKNOWN]]), above: undefined }
  let scope: FlowScope = outermost
  for (let at = 0; at < 1000; at++) {
    scope = { names: new Names(), above: scope }
    choose(scope)
  }
  assert.equal(lookUp(scope, 'a'), UNKNOWN)
  assert.equal(looked, 2)
})

// No machine can hold a text doubled forty times, so building its value stops early.
test('what stands behind a text that is put behind itself again and again is checked', async (t) => {
  const tree = writeTree('//- /home/\n')
  t.after(tree.remove)
  const doubled = `x = "no rm here"\n${times(40, () => 'x = x + x\n')}print(x, file=sys.stderr)\n`
  tree.write(`//- /ws/.claude/hooks/a.py\n${READ.py}${doubled}print(p["tool_inputt"], file=sys.stderr)\n`)
  const entry = { type: 'command', command: 'python3 .claude/hooks/a.py' }
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] }
  tree.write(`//- /ws/.claude/settings.json\n${JSON.stringify({ hooks })}\n`)
  const checked = await checkFiles({ root: tree.at('/ws'), home: tree.at('/home') })
  const codes = checked.flatMap(({ findings }) => findings.map(({ code }) => code))
  assert.ok(codes.includes('field.unknown'), codes.join(', '))
})
