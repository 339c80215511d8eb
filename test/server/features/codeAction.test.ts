// Code actions for findings: repairs, ignoring, first lines, missing handlers, fix all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from '../../../runtime/checks/findings.ts'
import type { ProblemCode } from '../../../runtime/contract/problemCodes.ts'
import type { Problem, Range } from '../../../runtime/contract/problems.ts'
import { problem } from '../../../runtime/contract/problems.ts'
import type { Action, Change } from '../../../server/features/codeAction/action.ts'
import { actionsFor, fixAll } from '../../../server/features/codeAction/actionsFor.ts'
import { kindFilter } from '../../../server/features/codeAction/kinds.ts'
import { withExecutableBits } from '../../../server/features/executeCommand.ts'
import { inMemory } from '../../support/project.ts'

const changed = (text: string, edits: readonly Change[] = []): string =>
  edits
    .toSorted((one, two) => two.range.start - one.range.start)
    .reduce((now, { range, text: put }) => now.slice(0, range.start) + put + now.slice(range.end), text)

/** The actions at the `$0` of a file that has one problem there. */
async function at(file: string, source: string, code: ProblemCode, more: Partial<Problem> = {}) {
  const { view, offset } = await inMemory({ [file]: source }).cursor()
  const range = { start: offset, end: offset }
  const actions = actionsFor(view, range, [{ ...problem(code, view.path, 'said', { range }), ...more }])
  const find = (title: RegExp): Action | undefined => actions.find((one) => title.test(one.title))
  return { text: view.text, actions, find, after: (title: RegExp) => changed(view.text, find(title)?.edits) }
}

const IGNORES: readonly (readonly [string, string, string | undefined, string])[] = [
  // [file, text, the text with the line ignored, the text with the file ignored]
  [
    'extensions/a.ts',
    'export const a = {\n  b: $01,\n}\n',
    'export const a = {\n  // hookbench-ignore-next-line field.unknown\n  b: 1,\n}\n',
    '// hookbench-ignore-file field.unknown\nexport const a = {\n  b: 1,\n}\n',
  ],
  [
    '.kodelet/hooks/guard',
    '#!/bin/sh\necho $0x\n',
    '#!/bin/sh\n# hookbench-ignore-next-line field.unknown\necho x\n',
    '#!/bin/sh\n# hookbench-ignore-file field.unknown\necho x\n',
  ],
  [
    '.kodelet/hooks/guard',
    '#!/bin$0/sh\necho x\n',
    undefined,
    '#!/bin/sh\n# hookbench-ignore-file field.unknown\necho x\n',
  ],
  [
    '.kodelet/hooks/guard',
    '#!/bin/sh\n  # hookbench-ignore-next-line output.lost\n  echo $0x\n',
    '#!/bin/sh\n  # hookbench-ignore-next-line output.lost, field.unknown\n  echo x\n',
    '#!/bin/sh\n# hookbench-ignore-file field.unknown\n  # hookbench-ignore-next-line output.lost\n  echo x\n',
  ],
  [
    '.kodelet/hooks/guard',
    '#!/bin/sh\ncat <<EOF\n{$0}\nEOF\n',
    undefined,
    '#!/bin/sh\n# hookbench-ignore-file field.unknown\ncat <<EOF\n{}\nEOF\n',
  ],
  [
    '.kodelet/hooks/guard',
    '#!/bin/sh\necho \\\n  $0x\n',
    undefined,
    '#!/bin/sh\n# hookbench-ignore-file field.unknown\necho \\\n  x\n',
  ],
  [
    '.kaizen/hooks/a.py',
    'x = """\n$0\n"""\n',
    undefined,
    '# hookbench-ignore-file field.unknown\nx = """\n\n"""\n',
  ],
  [
    '.kodelet/hooks/guard.pl',
    '# hookbench-ignore-next-line output.lost: told twice\r\nx $0\r\n',
    '# hookbench-ignore-next-line output.lost, field.unknown: told twice\r\nx \r\n',
    '# hookbench-ignore-file field.unknown\n# hookbench-ignore-next-line output.lost: told twice\r\nx \r\n',
  ],
  [
    '.kaizen/hooks/a.py',
    '\uFEFF$0x = 1\n',
    '\uFEFF# hookbench-ignore-next-line field.unknown\nx = 1\n',
    '\uFEFF# hookbench-ignore-file field.unknown\nx = 1\n',
  ],
  ['extensions/a.js', 'f(`\n$0`)\n', undefined, '// hookbench-ignore-file field.unknown\nf(`\n`)\n'],
  [
    'secureyeoman.yaml',
    'extensions:\n  hotRelod$0: true\n',
    'extensions:\n  # hookbench-ignore-next-line field.unknown\n  hotRelod: true\n',
    '# hookbench-ignore-file field.unknown\nextensions:\n  hotRelod: true\n',
  ],
]

for (const [file, source, onLine, inFile] of IGNORES) {
  test(`a finding at ${JSON.stringify(source)} can be ignored ${onLine === undefined ? 'in its file only' : 'on its line and in its file'}`, async () => {
    const { find, after } = await at(file, source, 'field.unknown')
    assert.equal(find(/on this line/) === undefined ? undefined : after(/on this line/), onLine)
    assert.equal(after(/in this file/), inFile)
  })
}

test('what another line would move cannot be ignored on its line', async () => {
  for (const [file, code] of [
    ['.kodelet/hooks/guard.py', 'executable.shebang'],
    ['.kodelet/hooks/guard.sh', 'syntax.error'],
  ] as const) {
    const { find } = await at(file, '\n$0if', code)
    assert.deepEqual([find(/on this line/), find(/in this file/) === undefined], [undefined, false])
  }
})

test('a file that can hold no comment offers no ignoring', async () => {
  const { actions } = await at('.hookbench/cases/a.json', '{ $0 }', 'case.invalid')
  assert.deepEqual(actions, [])
})

test('what an ignore comment says silences the finding it was made for', async () => {
  const source = "export default {\n  name: 'a',\n  hooks: {\n    async agent_inti() {},\n  },\n}\n"
  const { project, view } = inMemory({ 'extensions/a.ts': source })
  const one = await view('extensions/a.ts')
  const [found] = await findings(one, project)
  assert.ok(found?.range !== undefined, 'the misspelt event is found')
  for (const title of [/on this line/, /in this file/]) {
    const action = actionsFor(one, found.range, [found]).find((each) => title.test(each.title))
    const mended = inMemory({ 'extensions/a.ts': changed(source, action?.edits) })
    assert.deepEqual(await findings(await mended.view('extensions/a.ts'), mended.project), [])
  }
})

const edit = (start: number, end: number, text: string) => ({ range: { start, end }, text })
const repair = (title: string, ...edits: Change[]) => ({ kind: 'edit', title, edits }) as const
const KNOWN: readonly Problem[] = [
  problem('field.unknown', '', 'one', {
    range: { start: 0, end: 3 },
    repairs: [repair('A', edit(0, 3, 'aaa'))],
  }),
  problem('field.unknown', '', 'two', {
    range: { start: 4, end: 7 },
    repairs: [repair('B', edit(4, 7, 'bbb')), repair('C', edit(4, 7, 'ccc'))],
  }),
  problem('result.unknown', '', 'three', {
    range: { start: 8, end: 11 },
    repairs: [repair('D', edit(8, 11, 'ddd'))],
  }),
  problem('result.unknown', '', 'four', {
    range: { start: 8, end: 11 },
    repairs: [repair('E', edit(8, 11, 'eee'))],
  }),
]

test('repairs are quick fixes, the likeliest preferred, of the problems in the range alone', async () => {
  const { view } = inMemory({ 'extensions/a.ts': 'xxx yyy zzz' })
  const actions = actionsFor(await view('extensions/a.ts'), { start: 5, end: 5 }, KNOWN)
  assert.deepEqual(
    actions.slice(0, 2).map(({ title, preferred, problem: mends }) => [title, preferred, mends?.message]),
    [
      ['B', true, 'two'],
      ['C', false, 'two'],
    ],
  )
})

test('fixing everything makes the changes that are the only ones and touch no other', () => {
  assert.equal(changed('xxx yyy zzz', fixAll(KNOWN)?.edits), 'aaa yyy ddd')
  assert.equal(fixAll(KNOWN.slice(1, 2)), undefined)
})

const FIRST_LINES: readonly (readonly [string, string, readonly string[]])[] = [
  ['.kodelet/hooks/guard.py', '$0print(1)\n', ['#!/usr/bin/env python3\nprint(1)\n']],
  ['.kodelet/hooks/guard.sh', '$0echo\n', ['#!/usr/bin/env bash\necho\n']],
  ['.kodelet/hooks/guard', '$0\uFEFF#!/bin/sh\necho\n', ['#!/bin/sh\necho\n']],
  ['.kodelet/hooks/guard', '$0#!/usr/bin/env python3 -u\nx\n', ['#!/usr/bin/env -S python3 -u\nx\n']],
  [
    '.kodelet/hooks/guard',
    '$0echo\n',
    ['#!/usr/bin/env python3\necho\n', '#!/usr/bin/env bash\necho\n', '#!/usr/bin/env node\necho\n'],
  ],
]

for (const [file, source, texts] of FIRST_LINES) {
  test(`the first line of ${JSON.stringify(source)} is mended`, async () => {
    const { text, actions } = await at(file, source, 'executable.shebang')
    const fixes = actions.filter(({ title }) => !title.startsWith('Ignore'))
    assert.deepEqual(fixes.map(({ edits }) => changed(text, edits)).sort(), [...texts].sort())
  })
}

test('a hook without its executable bit gets it by command', async () => {
  const { actions } = await at('.kodelet/hooks/guard', '#!/bin/sh\n$0', 'executable.bit')
  assert.deepEqual([actions[0]?.command, actions[0]?.title], ['makeExecutable', 'Make the file executable'])
  assert.deepEqual(
    [0o644, 0o600, 0o640, 0o755].map((mode) => withExecutableBits(0o100000 | mode).toString(8)),
    ['755', '700', '750', '755'],
  )
})

test('a repair of the script that an entry runs is an action on the script, and none of "fix everything"', async () => {
  const repairs = [
    {
      kind: 'edit',
      title: 'Begin it so',
      path: '/ws/guard.py',
      edits: [{ range: { start: 0, end: 0 }, text: '#!' }],
    },
  ] as const
  const { actions } = await at('.kodelet/hooks/guard', '#!/bin/sh\n$0', 'entry.script', { repairs })
  assert.deepEqual([actions[0]?.title, actions[0]?.path], ['Begin it so', '/ws/guard.py'])
  assert.equal(fixAll([{ ...problem('entry.script', '/ws/x.json', 'said'), repairs }]), undefined)
})

const PYTHON = 'from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult\n\n\n'

const HANDLERS: readonly (readonly [string, string, string])[] = [
  [
    '.kaizen/hooks/a.ts',
    "export class Wat$0ch extends BaseHook {\n  name = 'watch'\n  events = ['pre_tool_use']\n}\n",
    "export class Watch extends BaseHook {\n  async handle(context) {\n    return { success: true }\n  }\n  name = 'watch'\n  events = ['pre_tool_use']\n}\n",
  ],
  [
    '.kaizen/hooks/a.py',
    `${PYTHON}class Wat$0ch(BaseHook):
    events = [HookEvent.PRE_TOOL_USE]

    def __init__(self):
        super().__init__(name="watch")


x = 1
`,
    `${PYTHON}class Watch(BaseHook):
    events = [HookEvent.PRE_TOOL_USE]

    def __init__(self):
        super().__init__(name="watch")

    async def handle(self, context):
        return HookResult(success=True)


x = 1
`,
  ],
]

for (const [file, source, text] of HANDLERS) {
  test(`a class without handle in ${file} gets one`, async () => {
    const { view, offset } = await inMemory({ [file]: source }).cursor()
    const range: Range = { start: offset, end: offset }
    const action = actionsFor(view, range, []).find(({ title }) => title.startsWith('Add "handle"'))
    assert.equal(changed(view.text, action?.edits), text)
    const mended = await inMemory({ [file]: text }).view(file)
    assert.deepEqual(
      actionsFor(mended, range, []).map(({ title }) => title),
      [],
    )
  })
}

test('kinds are a tree', () => {
  assert.equal(kindFilter(undefined)('quickfix'), true)
  assert.equal(kindFilter([''])('quickfix'), true)
  assert.equal(kindFilter(['source'])('source.fixAll.hookbench'), true)
  assert.equal(kindFilter(['source.fixAll'])('source.fixAll.hookbench'), true)
  assert.equal(kindFilter(['source.fix'])('source.fixAll.hookbench'), false)
  assert.equal(kindFilter(['quickfix'])('source.fixAll.hookbench'), false)
})

const MENDED: readonly (readonly [
  title: string,
  file: string,
  code: ProblemCode,
  text: string,
  after: string,
])[] = [
  [
    'a shebang on the second line moves up',
    '.kodelet/hooks/guard',
    'executable.shebang',
    '\n#!/bin/sh\necho turn_end\n',
    '#!/bin/sh\n\necho turn_end\n',
  ],
  [
    'a shebang below comments moves up',
    '.kodelet/hooks/guard',
    'executable.shebang',
    '# A guard.\n#\n#!/usr/bin/env bash\necho turn_end\n',
    '#!/usr/bin/env bash\n# A guard.\n#\necho turn_end\n',
  ],
  [
    'a shebang that is further in moves out',
    '.kodelet/hooks/guard',
    'executable.shebang',
    '  #!/bin/sh\necho turn_end\n',
    '#!/bin/sh\necho turn_end\n',
  ],
  [
    'a comment that ignores nothing goes, with its line',
    'extensions/a.ts',
    'ignore.unused',
    "// hookbench-ignore-file field.unknown: see above\nexport default { name: 'a', hooks: { agent_init() {} } }\n",
    "export default { name: 'a', hooks: { agent_init() {} } }\n",
  ],
  [
    'a comment that ignores nothing goes from behind code',
    'extensions/a.ts',
    'ignore.unused',
    "export default { name: 'a', hooks: { agent_init() {} } } // hookbench-ignore field.unknown\n",
    "export default { name: 'a', hooks: { agent_init() {} } }\n",
  ],
  [
    'what is not ignored is taken out of a list of codes: the first',
    'extensions/a.ts',
    'ignore.unused',
    "// hookbench-ignore-file field.unknown, event.unknown\nexport default { name: 'a', hooks: { agent_innit() {} } }\n",
    "// hookbench-ignore-file event.unknown\nexport default { name: 'a', hooks: { agent_innit() {} } }\n",
  ],
  [
    'what is not ignored is taken out of a list of codes: the last',
    'extensions/a.ts',
    'ignore.unused',
    "// hookbench-ignore-file event.unknown, field.unknown\nexport default { name: 'a', hooks: { agent_innit() {} } }\n",
    "// hookbench-ignore-file event.unknown\nexport default { name: 'a', hooks: { agent_innit() {} } }\n",
  ],
  [
    'what is no function is taken out of its list: the first',
    '.compilr/hooks/a.mjs',
    'hook.handler',
    "export default { beforeTool: ['a', () => undefined] }\n",
    'export default { beforeTool: [() => undefined] }\n',
  ],
  [
    'what is no function is taken out of its list: the last',
    '.compilr/hooks/a.mjs',
    'hook.handler',
    'export default { beforeTool: [() => undefined, 7] }\n',
    'export default { beforeTool: [() => undefined] }\n',
  ],
  [
    'one function becomes a list of one',
    '.compilr/hooks/a.mjs',
    'hook.handler',
    'export default { beforeTool: () => undefined, afterTool: [] }\n',
    'export default { beforeTool: [() => undefined], afterTool: [] }\n',
  ],
]

for (const [title, file, code, text, after] of MENDED) {
  test(`${title}, and the finding is gone`, async () => {
    const { project, view } = inMemory({ [file]: text })
    const one = await view(file)
    const found = (await findings(one, project)).find((each) => each.code === code)
    assert.ok(found?.range !== undefined, `${code} is found`)
    const [first, ...others] = actionsFor(one, found.range, [found]).filter(
      ({ edits, title }) => edits !== undefined && !title.startsWith('Ignore'),
    )
    assert.deepEqual(others, [])
    assert.equal(changed(text, first?.edits), after)
    const mended = inMemory({ [file]: after })
    const left = await findings(await mended.view(file), mended.project)
    assert.ok(!left.some((each) => each.code === code))
  })
}
