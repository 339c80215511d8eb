// The cost of following a text, counted in steps: for short texts whose analysis explodes, and for long ones. Without
// the budget some of these rows take minutes or all of the memory. No clock is used.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { Budget, budgetFor } from '../../runtime/documents/budget.ts'
import { firstError, parseTree } from '../../runtime/documents/treeSitter.ts'
import { understandDocument } from '../../runtime/documents/understand.ts'

const events = Object.keys(dialects.kodelet.events)
const [EVENT = ''] = events

const python = (body: string): string =>
  `#!/usr/bin/env python3\nimport json, sys\nif sys.argv[1] == "hook":\n    print("${EVENT}")\n    sys.exit(0)\npayload = json.load(sys.stdin)\n${body}\nprint(json.dumps(d))\n`
const shell = (body: string): string =>
  `#!/usr/bin/env bash\nif [ "$1" = hook ]; then echo ${EVENT}; exit 0; fi\ninput=$(cat)\n${body}\n`
const node = (body: string): string =>
  `#!/usr/bin/env node\nif (process.argv[2] === 'hook') { console.log('${EVENT}'); process.exit(0) }\n${body}\n`
const jq = (program: string): string => shell(`echo "$input" | jq '${program}'`)
const times = (count: number, line: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => line(at)).join(between)

const exploding: readonly (readonly [name: string, text: string])[] = [
  [
    'branches that put a dict into itself',
    python(
      `d = {"blocked": False}\n${times(30, (at) => `if payload.get("x${at}"):\n    d = {**d, "a": d}\n`)}`,
    ),
  ],
  ['a dict twice in itself', python(`d = {"blocked": False}\n${times(40, () => 'd = {"a": d, "b": d}\n')}`)],
  ['a list added to itself', python(`d = [payload]\n${times(40, () => 'd = d + d\n')}`)],
  ['a list spread into itself', node(`let d = [1]; ${times(40, () => 'd = [...d, ...d];')} console.log(d)`)],
  ['an object of jq twice in itself', jq(times(20, () => '{a:., b:.}', ' | '))],
  ['an object of jq added to itself', jq(`{a:1} ${times(60, () => '| . + .')}`)],
  [
    'functions of jq that call the one before twice',
    jq(`${times(30, (at) => `def f${at}: ${at === 0 ? '.' : `f${at - 1}, f${at - 1}`};`)} f29`),
  ],
  ['a variable twice in itself', shell(`a='{"a":1}'\n${times(40, () => 'a="$a$a"\n')}echo "$a"`)],
  [
    'an answer twice in itself',
    shell(`a='{"a":1}'\n${times(30, () => 'a="{\\"a\\":$a,\\"b\\":$a}"\n')}echo "$a"`),
  ],
  [
    'functions that call the one before four times',
    shell(
      `${times(14, (at) => `f${at}() { ${at === 0 ? 'echo a' : times(4, () => `f${at - 1}`, '; ')}; }\n`)}f13`,
    ),
  ],
]

const long: readonly (readonly [name: string, text: string])[] = [
  ['a pipe of 10,000 stages', shell(`echo "$input"${' | cat'.repeat(10_000)}`)],
  ['5,000 lines of shell', shell(times(5000, (at) => `x${at}=$(echo "$input" | jq -r .tool)\n`))],
  ['a dict of 10,000 keys in one line', python(`d = {${times(10_000, (at) => `"k${at}": ${at}`, ', ')}}`)],
  ['a list of 20,000 levels', python(`d = ${'['.repeat(20_000)}${']'.repeat(20_000)}`)],
]

describe('a text', () => {
  for (const [name, text] of [...exploding, ...long])
    test(`with ${name} costs what a text of its length may`, async () => {
      const budget = budgetFor(text)
      const { spots } = await understandDocument(
        { path: 'hook', text, exports: 'executable', events },
        budget,
      )
      assert.ok(budget.taken <= 100_000 + 2 * text.length, `${budget.taken} steps`)
      assert.ok(spots.length <= budget.taken, `${spots.length} spots`)
    })

  test('that is not followed to its end has no finding, and says so once', async () => {
    const text = python('d = {"blocked": "no"}\nprint(payload["nothing"])')
    const input = { path: 'hook', text, exports: 'executable', events } as const
    const whole = await understandDocument(input)
    assert.ok(whole.spots.some((spot) => 'sure' in spot && spot.sure))
    const { spots, problems } = await understandDocument(input, new Budget(60))
    assert.deepEqual(
      spots.filter((spot) => spot.kind === 'answer' || ('sure' in spot && spot.sure)),
      [],
    )
    assert.deepEqual(
      problems.map(({ code, severity }) => `${severity} ${code}`),
      ['info file.too-large'],
    )
  })

  test('as people write it costs a small part of what it may', async () => {
    const corpus = join(import.meta.dirname, '../checks/corpus')
    for (const entry of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      const budget = budgetFor(text)
      await understandDocument({ path, text, exports: 'executable', events }, budget)
      assert.ok(budget.taken < 50_000, `${path}: ${budget.taken} steps`)
    }
  })
})

test('what a question may cost is taken from the whole, and never more', () => {
  const whole = new Budget(10)
  const part = whole.part(4)
  assert.ok(part.take(3))
  assert.ok(!part.take(3))
  assert.ok(!whole.spent)
  assert.equal(whole.taken, 3)
  const rest = whole.part(100)
  assert.ok(!rest.take(8))
  assert.ok(whole.spent)
  assert.ok(!whole.take(0))
})

for (const [grammar, line] of [
  ['bash', 'x=$(echo "$input" | jq -r .tool)\n'],
  ['python', 'x = payload.get("tool")\n'],
] as const)
  test(`others have their turn again and again while a long text is parsed as ${grammar}`, async () => {
    const text = line.repeat(5000)
    let turns = 0
    let isDone = false
    const turn = (): void => {
      turns++
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    const [tree, short] = await Promise.all([parseTree(grammar, text), parseTree(grammar, line)])
    isDone = true
    assert.equal(tree.end, text.length)
    assert.equal(firstError(tree), undefined)
    assert.equal(tree.children.length, 5000 * short.children.length)
    assert.ok(turns > 40, `${turns} turns`)
  })
