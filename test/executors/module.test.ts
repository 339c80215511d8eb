// Module hooks, good and bad, one by one: the result of each, in words that its author can use.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Reason } from '../../runtime/contract/verdict.ts'
import { openModulesHere } from '../../runtime/executors/module/openModulesHere.ts'
import { ask, bytesOf, failureOf, hookAt, open, PROGRAMS, resultOf } from './moduleCalls.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookbench-modules-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const EXAMPLE_ID = 'call-1'

const good: readonly { file: string; result: unknown; with?: readonly string[] }[] = [
  { file: 'answers.ts', result: { input: { seen: true } } },
  { file: 'bareExport.mjs', result: { by: 'bare', toolCallId: EXAMPLE_ID } },
  { file: 'namedExtension.ts', result: { by: 'this is kept' } },
  { file: 'commonjs.cjs', result: { by: 'cjs' } },
  { file: 'commonjsExports.js', result: { by: 'commonjsExports.js' } },
  { file: 'commonjs/esm.ts', with: ['commonjs/part.ts'], result: { by: 'esm under commonjs' } },
  { file: 'commonjs/cjs.ts', with: ['commonjs/helper.js'], result: { by: 'commonjs, typed' } },
  { file: 'imports.ts', with: ['helper.ts'], result: { help: 'helped' } },
  { file: 'returnsEvilThenable.mjs', result: { once: true } },
]

test('every form a module may take is understood, whatever the nearest package.json says', async () => {
  const files = new Map(good.map((row) => [PROGRAMS + row.file, [row.file, ...(row.with ?? [])]]))
  const modules = open({ snapshot: (hook) => bytesOf(files.get(hook.path) ?? []) })
  for (const { file, result } of good) {
    const found = resultOf(await ask(modules, file))
    assert.deepEqual({ ...found, ...(result as object) }, found, file)
  }
  assert.equal(modules.workerCount(), 2)
  await modules.close()
  assert.equal(modules.workerCount(), 0)
})

type Bad = {
  file: string
  reason: Reason
  says: RegExp
  stderr?: RegExp
  stdout?: RegExp
  timeoutMs?: number
}

const bad: readonly Bad[] = [
  {
    file: 'throws.ts',
    reason: 'crashed',
    says: /^TypeError: no good$/,
    stderr: /throws\.ts:5:9/,
    stdout: /^before it throws\n$/,
  },
  { file: 'rejects.ts', reason: 'crashed', says: /^RangeError: too far$/, stderr: /rejects\.ts:3:9/ },
  { file: 'throwsString.mjs', reason: 'crashed', says: /^threw "just words", which is not an Error$/ },
  { file: 'rejectsUnhandled.mjs', reason: 'crashed', says: /^Error: nobody listens$/ },
  {
    file: 'throwsInTimer.mjs',
    reason: 'crashed',
    says: /^Error: thrown from a timer$/,
    stderr: /throwsInTimer\.mjs:4/,
  },
  { file: 'exits.mjs', reason: 'crashed', says: /^called process\.exit\(3\)$/, stdout: /goodbye/ },
  { file: 'exitsLater.mjs', reason: 'crashed', says: /^called process\.exit\(\)$/ },
  { file: 'killsItself.mjs', reason: 'crashed', says: /cannot signal its own process/ },
  {
    file: 'returnsFunction.mjs',
    reason: 'invalid',
    says: /^result\.input\.list\[1\] is a function, .*return plain data$/,
  },
  { file: 'returnsSymbol.mjs', reason: 'invalid', says: /^result\.input is a symbol/ },
  {
    file: 'returnsThrowingGetter.mjs',
    reason: 'invalid',
    says: /^result\.input is a getter that throws Error: do not look$/,
  },
  { file: 'returnsProxy.mjs', reason: 'invalid', says: /could not be cloned/ },
  { file: 'neverResolves.mjs', reason: 'timeout', says: /did not answer within 300 ms/, timeoutMs: 300 },
  { file: 'spins.mjs', reason: 'timeout', says: /did not answer within 300 ms/, timeoutMs: 300 },
  { file: 'spinsAfterAwait.mjs', reason: 'timeout', says: /did not answer within 300 ms/, timeoutMs: 300 },
  { file: 'waitsForProgram.mjs', reason: 'timeout', says: /did not answer within 300 ms/, timeoutMs: 300 },
  { file: 'spinsInTimer.mjs', reason: 'timeout', says: /did not answer within 300 ms/, timeoutMs: 300 },
  { file: 'spinsWhileLoading.mjs', reason: 'timeout', says: /did not answer within 300 ms/, timeoutMs: 300 },
  { file: 'obeysSignal.mjs', reason: 'timeout', says: /did not answer within 300 ms/, timeoutMs: 300 },
  {
    file: 'enum.ts',
    reason: 'crashed',
    says: /^does not load: .*enum is not supported.*enum\.ts:3\)\. Write a const object/,
  },
  {
    file: 'syntaxError.ts',
    reason: 'crashed',
    says: /^does not load: SyntaxError: .*syntaxError\.ts:2:21\)/,
  },
  {
    file: 'syntaxError.mjs',
    reason: 'crashed',
    says: /^does not load: SyntaxError: .*syntaxError\.mjs:2:13\)/,
    stderr: /syntaxError\.mjs:2/,
  },
  {
    file: 'missingImport.mjs',
    reason: 'crashed',
    says: /^does not load: .*gone\.mjs.* imported from .*missingImport\.mjs/,
  },
  {
    file: 'missingName.ts',
    reason: 'crashed',
    says: /^does not load: .*does not provide an export named 'nope' \(at .*missingName\.ts:1:10\)/,
  },
  { file: 'missingPackage.mjs', reason: 'crashed', says: /^does not load: .*no-such-package-anywhere/ },
  {
    file: 'throwsWhileLoading.ts',
    reason: 'crashed',
    says: /^does not load: TypeError: not today \(at .*throwsWhileLoading\.ts:3:7\)/,
  },
  {
    file: 'wrongExport.mjs',
    reason: 'crashed',
    says: /^does not load: .*no handler for tool_execute_before; expected/,
  },
  {
    file: 'handlerIsNoFunction.mjs',
    reason: 'crashed',
    says: /^does not load: .*no handler for tool_execute_before/,
  },
]

for (const { file, reason, says, stderr, stdout, timeoutMs } of bad) {
  test(`${file} is ${reason}, and no worker is left`, async () => {
    const modules = open({ workers: 1 })
    // Starts the worker before the clock, so that short timeouts measure only the hook.
    await ask(modules, 'bareExport.mjs')
    const reply = await ask(modules, file, timeoutMs === undefined ? {} : { timeoutMs })
    const failure = failureOf(reply)
    assert.equal(failure.reason, reason, failure.message)
    assert.match(failure.message, says)
    assert.doesNotMatch(`${failure.message}${failure.raw?.stderr}`, /hookbench=\d/)
    if (stderr !== undefined) assert.match(failure.raw?.stderr ?? '', stderr)
    if (stdout !== undefined) assert.match(failure.raw?.stdout ?? '', stdout)
    if (timeoutMs !== undefined) assert.ok(reply.tookMs < timeoutMs + 30_000, `took ${reply.tookMs} ms`)
    assert.equal(resultOf(await ask(modules, 'bareExport.mjs')).by, 'bare', 'the neighbour still answers')
    assert.equal(reply.answers, 1)
    await modules.close()
    assert.equal(modules.workerCount(), 0)
  })
}

for (const file of ['growsHeap.mjs', 'growsBuffers.mjs', 'growsBuffersSpinning.mjs']) {
  test(`${file} is stopped before it takes the machine's memory`, async () => {
    const modules = open({ workers: 1, memoryLimitBytes: 96 * 1024 * 1024 })
    const failure = failureOf(await ask(modules, file, { timeoutMs: 20_000 }))
    assert.equal(failure.reason, 'crashed', failure.message)
    assert.match(failure.message, /more than 96 MB of memory/)
    assert.equal(resultOf(await ask(modules, 'bareExport.mjs')).by, 'bare')
    await modules.close()
    assert.equal(modules.workerCount(), 0)
  })
}

test('saying nothing stays undefined, and a huge result arrives whole', async () => {
  const modules = open({ workers: 1 })
  const { attempt } = await ask(modules, 'returnsUndefined.mjs')
  assert.deepEqual(attempt, { kind: 'returned', result: undefined })
  const { text } = resultOf(await ask(modules, 'returnsHuge.mjs'))
  assert.equal((text as string).length, 20_000_000)
  await modules.close()
})

test('what a hook prints is kept with its call, in order, up to a cap', async () => {
  const modules = open({ workers: 1 })
  const [one, two] = await Promise.all(
    ['first', 'second'].map((toolCallId) => ask(modules, 'prints.mjs', { payload: { toolCallId } })),
  )
  assert.deepEqual(one?.attempt.raw, { stdout: 'out first\nbytes\ndescriptor\n', stderr: 'err\n' })
  assert.deepEqual(two?.attempt.raw, { stdout: 'out second\nbytes\ndescriptor\n', stderr: 'err\n' })
  const { raw } = (await ask(modules, 'printsALot.mjs')).attempt
  assert.equal(raw?.cut, true)
  assert.ok(raw.stdout.length <= 1024 * 1024)
  await modules.close()
})

test('a module keeps its state between calls, and loses it when its bytes change or it is reloaded', async () => {
  let hash = 'one'
  const modules = open({ snapshot: (hook) => bytesOf(hook.files, hash) })
  const calls = async () => resultOf(await ask(modules, 'counts.ts')).calls
  assert.deepEqual([await calls(), await calls(), await calls()], [1, 2, 3])
  hash = 'two'
  assert.deepEqual([await calls(), await calls()], [1, 2])
  modules.reload([`${PROGRAMS}counts.ts`])
  assert.equal(await calls(), 1)
  assert.equal(await calls(), 2)
  modules.reload()
  assert.equal(await calls(), 1)
  await modules.close()
})

test('the bytes that run are those of the snapshot, of both module systems, not those on disk', async () => {
  const esm = join(folder, 'edited.ts')
  const cjs = join(folder, 'edited.cjs')
  writeFileSync(esm, 'export const tool_execute_before = () => "from disk"')
  writeFileSync(cjs, 'module.exports = { tool_execute_before: () => "from disk" }')
  let version = 1
  const modules = open({
    snapshot: ({ path }) => {
      const handler = path === esm ? 'export const tool_execute_before' : 'module.exports.tool_execute_before'
      const bytes = Buffer.from(`${handler} = () => ({ version: ${version} })`)
      return { files: new Map([[path, bytes]]), hash: String(version) }
    },
  })
  for (const path of [esm, cjs]) {
    for (version of [1, 2]) assert.deepEqual(resultOf(await ask(modules, hookAt(path))), { version }, path)
  }
  await modules.close()
})

test('a local file that trust has not seen is refused, by name and with a remedy', async () => {
  const modules = open({ snapshot: (hook) => bytesOf(hook.files) })
  const early = failureOf(await ask(modules, 'imports.ts'))
  assert.equal(early.reason, 'crashed')
  assert.match(
    early.message,
    /^does not load: .*"\.\/helper\.ts" in .*imports\.ts loads .*helper\.ts, which is not one of/,
  )
  assert.match(early.message, /trust the hook again/)
  const late = failureOf(await ask(modules, 'importsLater.mjs'))
  assert.match(late.message, /helper\.ts, which is not one of the files that were trusted with this hook/)
  await modules.close()
})

test('an untrusted hook is not run', async () => {
  const modules = open({ snapshot: () => ({ untrusted: 'changed since it was trusted' }) })
  const { attempt } = await ask(modules, 'answers.ts')
  assert.deepEqual(attempt, { kind: 'failed', reason: 'untrusted', message: 'changed since it was trusted' })
  assert.equal(modules.workerCount(), 0)
  await modules.close()
})

test('a path may hold spaces, quotes, percent signs and question marks', async () => {
  const odd = join(folder, `with 'spaces' & "quotes"`)
  mkdirSync(odd)
  const [entry, helper] = [join(odd, `it's #1 100%?.ts`), join(odd, 'a "helper"?.ts')]
  writeFileSync(
    entry,
    `import { word } from './a "helper"%3F.ts'\nexport const tool_execute_before = () => ({ word })`,
  )
  cpSync(entry, join(odd, 'copy.ts'))
  writeFileSync(helper, `export const word: string = 'quoted'`)
  const modules = open({ snapshot: () => bytesOf([entry, helper]) })
  assert.deepEqual(resultOf(await ask(modules, hookAt(entry))), { word: 'quoted' })
  await modules.close()
})

test('packages are loaded from node_modules, beside the hook', async () => {
  const home = join(folder, 'packages')
  mkdirSync(join(home, 'node_modules/greeter'), { recursive: true })
  writeFileSync(join(home, 'node_modules/greeter/index.js'), `exports.hello = require('./word.js').word`)
  writeFileSync(join(home, 'node_modules/greeter/word.js'), `exports.word = 'hello'`)
  const entry = join(home, 'hook.ts')
  writeFileSync(
    entry,
    `import { hello } from 'greeter'\nexport const tool_execute_before = () => ({ hello })`,
  )
  const modules = open({ snapshot: () => bytesOf([entry]) })
  assert.deepEqual(resultOf(await ask(modules, hookAt(entry))), { hello: 'hello' })
  await modules.close()
})

test('the environment is the one given without what is ours, and one worker does not disturb another', async () => {
  const env = { KEPT: 'yes', ELECTRON_RUN_AS_NODE: '1', PATH: process.env.PATH }
  const modules = open({ workers: 2, env })
  await ask(modules, 'patchesGlobals.mjs')
  const found = resultOf(await ask(modules, 'looksAround.mjs', { cwd: '/somewhere/else' }))
  assert.deepEqual(found, {
    mapped: ['1'],
    patched: undefined,
    electron: undefined,
    event: 'tool_execute_before',
    dialect: 'secureyeoman',
    kept: 'yes',
    cwd: '/somewhere/else',
  })
  assert.equal(resultOf(await ask(modules, 'looksAround.mjs')).cwd, PROGRAMS)
  assert.deepEqual([1].map(String), ['1'])
  assert.equal(process.env.PATCHED, undefined)
  await modules.close()
})

test('a hook can emit events of its own', async () => {
  const emitted: unknown[] = []
  const modules = open({ onEmit: (event, data, hook) => emitted.push([event, data, hook.name]) })
  resultOf(await ask(modules, 'emits.ts'))
  assert.deepEqual(emitted, [
    ['custom:seen', { tool: 'bash' }, 'emits.ts'],
    ['custom:again', 2, 'emits.ts'],
  ])
  await modules.close()
})

test('a list of functions: the part is called, metadata travels, the signal stays behind', async () => {
  const modules = open()
  const payload = {
    sessionId: 's',
    iteration: 1,
    metadata: { kept: 1 },
    toolName: 'x',
    input: {},
    signal: new AbortController().signal,
  }
  const replyTo = (index: number) =>
    ask(modules, 'lists.ts', {
      dialect: 'compilr',
      event: 'beforeTool',
      part: `beforeTool[${index}]`,
      payload,
    })
  const first = (await replyTo(0)).attempt
  assert.deepEqual(first, {
    kind: 'returned',
    result: undefined,
    carried: { metadata: { kept: 1, first: true } },
  })
  assert.deepEqual(payload.metadata, { kept: 1 })
  assert.deepEqual(resultOf(await replyTo(1)), { skip: true, result: { success: true } })
  assert.deepEqual(resultOf(await replyTo(2)), {
    input: { sessionId: 's', iteration: 1, metadata: { kept: 1 }, toolName: 'x', input: {} },
  })
  assert.match(failureOf(await replyTo(7)).message, /a default export whose beforeTool\[7\] is a function/)
  await modules.close()
})

test('errors are Errors inside a hook and plain data outside', async () => {
  const modules = open()
  const payload = {
    sessionId: 's',
    iteration: 1,
    metadata: {},
    error: new RangeError('too far'),
    phase: 'tool',
  }
  const { error } = resultOf(
    await ask(modules, 'lists.ts', { dialect: 'compilr', event: 'onError', part: 'onError[0]', payload }),
  )
  const { name, message, cause } = error as { name: string; message: string; cause: { name: string } }
  assert.equal(error instanceof Error, false)
  assert.deepEqual([name, message, cause.name], ['TypeError', 'true: too far', 'RangeError'])
  await modules.close()
})

test('a class is made once and hears of its own failures', async () => {
  const modules = open()
  const replyOf = (part: string) =>
    ask(modules, 'classes.ts', { dialect: 'kaizen', event: 'pre_tool_use', part })
  assert.deepEqual(resultOf(await replyOf('Counter')), { success: true, data: { count: 1, name: 'Counter' } })
  assert.deepEqual(resultOf(await replyOf('Counter')), { success: true, data: { count: 2, name: 'Counter' } })
  const failed = failureOf(await replyOf('Fails'))
  assert.deepEqual(
    [failed.reason, failed.message, failed.raw?.stdout],
    ['crashed', 'Error: on purpose', 'heard on purpose\n'],
  )
  assert.match(failureOf(await replyOf('Unfinished')).message, /Unfinished\.handle\(\) must be implemented/)
  assert.match(
    failureOf(await replyOf('NeedsMore')).message,
    /^does not load: TypeError: .*\(at .*classes\.ts:\d+:\d+\)/,
  )
  assert.match(failureOf(await replyOf('Absent')).message, /a class Absent with a method handle\(context\)/)
  await modules.close()
})

test('without isolation, too, a class hears of its own failures', async () => {
  const modules = openModulesHere({ snapshot: (hook) => bytesOf(hook.files) })
  const payload: Record<string, unknown> = { errors: [] }
  const path = join(folder, 'listens.mjs')
  writeFileSync(
    path,
    `export class Listens {
      handle() { throw new Error('on purpose') }
      onError(error, context) { context.errors.push(error.message); throw new Error('ignored') }
    }`,
  )
  const failed = failureOf(
    await ask(modules, hookAt(path, { part: 'Listens' }), {
      dialect: 'kaizen',
      event: 'pre_tool_use',
      part: 'Listens',
      payload,
    }),
  )
  assert.deepEqual([failed.reason, failed.message], ['crashed', 'Error: on purpose'])
  assert.deepEqual(payload.errors, ['on purpose'])
  await modules.close()
})

test('what cannot be copied is left out of a payload, and the hook runs', async () => {
  const modules = open()
  const circle: Record<string, unknown> = { name: 'ring' }
  circle.self = circle
  const reply = await ask(modules, 'bareExport.mjs', {
    payload: {
      input: () => 1,
      deep: { mark: Symbol('x'), late: Promise.resolve(), kept: new Map([[1, 2]]) },
      circle,
    },
  })
  assert.equal(resultOf(reply).by, 'bare')
  assert.equal(
    reply.attempt.raw?.note,
    'was left out of the payload, because it cannot be copied to the worker of a hook: input (function), deep.mark (symbol), deep.late (Promise)',
  )
  assert.equal((await ask(modules, 'bareExport.mjs')).attempt.raw?.note, undefined)
  await modules.close()
})

test('a payload that cannot be copied at all is the call that fails, not the worker', async () => {
  const modules = open()
  const failure = failureOf(
    await ask(modules, 'bareExport.mjs', { payload: { input: new Map([[1, () => 1]]) } }),
  )
  assert.equal(failure.reason, 'invalid')
  assert.match(failure.message, /^its payload cannot be copied into a worker: /)
  const throws = {
    get input(): never {
      throw new Error('shy')
    },
  }
  assert.match(failureOf(await ask(modules, 'bareExport.mjs', { payload: throws })).message, /shy$/)
  assert.equal(resultOf(await ask(modules, 'bareExport.mjs')).by, 'bare')
  await modules.close()
})
