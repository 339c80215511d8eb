// Reports files that a shell script of an entry sources and that do not exist, and imports that fail as soon as a
// JavaScript script is loaded: files that do not exist, and forms that plain Node does not support. The latter are not
// reported for entries that run the script with a loader.

import { dirname, extname, resolve } from 'node:path'
import { bringsLoader } from '../contract/called.ts'
import type { HookEntry } from '../contract/entry.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { RequiredModules } from '../documents/document.ts'
import type { CachedRead } from './cachedRead.ts'
import type { CommandFiles } from './commandContext.ts'
import { type Disk, failed } from './disk.ts'
import { spellingsOf } from './loadedFiles.ts'
import { missingFiles, missingSource } from './missingFiles.ts'

const LARGEST = 256 * 1024

/** The problems of the scripts of one entry. */
export async function scriptLoadProblems(
  entry: HookEntry,
  { scripts, runBy }: CommandFiles,
  { disk, study, cwd }: { readonly disk: Disk; readonly study: CachedRead; readonly cwd: string | undefined },
): Promise<readonly Problem[]> {
  const found: Problem[] = []
  for (const path of scripts) {
    const by = runBy.get(path)
    const stat = disk.stat(path)
    const real = disk.real(path)
    if (by === undefined || failed(stat) || failed(real) || stat.kind !== 'file') continue
    const known = await study(path, stat, { runBy: by })
    const document = failed(known) ? null : known.document
    if (document?.sourced !== undefined)
      found.push(...missingSource(path, real, document.sourced, { disk, cwd }))
    if (by === 'itself' || document?.required === undefined || document.language === 'python') continue
    const { required } = document
    const missing = await missingBelow({ path, real, required }, disk, study)
    found.push(...missing)
    const isPlain = /^node(?:js)?$/.test(by) && real === path && !bringsLoader(entry)
    if (isPlain && missing.length === 0) found.push(...nodeProblems(path, required, disk))
  }
  return found
}

/** More modules than this are not searched for what they load. */
const MOST_MODULES = 30

type Module = { readonly path: string; readonly real: string; readonly required: RequiredModules }

// What the script or the modules that it loads name and that does not exist.
async function missingBelow(script: Module, disk: Disk, study: CachedRead): Promise<readonly Problem[]> {
  const found: Problem[] = []
  const modules = [script]
  const seen = new Set([script.real])
  for (let at = 0; at < modules.length; at++) {
    const { path, real, required } = modules[at] as Module
    found.push(...missingFiles(path, real, required, disk))
    for (const { name } of required.modules) {
      const file = loadedAs(resolve(dirname(real), name), disk)
      const next = file === undefined || modules.length >= MOST_MODULES ? undefined : disk.real(file)
      const stat = next === undefined || failed(next) ? undefined : disk.stat(next)
      if (stat === undefined || failed(stat) || typeof next !== 'string' || seen.has(next)) continue
      seen.add(next)
      const known = await study(next, stat, {})
      const document = failed(known) ? null : known.document
      const inner = document?.language === 'python' ? undefined : document?.required
      if (inner !== undefined) modules.push({ path: next, real: next, required: inner })
    }
  }
  return found
}

// The only file that a name may stand for.
function loadedAs(path: string, disk: Disk): string | undefined {
  const files = spellingsOf(path).filter((one) => {
    const stat = disk.stat(one)
    return !failed(stat) && stat.kind === 'file' && !one.endsWith('.json')
  })
  return files.length === 1 ? files[0] : undefined
}

function nodeProblems(path: string, { modules, asks }: RequiredModules, disk: Disk): readonly Problem[] {
  const bytes = disk.read(path, LARGEST)
  const text = failed(bytes) ? '' : bytes.toString('utf8')
  const wrong = asks === undefined ? undefined : ofOtherKind(path, asks, disk)
  if (wrong !== undefined) return [wrong]
  return modules.flatMap(({ name, range, by }) => {
    if (by === 'require') return []
    const target = resolve(dirname(path), name.replace(/[?#].*$/s, ''))
    const stat = disk.stat(target)
    if (failed(stat) || stat.kind === 'folder') {
      const message = `Node does not add an extension to "${name}" or search folders, so this file does not load.`
      return [
        problem('import.missing', path, message, {
          range,
          fix: 'Write the file name with its extension.',
        }),
      ]
    }
    if (!name.endsWith('.json') || /^\s*(?:with|assert)\s*\{/.test(text.slice(range.end))) return []
    const message = `Node imports "${name}" only with a type attribute, so this file does not load.`
    return [problem('import.missing', path, message, { range, fix: "Append with { type: 'json' }." })]
  })
}

// The nearest package.json decides the module kind of a file whose ending does not.
function ofOtherKind(
  path: string,
  { by, range }: NonNullable<RequiredModules['asks']>,
  disk: Disk,
): Problem | undefined {
  if (!/^\.[jt]s$/.test(extname(path))) return undefined
  const type = packageType(dirname(path), disk)
  if (type !== (by === 'require' ? 'module' : 'commonjs')) return undefined
  const message =
    by === 'require'
      ? 'package.json makes this file an ES module ("type": "module"), which has no "require", so it does not load.'
      : 'package.json makes this file CommonJS ("type": "commonjs"), which has no "import", so it does not load.'
  const ending = by === 'require' ? '.cjs' : '.mjs'
  return problem('import.missing', path, message, { range, fix: `Rename it to end in ${ending}.` })
}

function packageType(folder: string, disk: Disk): unknown {
  for (let here = folder; ; here = dirname(here)) {
    const bytes = disk.read(`${here}/package.json`, LARGEST)
    if (!failed(bytes)) {
      try {
        return (JSON.parse(bytes.toString('utf8')) as { readonly type?: unknown } | null)?.type
      } catch {
        return undefined
      }
    }
    if (here === dirname(here) || bytes.failed !== 'ENOENT') return undefined
  }
}
