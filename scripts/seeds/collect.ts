// Lists the tests of a file by loading it with a runner that records names and runs nothing. Run as a program with test
// files as arguments; prints file -> name -> why this machine skips the test, or false, as JSON.

import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

type Options = { readonly skip?: string | boolean; readonly todo?: string | boolean }
type Runner = (name: string, options?: Options | (() => unknown)) => Promise<void>

const collected: Record<string, Record<string, string | false>> = {}
const cleaning: (() => unknown)[] = []
let tests: Record<string, string | false> = {}

/** Records the name. Of several tests with the same name, one that is not skipped is enough. */
export const test: Runner & { skip?: Runner; todo?: Runner; only?: Runner } = async (name, options) => {
  const { skip, todo } = typeof options === 'object' ? options : {}
  const why = skip || todo || false
  if (tests[name] !== false) tests[name] = why === true ? 'no reason given' : why
}
const nothing = async () => {}
test.skip = nothing
test.todo = nothing
test.only = test

export const describe = (_name: string, body: () => unknown) => void body()
export const after = (clean: () => unknown) => void cleaning.push(clean)
export const before = nothing
export const beforeEach = nothing
export const afterEach = nothing

async function collect(files: readonly string[]): Promise<void> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
  })
  for (const file of files) {
    tests = {}
    collected[file] = tests
    await import(pathToFileURL(file).href)
  }
  for (const clean of cleaning.reverse()) await clean()
  process.stdout.write(JSON.stringify(collected), () => process.exit())
}

// Not awaited: test files import this module, and would wait for it.
if (import.meta.main) void collect(process.argv.slice(2))
