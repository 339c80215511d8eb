// Reports packages that a Python hook imports whenever it is loaded and that the Python which runs it lacks. Nothing is
// reported where they may be found elsewhere: beside the hook, in the workspace, or in an unknown installation.

import { dirname, join } from 'node:path'
import { rowOf } from '../contract/json.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import type { RequiredModule, RequiredModules } from '../documents/document.ts'
import { STANDARD_MODULES } from '../documents/python/standard.ts'
import { baseName, readShebang } from '../documents/shebang.ts'
import { shown } from './places.ts'
import { installationsOn, type PythonGround } from './pythonInstallation.ts'
import { namesIn } from './pythonSites.ts'

export type PythonFile = {
  readonly path: string
  /** The same file with every link followed. */
  readonly real: string
  /** The Python that runs it, absolute. */
  readonly program: string
  /** Packages that its agent provides. */
  readonly given: readonly string[]
}

/** Reports the packages of a file that are missing. */
export type MissingPackages = (file: PythonFile, required: RequiredModules) => readonly Problem[]

/** Lists each folder once. */
export function missingPackagesOn(ground: PythonGround): MissingPackages {
  const installed = installationsOn(ground)
  const folders = new Map<string, ReadonlySet<string>>()

  return (file, { modules, folders: own = ['./'] }) => {
    const { path, real, program, given } = file
    const bases = [dirname(path), dirname(real)]
    const local = [ground.root, ...bases.flatMap((base) => own.map((folder) => join(base, folder)))].map(
      namesOf,
    )
    const missing: RequiredModule[] = []
    for (const one of modules) {
      const { name } = one
      if (name.startsWith('_') || STANDARD_MODULES.has(name) || given.includes(name)) continue
      // A module of the project may change where the modules after it are found.
      if (local.some((names) => names.has(name))) break
      const names = installed(program)
      if (names === undefined) return []
      if (!names.has(name)) missing.push(one)
    }
    return missing.map((one) => complaint(one, path, shown(program, ground), installed(program) ?? new Set()))
  }

  // In a folder that cannot be listed, Python finds nothing either.
  function namesOf(folder: string): ReadonlySet<string> {
    let names = folders.get(folder)
    if (names === undefined) {
      names = namesIn(folder, ground.disk) ?? new Set()
      folders.set(folder, names)
    }
    return names
  }
}

/** The Python that a shebang line names; undefined for other programs and for unusual ways to start it. */
export function pythonOf(line: string): string | undefined {
  const shebang = readShebang(`${line}\n`)
  if (shebang === undefined || shebang.crlf || shebang.glued || line.includes('=')) return undefined
  const { interpreter, args } = shebang
  if (!/^python(3(\.\d+)?)?$/.test(baseName(interpreter))) return undefined
  if (interpreter.includes('/') && !interpreter.startsWith('/')) return undefined
  return args.every((one) => /^-[BEIOPbdqsuv]+$/.test(one)) ? interpreter : undefined
}

function complaint(
  { name, range }: RequiredModule,
  path: string,
  program: string,
  installed: ReadonlySet<string>,
): Problem {
  const install = `${program} -m pip install ${rowOf(DISTRIBUTIONS, name) ?? name}`
  const message = `${program} has no module "${name}", so the file does not load.`
  const suggestion = suggest(name, [...STANDARD_MODULES, ...installed])
  if (suggestion === undefined)
    return problem('import.missing', path, message, { range, fix: `Install it: ${install}` })
  return problem('import.missing', path, `${message} Did you mean "${suggestion}"?`, {
    range,
    fix: `Write "${suggestion}", or install it: ${install}`,
    repairs: [{ kind: 'edit', title: `Change to "${suggestion}"`, edits: [{ range, text: suggestion }] }],
  })
}

// Packages whose name for pip differs from the name that is imported.
const DISTRIBUTIONS: Readonly<Record<string, string>> = {
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  Crypto: 'pycryptodome',
  cv2: 'opencv-python',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  git: 'GitPython',
  jose: 'python-jose',
  jwt: 'PyJWT',
  magic: 'python-magic',
  PIL: 'Pillow',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  yaml: 'PyYAML',
  zmq: 'pyzmq',
}
