// Serves hook files to Node's module loader inside a worker, only from the bytes that trust has hashed.
// Packages and Node's own modules load as usual; a local file that is not among those bytes is refused.

import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import module from 'node:module'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MODULE_ENDINGS } from '../../contract/endings.ts'
import { facade, runCommonJs } from './commonjs.ts'
import { sourceOf, syntaxErrorIn } from './format.ts'
import type { ModuleLoad } from './messages.ts'
import { virtualSource } from './virtual.ts'

const MARK = 'hookbench'
const VIRTUAL = 'hookbench:'
const ENDINGS = ['', ...MODULE_ENDINGS]

type Loaded = {
  readonly load: ModuleLoad
  readonly files: ReadonlyMap<string, Uint8Array>
  /** CommonJS modules of this load: Node's own loader would consult the nearest package.json for their format. */
  readonly commonjs: Map<string, NodeJS.Module>
}

const loads = new Map<number, Loaded>()
/** Specifiers by which the worker itself imports a hook, each once -> its URL. A hook cannot guess one. */
const entries = new Map<string, string>()
/** The latest load that served a file: CommonJS drops the query of a URL, which names the load. */
const owners = new Map<string, Loaded>()

/** The only load of a debugged process, whose files keep their own URLs for the debugger. */
let plain: Loaded | undefined

/** Runs a hook file anew and returns its namespace. */
export async function importHook(load: ModuleLoad): Promise<Record<string, unknown>> {
  const loaded: Loaded = { load, files: new Map(load.files), commonjs: new Map() }
  loads.set(load.load, loaded)
  if (load.plain === true) plain = loaded
  // Removes files that Node's own `require` has cached from an earlier load.
  const { cache } = module.createRequire(load.path)
  for (const path of loaded.files.keys()) delete cache[path]
  try {
    const entry = `${VIRTUAL}${randomUUID()}`
    entries.set(entry, marked(load.path, loaded))
    return (await import(entry)) as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/^SyntaxError: .*\n\s+at /.test(error.stack ?? '')) throw error
    for (const [path, bytes] of load.files) throw syntaxErrorIn(path, bytes) ?? error
    throw error
  }
}

/**
 * Installs the loader hooks of this thread. Files that belong to no hook are left to Node. With `running`, the number of
 * the load that the running call belongs to, a module loads only within the calls of its hook: code can have any name.
 */
export function installLoader(running?: () => number | undefined): void {
  module.registerHooks({
    resolve(specifier, context, next) {
      // A hook's own file: its trusted bytes run, whether or not the file still exists.
      const entry = entries.get(specifier)
      if (entry !== undefined) {
        entries.delete(specifier)
        return { url: entry, shortCircuit: true }
      }
      const loaded = context.parentURL === undefined ? undefined : loadOf(context.parentURL)
      const found = resolved(specifier, context, next, loaded)
      // By the module of another load, one hook would change what another one decides with.
      const other = loads.get(markOf(found.url)) ?? ownerOf(found.url)
      if (other === undefined || other === plain) return found
      // A package that loads what the hook names to it is no code of another hook.
      const isOwn = loaded === undefined || loaded === other
      if (isOwn && (running === undefined || running() === other.load.load)) return found
      throw new Error(`${found.url} belongs to another hook`)
    },
    load(url, context, next) {
      const loaded = loads.get(markOf(url))
      if (loaded === undefined) return next(url, context)
      if (url.startsWith(VIRTUAL)) {
        const specifier = url.slice(VIRTUAL.length, url.indexOf('?'))
        return {
          format: 'module',
          source: virtualSource(specifier, loaded.load.events) ?? '',
          shortCircuit: true,
        }
      }
      const path = fileURLToPath(url)
      owners.set(path, loaded)
      const { format, source } = sourceOf(path, bytesOf(path, loaded))
      if (format !== 'commonjs') return { format, source, shortCircuit: true }
      return { format: 'module', source: facade(required(path, loaded)), shortCircuit: true }
    },
  })
}

type Resolve = Parameters<typeof module.registerHooks>[0]['resolve'] & {}

function resolved(
  ...[specifier, context, next, loaded]: readonly [...Parameters<Resolve>, Loaded | undefined]
): ReturnType<Resolve> {
  const parent = context.parentURL
  if (parent === undefined || loaded === undefined) return next(specifier, context)
  if (virtualSource(specifier, []) !== undefined) {
    return { url: `${VIRTUAL}${specifier}?${MARK}=${loaded.load.load}`, shortCircuit: true }
  }
  if (!isLocal(specifier)) {
    const found = next(specifier, context)
    // The project's own package name, and links in node_modules, resolve to local code as well.
    return isForeign(found.url) ? found : owned(found.url, loaded, parent, specifier)
  }
  const wanted = localPath(specifier, parent)
  // Node 22 passes a set where code calls `require`.
  const path =
    wanted === undefined ? undefined : pick(wanted, loaded, new Set(context.conditions).has('require'))
  if (path !== undefined) return { url: marked(path, loaded), shortCircuit: true }
  if (wanted === undefined) return next(specifier, context)
  return owned(next(specifier, context).url, loaded, parent, specifier)
}

function bytesOf(path: string, loaded: Loaded): Uint8Array {
  const bytes = loaded.files.get(path)
  if (bytes === undefined) throw new Error(`${path} is not one of the files that were trusted with this hook`)
  return bytes
}

/** The exports of a CommonJS or JSON file, which runs on first use. */
function required(path: string, loaded: Loaded): unknown {
  owners.set(path, loaded)
  return runCommonJs(path, loaded.commonjs, {
    source: () => sourceOf(path, bytesOf(path, loaded)),
    local: (specifier, node) => {
      const parent = pathToFileURL(path).href
      if (isLocal(specifier)) {
        const wanted = localPath(specifier, parent)
        const picked = wanted === undefined ? undefined : pick(wanted, loaded, true)
        if (picked !== undefined) return picked
      } else if (module.isBuiltin(specifier) || virtualSource(specifier, []) !== undefined) return undefined
      const found = pathToFileURL(node.resolve(specifier)).href
      if (!isLocal(specifier) && isForeign(found)) return undefined
      return fileURLToPath(owned(found, loaded, parent, specifier).url)
    },
    require: (found) => required(found, loaded),
  })
}

function loadOf(parent: string): Loaded | undefined {
  const mark = markOf(parent)
  return mark > 0 ? loads.get(mark) : ownerOf(parent)
}

function ownerOf(url: string): Loaded | undefined {
  return url.startsWith('file:') ? owners.get(fileURLToPath(url)) : undefined
}

function markOf(url: string): number {
  const at = url.lastIndexOf(`?${MARK}=`)
  if (at !== -1) return Number(url.slice(at + MARK.length + 2))
  const isPlain = url.startsWith('file:') && plain?.files.has(fileURLToPath(url)) === true
  return isPlain ? (plain?.load.load ?? 0) : 0
}

function marked(path: string, loaded: Loaded): string {
  const { href } = pathToFileURL(path)
  return loaded === plain ? href : `${href}?${MARK}=${loaded.load.load}`
}

function isLocal(specifier: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|\/|file:|[A-Za-z]:\\)/.test(specifier)
}

function localPath(specifier: string, parent: string): string | undefined {
  try {
    const url = /^[A-Za-z]:\\/.test(specifier) ? pathToFileURL(specifier) : new URL(specifier, parent)
    return url.protocol === 'file:' ? fileURLToPath(url) : undefined
  } catch {
    return undefined
  }
}

// `require` may omit the file extension or name a folder; `import` names the file.
function pick(wanted: string, loaded: Loaded, require: boolean): string | undefined {
  if (loaded.files.has(wanted)) return wanted
  if (!require) return undefined
  for (const base of [wanted, join(wanted, 'index')]) {
    for (const ending of ENDINGS) if (loaded.files.has(base + ending)) return base + ending
  }
  return undefined
}

// Code outside of trust's scope: Node's own modules, and packages that are
// actually installed. Node resolves links first.
function isForeign(url: string): boolean {
  return !url.startsWith('file:') || fileURLToPath(url).includes(`${sep}node_modules${sep}`)
}

// A local file that Node found on disk: accepted if it is a trusted file under another name (a symbolic link).
function owned(
  url: string,
  loaded: Loaded,
  parent: string,
  specifier: string,
): { url: string; shortCircuit: true } {
  if (isForeign(url)) return { url, shortCircuit: true }
  const path = fileURLToPath(url)
  for (const known of loaded.files.keys()) {
    if (known === path || real(known) === path) return { url: marked(known, loaded), shortCircuit: true }
  }
  const from = parent.startsWith('file:') ? fileURLToPath(parent) : loaded.load.path
  throw new Error(
    `"${specifier}" in ${from} loads ${path}, which is not one of the files that were trusted with this hook; ` +
      `${remedyFor(specifier)}, so that trust can see it, and trust the hook again`,
  )
}

function remedyFor(specifier: string): string {
  if (isLocal(specifier)) return 'write the path literally in an import, import() or require()'
  if (specifier.startsWith('#')) return 'load it by a relative path'
  return 'load it by a relative path, or install it as a package instead of linking to it'
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
