// The findings of a fixture's workspace, as the editor and `hookbench check` report them, drawn into its files.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { fileFindings } from '../../runtime/checks/findings.ts'
import type { Problem } from '../../runtime/contract/problems.ts'
import { openProject } from '../../runtime/project/project.ts'
import type { Project } from '../../runtime/project/view.ts'
import { type FixtureFile, writeFixture } from './fixtures.ts'
import { marksOf, showMarked } from './marked.ts'
import type { Tree } from './tree.ts'

/** The folder of Python in the home of every fixture. */
const PYTHON = 'python'

/** Writes a workspace and opens it as a project until the test ends. */
export function openFixture(
  files: readonly FixtureFile[],
  t: TestContext,
): { readonly tree: Tree; readonly project: Project } {
  const tree = writeFixture(files)
  tree.write(`
    //- /home/${PYTHON}/bin/python3 755
    //- /home/${PYTHON}/lib/python3.12/os.py
  `)
  const project = openProject({
    root: tree.at('ws'),
    home: tree.at('home'),
    ownHome: true,
    // Independent of this machine: every program is installed except yq and names with "missing" in them. The only
    // Python has its own standard library and the packages in the fixture.
    lookup: (name) => {
      if (/missing|^yq$/.test(name)) return undefined
      return /^(\/usr\/bin\/)?python3$/.test(name)
        ? tree.at(`home/${PYTHON}/bin/python3`)
        : `/usr/bin/${name}`
    },
    environment: {},
  })
  t.after(() => {
    project.close()
    tree.remove()
  })
  return { tree, project }
}

/** Writes a workspace and returns all its findings, by path in the fixture. */
export async function findingsOf(
  files: readonly FixtureFile[],
  t: TestContext,
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const { tree, project } = openFixture(files, t)
  const found = await projectFindings(project)
  return new Map([...found].map(([path, problems]) => [named(path, tree), problems]))
}

/** Fails unless the findings in these files are exactly the marked ones. */
export async function checkFindings(files: readonly FixtureFile[], t: TestContext): Promise<void> {
  const found = await findingsOf(files, t)
  for (const { path, text, marks } of files) {
    const problems = found.get(path) ?? []
    const lines = problems.map(({ code, message }) => `  ${code}: ${message}`).join('\n')
    assert.equal(
      showMarked(text, marksOf(text, problems)),
      showMarked(text, marks),
      `${path} has other findings than are marked (+ found, - marked):\n${lines}`,
    )
  }
  const others = [...found].filter(
    ([path, problems]) => problems.length > 0 && !files.some((file) => file.path === path),
  )
  assert.deepEqual(
    others.map(([path, problems]) => [path, problems.map(({ code }) => code)]),
    [],
    'findings in what the fixture does not hold',
  )
}

function named(path: string, tree: Tree): string {
  const inner = path.slice(tree.folder.length + 1)
  return inner.startsWith('home/') ? `~/${inner.slice('home/'.length)}` : inner.replace(/^ws\//, '')
}

/** The problems of every file of a project; for files that cannot be viewed, those of discovery. */
async function projectFindings(project: Project): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const files = new Set([...(await project.files()), ...(await project.discovered()).map(({ path }) => path)])
  const found = new Map<string, readonly Problem[]>()
  for (const path of [...files].sort()) found.set(path, await fileFindings(path, project))
  return found
}
