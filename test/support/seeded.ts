// A small workspace and home on the disk, and all findings in it: for tables of mistakes and of repairs.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileFindings } from '../../runtime/checks/findings.ts'
import type { Problem } from '../../runtime/contract/problems.ts'
import { openProject } from '../../runtime/project/project.ts'
import { writeTree } from './tree.ts'

/** Files by path in the workspace (`~/…`: in the home); an executable script has a mode beside its text. */
export type SeededFiles = Readonly<Record<string, string | { readonly text: string; readonly mode: string }>>

/** A problem; `at` is its file as named in `SeededFiles`, and `nameOf` returns such a name for any path. */
export type Found = Problem & { readonly at: string; readonly nameOf: (path: string) => string }

/** Returns all findings in these files. Programs with `missing` in their name are not installed. */
export async function findingsIn(files: SeededFiles): Promise<readonly Found[]> {
  const tree = writeTree('//- /ws/\n//- /home/')
  try {
    for (const [path, file] of Object.entries(files)) {
      const place = path.startsWith('~/')
        ? join(tree.folder, 'home', path.slice(2))
        : join(tree.folder, 'ws', path)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, typeof file === 'string' ? file : file.text)
      if (typeof file !== 'string') chmodSync(place, Number.parseInt(file.mode, 8))
    }
    const project = openProject({
      root: tree.at('ws'),
      home: tree.at('home'),
      ownHome: true,
      lookup: (name) => (name.includes('missing') ? undefined : `/usr/bin/${name}`),
      environment: {},
    })
    const nameOf = (path: string) =>
      path.startsWith(tree.at('home'))
        ? `~${path.slice(tree.at('home').length)}`
        : path.slice(tree.at('ws').length + 1)
    try {
      const paths = new Set([
        ...(await project.files()),
        ...(await project.discovered()).map(({ path }) => path),
      ])
      const all: Found[] = []
      for (const path of paths)
        for (const one of await fileFindings(path, project)) all.push({ ...one, at: nameOf(path), nameOf })
      return all
    } finally {
      project.close()
    }
  } finally {
    tree.remove()
  }
}
