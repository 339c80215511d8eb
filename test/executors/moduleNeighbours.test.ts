// Module hooks side by side: a hook that hangs, crashes or blocks affects no other hook.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type { Modules } from '../../runtime/executors/module/openModules.ts'
import { ask, failureOf, hookAt, open, PROGRAMS, resultOf } from './moduleCalls.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookbench-neighbours-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** An executor with one shared worker that is already running. */
async function oneWorker(): Promise<Modules> {
  const modules = open({ workers: 1 })
  resultOf(await ask(modules, 'bareExport.mjs'))
  return modules
}

async function closed(modules: Modules): Promise<void> {
  await modules.close()
  assert.equal(modules.workerCount(), 0)
}

for (const file of ['spins.mjs', 'spinsAfterAwait.mjs', 'spinsWhileLoading.mjs']) {
  test(`a call that comes while ${file} blocks its worker is answered long before that one's time is up`, async () => {
    const modules = await oneWorker()
    // Its deadline is not reached: the call is canceled once the other has its answer.
    const spinner = ask(modules, file, { timeoutMs: 120_000 })
    await new Promise((resolve) => setTimeout(resolve, 60))
    const sibling = await ask(modules, 'bareExport.mjs', { timeoutMs: 60_000 })
    spinner.cancel('timeout')
    assert.equal(resultOf(sibling).by, 'bare')
    assert.equal(
      sibling.attempt.kind === 'returned' && sibling.attempt.rerun,
      undefined,
      'it had not begun before',
    )
    assert.equal(failureOf(await spinner).reason, 'timeout')
    await closed(modules)
  })
}

test('fifty calls at once of which one spins: the other forty-nine are right and on time', async () => {
  const modules = open({ workers: 2 })
  const paths = Array.from({ length: 49 }, (_, index) => {
    const path = join(folder, `session${index}.mjs`)
    const wait = index % 3 === 0 ? 'await new Promise((resolve) => setTimeout(resolve, 20))' : ''
    writeFileSync(
      path,
      `export const tool_execute_before = async () => { ${wait}; return { index: ${index} } }`,
    )
    return path
  })
  const before = paths.slice(0, 20).map((path) => ask(modules, hookAt(path)))
  const spinner = ask(modules, 'spinsAfterAwait.mjs', { timeoutMs: 120_000 })
  const behind = paths.slice(20).map((path) => ask(modules, hookAt(path)))
  for (const [index, reply] of (await Promise.all([...before, ...behind])).entries()) {
    assert.deepEqual(resultOf(reply), { index })
    assert.ok(reply.tookMs < 60_000, `call ${index} took ${reply.tookMs} ms`)
  }
  spinner.cancel('timeout')
  assert.equal(failureOf(await spinner).reason, 'timeout')
  await closed(modules)
})

test('a hook that only computes for long keeps its answer, and has the worker to itself from then on', async () => {
  const modules = await oneWorker()
  const slow = ask(modules, 'spinsABit.mjs')
  const quick = await ask(modules, 'bareExport.mjs')
  assert.equal(resultOf(quick).by, 'bare')
  assert.equal(resultOf(await slow).by, 'the slow one')
  assert.equal(modules.workerCount(), 2)
  assert.equal(resultOf(await ask(modules, 'spinsABit.mjs')).by, 'the slow one')
  assert.equal(modules.workerCount(), 2)
  await closed(modules)
})

test('an innocent call in a worker that is stopped runs again, once, and says so', async () => {
  const secondTime = join(folder, 'answersTheSecondTime.mjs')
  writeFileSync(
    secondTime,
    `import { existsSync, writeFileSync } from 'node:fs'
    export const tool_execute_before = ({ began }) => {
      if (existsSync(began)) return { by: 'the second call' }
      writeFileSync(began, '')
      return new Promise(() => {})
    }`,
  )
  for (const culprit of ['exits.mjs', 'neverResolves.mjs']) {
    const modules = await oneWorker()
    // Its first call never answers, however late the other is stopped.
    const began = join(folder, `began beside ${culprit}`)
    const innocent = ask(modules, hookAt(secondTime), { payload: { began } })
    while (!existsSync(began)) await new Promise((resolve) => setTimeout(resolve, 5))
    const guilty = ask(modules, culprit, { timeoutMs: 40 })
    failureOf(await guilty)
    const reply = await innocent
    assert.equal(resultOf(reply).by, 'the second call', culprit)
    assert.equal(reply.attempt.rerun, true, culprit)
    assert.equal(reply.answers, 1)
    await closed(modules)
  }
})

test('a call whose time runs out while another file spins is not blamed for it', async () => {
  const [patient, spins] = [join(folder, 'patient.mjs'), join(folder, 'tellsAndSpins.mjs')]
  const [begun, spinning] = [join(folder, 'patient begun'), join(folder, 'spinning')]
  writeFileSync(
    patient,
    `import { existsSync, writeFileSync } from 'node:fs'
    export const tool_execute_before = async () => {
      if (existsSync(${JSON.stringify(begun)})) return { by: 'the patient one' }
      writeFileSync(${JSON.stringify(begun)}, '')
      return new Promise(() => {})
    }`,
  )
  writeFileSync(
    spins,
    `import { writeFileSync } from 'node:fs'
    export const tool_execute_before = () => {
      writeFileSync(${JSON.stringify(spinning)}, '')
      for (;;);
    }`,
  )
  const modules = await oneWorker()
  const innocent = ask(modules, hookAt(patient))
  while (!existsSync(begun)) await new Promise((resolve) => setTimeout(resolve, 5))
  const spinner = ask(modules, hookAt(spins), { timeoutMs: 120_000 })
  while (!existsSync(spinning)) await new Promise((resolve) => setTimeout(resolve, 5))
  innocent.cancel('timeout')
  const reply = await innocent
  assert.equal(resultOf(reply).by, 'the patient one')
  assert.equal(reply.attempt.rerun, true)
  spinner.cancel('timeout')
  assert.equal(failureOf(await spinner).reason, 'timeout')
  await closed(modules)
})

test('a call that is lost twice fails as crashed', async () => {
  const path = join(folder, 'takesOthersAlong.mjs')
  // The second call is for the same file, so the victim is lost again with the third.
  writeFileSync(
    path,
    `export const tool_execute_before = ({ exit }) =>
      new Promise(() => { if (exit) setTimeout(() => process.exit(9), 30) })`,
  )
  const modules = await oneWorker()
  const victim = ask(modules, hookAt(path), { payload: { exit: false } })
  assert.equal(
    failureOf(await ask(modules, hookAt(path), { payload: { exit: true } })).message,
    'called process.exit(9)',
  )
  failureOf(await ask(modules, hookAt(path), { payload: { exit: true } }))
  const failure = failureOf(await victim)
  assert.deepEqual([failure.reason, failure.rerun], ['crashed', true])
  assert.match(failure.message, /^was lost twice; the last time: called process\.exit\(9\)$/)
  await closed(modules)
})

test('after a crash of a shared worker each file runs again alone, and only the one that caused it fails', async () => {
  // A fault outside of any call: it strikes when the worker receives its next message, and again in the next worker.
  const path = join(folder, 'setsATrap.mjs')
  writeFileSync(
    path,
    `export const tool_execute_before = () => {
      const { isArray } = Array
      Array.isArray = (value) => {
        if (new Error().stack.includes('receive')) throw new Error('a trap')
        return isArray(value)
      }
      return new Promise(() => {})
    }`,
  )
  const modules = await oneWorker()
  const files = ['waits.mjs', 'waitsToo.mjs', 'waitsAsWell.mjs'].map((name) => {
    const own = join(folder, name)
    writeFileSync(
      own,
      `export const tool_execute_before = async () => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        return { by: ${JSON.stringify(name)} }
      }`,
    )
    return hookAt(own)
  })
  const innocent = files.map((hook) => ask(modules, hook))
  const guilty = ask(modules, hookAt(path), { timeoutMs: 4000 })
  for (const reply of await Promise.all(innocent)) {
    assert.match(String(resultOf(reply).by), /^waits/)
    assert.equal(reply.attempt.rerun, true)
  }
  const failure = failureOf(await guilty)
  assert.equal(failure.reason, 'crashed', failure.message)
  assert.match(
    failure.message,
    /^was lost twice; the last time: an error outside of any call was not caught \(Error: a trap\)$/,
  )
  // The innocent files share a worker again; the guilty file keeps its own.
  for (const hook of files) assert.equal((await ask(modules, hook)).attempt.rerun, undefined)
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok(modules.workerCount() <= 2, `${modules.workerCount()} workers`)
  await closed(modules)
})

test('a file that crashed once has a worker of its own afterwards', async () => {
  const modules = await oneWorker()
  failureOf(await ask(modules, 'exits.mjs'))
  const waiting = ask(modules, 'waits.mjs')
  failureOf(await ask(modules, 'exits.mjs'))
  const reply = await waiting
  assert.equal(resultOf(reply).by, 'the patient one')
  assert.equal(reply.attempt.rerun, undefined, 'its neighbour could not hurt it any more')
  await closed(modules)
})

test('a hook that obeys its signal costs no worker', async () => {
  const modules = await oneWorker()
  const waiting = ask(modules, 'waits.mjs')
  assert.equal(failureOf(await ask(modules, 'obeysSignal.mjs', { timeoutMs: 50 })).reason, 'timeout')
  assert.equal((await waiting).attempt.rerun, undefined)
  assert.equal(modules.workerCount(), 1)
  await closed(modules)
})

test('a cancelled call is answered at once, begun or not, and one that had not begun never runs', async () => {
  const modules = await oneWorker()
  const marker = join(folder, 'ran')
  const path = join(folder, 'marks.mjs')
  writeFileSync(
    path,
    `import { writeFileSync } from 'node:fs'\nexport const tool_execute_before = () => writeFileSync(${JSON.stringify(marker)}, '')`,
  )
  const busy = ask(modules, 'spinsABit.mjs')
  const waiting = ask(modules, hookAt(path))
  const hanging = ask(modules, 'neverResolves.mjs')
  waiting.cancel('aborted')
  hanging.cancel('aborted')
  for (const reply of [await waiting, await hanging]) {
    assert.deepEqual(reply.attempt, { kind: 'failed', reason: 'aborted', message: 'was cancelled' })
    assert.ok(reply.tookMs < 5000, `took ${reply.tookMs} ms`)
  }
  resultOf(await busy)
  resultOf(await ask(modules, 'bareExport.mjs'))
  assert.throws(() => rmSync(marker))
  await closed(modules)
})

test('closing answers what is in flight as aborted and leaves no worker, whatever the hooks do', async () => {
  const modules = await oneWorker()
  const replies = ['spins.mjs', 'neverResolves.mjs', 'waits.mjs'].map((file) => ask(modules, file))
  await new Promise((resolve) => setTimeout(resolve, 100))
  await closed(modules)
  for (const each of replies) assert.equal(failureOf(await each).reason, 'aborted')
  assert.equal(failureOf(await ask(modules, 'answers.ts')).reason, 'aborted')
})

test('reloading swaps workers: calls in flight end where they began, later ones start afresh', async () => {
  const modules = await oneWorker()
  assert.deepEqual(resultOf(await ask(modules, 'counts.ts')), { calls: 1 })
  const [waits, go] = [join(folder, 'waitsToBeTold.mjs'), join(folder, 'go')]
  writeFileSync(
    waits,
    `import { existsSync } from 'node:fs'
    export const tool_execute_before = async () => {
      while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 5))
    }`,
  )
  const waiting = ask(modules, hookAt(waits))
  modules.reload()
  assert.deepEqual(resultOf(await ask(modules, 'counts.ts')), { calls: 1 })
  assert.equal(modules.workerCount(), 2)
  writeFileSync(go, '')
  assert.deepEqual((await waiting).attempt, { kind: 'returned', result: undefined })
  await closed(modules)
})

test('an idle executor lets the process end; calls in flight keep it alive', {
  timeout: 120_000,
}, async () => {
  const script = join(folder, 'idle.mjs')
  const helpers = JSON.stringify(new URL('./moduleCalls.ts', import.meta.url).href)
  writeFileSync(
    script,
    `import { ask, open } from ${helpers}
    const modules = open()
    void ask(modules, 'waits.mjs').then(({ attempt }) => console.log(attempt.result.by))`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: PROGRAMS, timeout: 90_000 })
  assert.equal(stdout, 'the patient one\n')
})
