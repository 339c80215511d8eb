// Which tests a file makes: it is loaded with a runner that writes names down and runs nothing. Run as a program, with
// test files as arguments; prints file -> names as JSON. A test that is always skipped proves nothing and is left out.

import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

type Options = { readonly skip?: unknown; readonly todo?: unknown }
type Runner = (name: string, options?: Options | (() => unknown)) => Promise<void>

const collected: Record<string, string[]> = {}
const cleaning: (() => unknown)[] = []
let names: string[] = []

/** Writes the name down. A reason to skip is told by machines that lack something; others run the test. */
export const test: Runner & { skip?: Runner; todo?: Runner; only?: Runner } = async (name, options) => {
  const { skip, todo } = typeof options === 'object' ? options : {}
  if (skip !== true && (todo === undefined || todo === false)) names.push(name)
}
const nothing = async () => {}
test.skip = nothing
test.todo = nothing
test.only = test

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
    names = []
    collected[file] = names
    await import(pathToFileURL(file).href)
  }
  for (const clean of cleaning.reverse()) await clean()
  process.stdout.write(JSON.stringify(collected), () => process.exit())
}

// Not awaited here: test files import this very module, and would wait for it.
if (import.meta.main) void collect(process.argv.slice(2))
