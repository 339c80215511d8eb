// Predicts compilr's rows: calls of HooksManager as its reference writes them, made on the package's own HooksManager.

import type { HooksConfig } from 'hookbench/compilr'
import { compilr } from '../../runtime/contract/dialects/compilr.ts'
import { isObject, type Json } from '../../runtime/contract/json.ts'
import { HooksManager } from '../../runtime/managers/compilr.ts'

type List = keyof HooksConfig

/** Hookbench's result for one row's input; undefined for unsupported kinds of input. */
export async function predict(input: Json): Promise<Json | undefined> {
  if (!isObject(input) || typeof input.call !== 'string' || Object.keys(input).length > 1) return undefined
  const [, list] = /^new HooksManager\(\{ ?hooks: ?\{ ?(\w+): ?\[fn\] ?\} ?\}\)$/.exec(input.call) ?? []
  if (list !== undefined && isList(list)) return { fn_runs: await runs(list) }
  const [, method, count] = /^(\w+)\(\) with (no|one|two|three) hooks? registered$/.exec(input.call) ?? []
  return method === undefined || count === undefined ? undefined : request(method, COUNTS.indexOf(count))
}

const COUNTS = ['no', 'one', 'two', 'three']

function isList(name: string): name is List {
  return Object.hasOwn(compilr.events, name)
}

// Whether a hook passed to the constructor runs on its event.
async function runs(list: List): Promise<boolean> {
  let calls = 0
  const hook = () => {
    calls += 1
  }
  const manager = new HooksManager({ hooks: { [list]: [hook] } })
  const context = compilr.events[list].example as never
  const run = {
    beforeIteration: () => manager.runBeforeIteration(context),
    afterIteration: () => manager.runAfterIteration(context),
    beforeLLM: () => manager.runBeforeLLM(context),
    afterLLM: () => manager.runAfterLLM(context),
    beforeTool: () => manager.runBeforeTool(context),
    afterTool: () => manager.runAfterTool(context),
    onError: () => manager.runOnError(context),
  }
  await run[list]()
  return calls === 1
}

function request(method: string, count: number): Json | undefined {
  const hooks = { beforeTool: Array.from({ length: count }, () => () => undefined) }
  const manager = new HooksManager({ hooks })
  if (method === 'hasHooks') return manager.hasHooks()
  return method === 'getHookCounts' ? manager.getHookCounts() : undefined
}
