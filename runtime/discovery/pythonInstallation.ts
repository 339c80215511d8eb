// Determines which modules an installed Python can import, from its folders and without starting it. The result is
// undefined where the layout is not a known one, or where something else may add modules.

import { basename, dirname, join, resolve } from 'node:path'
import { type Disk, failed } from './disk.ts'
import { isHarmless, namesIn, siteNames } from './pythonSites.ts'

export type PythonGround = {
  readonly disk: Disk
  /** The workspace folder. */
  readonly root: string
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The names that can be imported under this program; undefined where that is not certain. */
export type Installations = (program: string) => ReadonlySet<string> | undefined

/** Reads each installation once. */
export function installationsOn(ground: PythonGround): Installations {
  const known = new Map<string, ReadonlySet<string> | undefined>()
  return (program) => {
    if (!known.has(program)) known.set(program, namesUnder(program, ground))
    return known.get(program)
  }
}

// Environment variables that change where Python searches for modules.
const MOVING = ['PYTHONPATH', 'PYTHONHOME', 'PYTHONUSERBASE', 'PYTHONPLATLIBDIR']

function namesUnder(found: string, ground: PythonGround): ReadonlySet<string> | undefined {
  const { disk, environment } = ground
  if (process.platform === 'win32' || MOVING.some((name) => (environment[name] ?? '') !== ''))
    return undefined
  const program = basename(dirname(found)) === 'shims' ? behindShim(found, ground) : found
  const base = program === undefined ? undefined : baseOf(program, disk)
  if (program === undefined || base === undefined) return undefined
  const standard = [base.library, join(base.library, 'lib-dynload')].map((folder) => namesIn(folder, disk))
  const sites = siteFolders(program, base, ground).map((folder) => siteNames(folder, disk))
  const all = new Set<string>()
  for (const names of [...standard, ...sites]) {
    if (names === undefined) return undefined
    for (const name of names) all.add(name)
  }
  // `sitecustomize` and `usercustomize` run at every start, and may add folders.
  const folders = [base.library, ...siteFolders(program, base, ground)]
  const isPlain = ['sitecustomize', 'usercustomize'].every(
    (name) => !all.has(name) || folders.every((folder) => isHarmless(name, folder, disk)),
  )
  return isPlain ? all : undefined
}

/** The installation that a program belongs to: `lib/python3.12` beside `bin/`. */
type Base = { readonly prefix: string; readonly library: string; readonly version: string }

function baseOf(program: string, disk: Disk): Base | undefined {
  const real = disk.real(program)
  if (failed(real) || isScript(real, disk)) return undefined
  const [, version] = /^python(3(?:\.\d+t?)?)$/.exec(basename(real)) ?? []
  if (version === undefined || basename(dirname(real)) !== 'bin') return undefined
  const prefix = dirname(dirname(real))
  const versions = version.includes('.') ? [version] : versionsIn(join(prefix, 'lib'), disk)
  const [library, ...others] = versions
    .map((one) => ({ prefix, version: one, library: join(prefix, 'lib', `python${one}`) }))
    .filter((one) => isFile(join(one.library, 'os.py'), disk))
  if (library === undefined || others.length > 0) return undefined
  // A zipped library would be searched first.
  const zip = `python${library.version.replaceAll(/[.t]/g, '')}.zip`
  return failed(disk.stat(join(prefix, 'lib', zip))) ? library : undefined
}

function versionsIn(folder: string, disk: Disk): readonly string[] {
  const entries = disk.list(folder)
  if (failed(entries)) return []
  return entries.flatMap(({ name }) => /^python(3\.\d+t?)$/.exec(name)?.[1] ?? [])
}

// All folders that may hold packages for this Python, including virtual environments of the workspace: an agent is
// often started inside one.
function siteFolders(program: string, base: Base, ground: PythonGround): readonly string[] {
  const { disk, root, home, environment } = ground
  const { VIRTUAL_ENV = '', HOME = home } = environment
  const environments = [
    dirname(dirname(program)),
    join(root, '.venv'),
    join(root, 'venv'),
    VIRTUAL_ENV,
  ].filter((one) => one !== '' && isFile(join(one, 'pyvenv.cfg'), disk))
  const own = environments.flatMap((one) =>
    ['lib', 'lib64'].flatMap((lib) =>
      versionsIn(join(one, lib), disk).map((version) => join(one, lib, `python${version}`, 'site-packages')),
    ),
  )
  const isolated = isFile(join(dirname(dirname(program)), 'pyvenv.cfg'), disk) && !seesSystem(program, disk)
  return isolated
    ? own
    : [...own, ...systemFolders(base), ...userFolders(base, home), ...userFolders(base, HOME)]
}

function systemFolders({ prefix, library, version }: Base): readonly string[] {
  const libraries = [
    library,
    join(prefix, 'lib64', `python${version}`),
    join(prefix, 'lib', 'python3'),
    join(prefix, 'local', 'lib', `python${version}`),
    join(prefix, 'local', 'lib64', `python${version}`),
  ]
  return libraries.flatMap((one) => [join(one, 'site-packages'), join(one, 'dist-packages')])
}

function userFolders({ version }: Base, home: string): readonly string[] {
  return [
    join(home, '.local', 'lib', `python${version}`, 'site-packages'),
    join(home, 'Library', 'Python', version, 'lib', 'python', 'site-packages'),
  ]
}

function seesSystem(program: string, disk: Disk): boolean {
  const text = textOf(join(dirname(dirname(program)), 'pyvenv.cfg'), disk)
  return text === undefined || !/^include-system-site-packages\s*=\s*false\s*$/im.test(text)
}

// A pyenv shim starts the version named by PYENV_VERSION, the nearest .python-version or pyenv's own version file.
function behindShim(shim: string, { disk, root, environment }: PythonGround): string | undefined {
  const top = dirname(dirname(shim))
  const version = environment.PYENV_VERSION ?? localVersion(root, disk) ?? textOf(join(top, 'version'), disk)
  const name = version?.trim() ?? ''
  return /^\d[\w.+-]*$/.test(name) ? join(top, 'versions', name, 'bin', basename(shim)) : undefined
}

function localVersion(folder: string, disk: Disk): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const text = textOf(join(at, '.python-version'), disk)
    if (text !== undefined) return text
    if (dirname(at) === at) return undefined
  }
}

const SMALL = 64 * 1024

function textOf(path: string, disk: Disk): string | undefined {
  const bytes = disk.read(path, SMALL)
  return failed(bytes) ? undefined : bytes.toString('utf8')
}

// Whether the program is a wrapper script, which may start any Python.
function isScript(path: string, disk: Disk): boolean {
  const head = disk.head(path, 2)
  return failed(head) || head.toString('latin1') === '#!'
}

function isFile(path: string, disk: Disk): boolean {
  const stat = disk.stat(path)
  return !failed(stat) && stat.kind === 'file'
}
