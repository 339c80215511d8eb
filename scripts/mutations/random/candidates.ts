// Selects the test files that may detect a slip in a file: those that import it directly or indirectly. Tests named after
// the file come first, then tests of its own folder, then those with the shortest import paths.

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/** Returns the test files for a source file, most likely first. */
export function openCandidates(root: string): (file: string) => readonly string[] {
  const tests = globSync('test/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !SLOW.test(path))
    .sort()
  const imports = new Map<string, readonly string[]>()
  const reached = tests.map((path) => [path, distancesFrom(path)] as const)
  return (file) => {
    const own = `test/${file
      .split('/')
      .slice(0, -1)
      .join('/')
      .replace(/^runtime\//, '')}`
    const name = plainName(file)
    const isNear = (path: string): boolean => own.startsWith(dirname(path))
    const score = (path: string, steps: number): number =>
      plainName(path).startsWith(name) ? 0 : steps + (isNear(path) ? 1 : 100)
    return reached
      .flatMap(([path, distances]) => {
        // Tests in the file's folder may start it as a program.
        const steps = distances.get(file) ?? (isNear(path) && dirname(path) !== 'test' ? STARTED : undefined)
        return steps === undefined ? [] : [{ path, score: score(path, steps) }]
      })
      .sort((one, two) => one.score - two.score)
      .map(({ path }) => path)
  }

  function distancesFrom(path: string): ReadonlyMap<string, number> {
    const steps = new Map([[path, 0]])
    for (const [here, far] of steps)
      for (const next of importsOf(here)) if (!steps.has(next)) steps.set(next, far + 1)
    return steps
  }

  function importsOf(path: string): readonly string[] {
    let found = imports.get(path)
    if (found === undefined) {
      const text = readFileSync(join(root, path), 'utf8')
      found = [...text.matchAll(/(?:from |import\(|import )'(\.[^']*\.ts)'/g)].flatMap(([, to = '']) => {
        const target = join(dirname(path), to).replaceAll(sep, '/')
        return isThere(target) ? [target] : []
      })
      imports.set(path, found)
    }
    return found
  }

  function isThere(path: string): boolean {
    return globSync(path, { cwd: root }).length > 0
  }
}

/** `claudecode` for `claude-code.ts`: the beginning of `claudeCodeRules.test.ts`. */
function plainName(path: string): string {
  return basename(path, '.ts').replaceAll('-', '').toLowerCase()
}

const STARTED = 50

// Tests that start editors, builds or hundreds of sessions: minutes for one slip.
const SLOW =
  /^test\/(?:editor|hostile|upstream|seeds|package|build)\b|agents\/observ|Standing|Robust|load\.test/
