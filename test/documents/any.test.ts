// Every text is read without a failure: truncated, spliced, endlessly nested.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Exports } from '../../runtime/contract/dialect.ts'
import { fc } from '../support/property.ts'
import { assertRanges, read } from './check.ts'

const SAMPLES: readonly { readonly exports: Exports; readonly path: string; readonly text: string }[] = [
  {
    exports: 'extension',
    path: 'a.ts',
    text: `import { emit } from './emit.ts'
/** 😀 */
const base = { agent_init: async (ctx: Ctx) => { emit(\`x\${ctx.name}\`) } } satisfies Hooks
export default { name: 'sample', hooks: { ...base, async tool_execute_before(ctx) { return ctx.deny ? null : ctx } } }
`,
  },
  {
    exports: 'lists',
    path: 'a.js',
    text: `const redact = async (ctx) => ({ input: { ...ctx.input, token: '***' } })
module.exports = { beforeTool: [redact, function skip() { return { skip: true } }], onError: [...more], afterLLM: [] }
`,
  },
  {
    exports: 'classes',
    path: 'a.py',
    text: `from kaizen.core.autonomy.hooks import BaseHook, HookEvent
from .lib import x as y
class A(BaseHook):
    """😀 doc"""
    events = [HookEvent.PRE_TOOL_USE, "post_tool_use"]
    def __init__(self, level: str = f"{y!r:>10}"):
        super().__init__(name="a")
    async def handle(self, context):
        return {"success": True, **{k: v for k, v in context.data.items()}}
`,
  },
  {
    exports: 'executable',
    path: 'a.py',
    text: `#!/usr/bin/env python3
import json, sys
def main(argv):
    match argv:
        case [_, "hook", *_]: print(f"turn_{'end'}")
        case _: print(json.dumps({"a": [1, 2]}))
while x := sys.argv[1:]:
    if main(x) and not len(x) < 2: sys.exit(1)
`,
  },
  {
    exports: 'executable',
    path: 'a',
    text: `#!/bin/bash
set -euo pipefail; . "$(dirname "$0")/lib.sh"
main() { local cmd="$1"; shift
  case "$cmd" in hook|h*) cat <<EOF
turn_end😀
EOF
  ;; run) jq -r '.a' | while read -r l; do echo "\${l:-x}"; done ;; esac; }
[[ $# -gt 0 && $1 != "" ]] || { echo no >&2; exit 1; }
main "$@"
`,
  },
  {
    exports: 'executable',
    path: 'a.mjs',
    text: `#!/usr/bin/env node
const [, , cmd = 'run', ...rest] = process.argv
for (const r of rest) switch (cmd) { case 'hook': console.log('turn_end'); break; default: await main(r) }
async function main(x) { try { process.stdout.write(\`\${x}\`) } catch { process.exit(2) } }
`,
  },
]

const piece = fc.nat().chain((seed) => fc.nat().map((length) => ({ seed, length: length % 60 })))
const mangled = fc.record({
  sample: fc.constantFrom(...SAMPLES),
  from: fc.constantFrom(...SAMPLES),
  at: fc.nat(),
  cut: fc.nat({ max: 40 }),
  piece,
  crlf: fc.boolean(),
  end: fc.option(fc.nat(), { nil: undefined }),
})

test('a truncated or spliced file is read without a throw, with ranges inside it', async () => {
  await fc.assert(
    fc.asyncProperty(mangled, async ({ sample, from, at, cut, piece: { seed, length }, crlf, end }) => {
      const start = at % (sample.text.length + 1)
      const other = from.text.slice(seed % from.text.length).slice(0, length)
      const spliced = sample.text.slice(0, start) + other + sample.text.slice(start + cut)
      const cutOff = end === undefined ? spliced : spliced.slice(0, end % (spliced.length + 1))
      const text = crlf ? cutOff.replaceAll('\n', '\r\n') : cutOff
      const document = await read(sample.exports, sample.path, text)
      for (const { range } of [...document.sites, ...document.problems]) {
        if (range !== undefined)
          assert.ok(0 <= range.start && range.start <= range.end && range.end <= text.length)
      }
    }),
    { numRuns: 600 },
  )
})

test('any string is read as any kind of file', async () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'(){}[]<>"\'`$;:=,\n \\#!aé😀'), maxLength: 200 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SAMPLES), any, async ({ exports, path }, text) => {
      assertProblemsInside(await read(exports, path, text), text)
    }),
    { numRuns: 300 },
  )
})

function assertProblemsInside(document: Awaited<ReturnType<typeof read>>, text: string): void {
  assertRanges({ ...document, sites: [] }, text)
}

const nested: readonly (readonly [Exports, string, string])[] = [
  ['extension', 'a.ts', `export default ${'('.repeat(50_000)}`],
  ['extension', 'a.ts', `export default ${'{ a: '.repeat(50_000)}`],
  ['lists', 'a.js', `export default { beforeTool: ${'['.repeat(20_000)}${']'.repeat(20_000)} }`],
  ['executable', 'a.mjs', `#!/usr/bin/env node\n${'!'.repeat(50_000)}x`],
  ['executable', 'a.mjs', `#!/usr/bin/env node\nx${'.a()'.repeat(20_000)}`],
  ['classes', 'a.py', `x = ${'('.repeat(20_000)}`],
  ['classes', 'a.py', `x = ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['executable', 'a.py', `#!/usr/bin/env python3\nx = ${'not '.repeat(20_000)}y`],
  ['executable', 'a.sh', `#!/bin/bash\n${'( '.repeat(10_000)}`],
  ['executable', 'a.sh', `#!/bin/bash\necho ${'$('.repeat(5_000)}`],
]

for (const [exports, path, text] of nested) {
  test(`a text nested without end is read: ${path} ${text.slice(0, 40).replace('\n', ' ')}`, async () => {
    const before = performance.now()
    await read(exports, path, text)
    assert.ok(performance.now() - before < 60_000)
  })
}

test('programs without end are given up on', async () => {
  const endless = [
    '#!/usr/bin/env python3\nwhile True:\n    x = 1\nprint("turn_end")\n',
    '#!/usr/bin/env python3\ndef f():\n    f()\nf()\nprint("turn_end")\n',
    `#!/usr/bin/env python3\n${'if x():\n    print("a")\n'.repeat(200)}`,
    '#!/usr/bin/env node\nfor (;;) {}\n',
    '#!/bin/bash\nwhile :; do :; done\necho turn_end\n',
    '#!/bin/bash\nx=a\nfor i in a b c d e f g h i j k l; do x="$x$x$x$x$x$x$x$x"; done\necho "$x"\n',
  ]
  for (const text of endless) {
    const before = performance.now()
    await read('executable', 'a', text)
    assert.ok(performance.now() - before < 30_000, text)
  }
})

test('a thousand small files are read quickly', async () => {
  for (const { exports, path, text } of SAMPLES) await read(exports, path, text)
  const before = performance.now()
  for (let i = 0; i < 1000; i++) {
    const { exports, path, text } = SAMPLES[i % SAMPLES.length] as (typeof SAMPLES)[number]
    await read(exports, path, text)
  }
  assert.ok(performance.now() - before < 60_000)
})

test('TypeScript is imported in its own folder only, and that folder only on demand', async () => {
  const text = (file: string) => readFile(new URL(`../../runtime/documents/${file}`, import.meta.url), 'utf8')
  assert.match(await text('languages.ts'), /await import\('\.\/typescript\/read\.ts'\)/)
  for (const file of ['read.ts', 'languages.ts'])
    assert.doesNotMatch(await text(file), /^import (?!type ).*(typescript|python|shell|powershell)\//m)
})
