// A project in memory: texts by their paths below `/ws`, read by the real readers, and hooks as discovery would list
// them, all active unless a test overrides them. A test may replace the spots of a view.

import { join } from 'node:path'
import { defined } from '../../runtime/contract/defined.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { defaultSettings, type Settings } from '../../runtime/contract/settings.ts'
import type { Spot, SpottedDocument } from '../../runtime/documents/spots.ts'
import type { Typing } from '../../runtime/documents/typed.ts'
import { roleOf } from '../../runtime/project/role.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import { viewOf } from '../../runtime/project/viewOf.ts'
import { cutCursor } from './marked.ts'

export const ROOT = '/ws'
export const HOME = '/home/someone'

export type InMemory = {
  readonly project: Project
  /** The view of a file, by its path below the root. */
  view(path: string): Promise<View>
  /** The view with the cursor `$0`, and the offset of the cursor. */
  cursor(): Promise<{ readonly view: View; readonly offset: number }>
}

export type InMemoryOptions = {
  /** Overrides for hooks, by the file's path or by id. */
  readonly hooks?: Readonly<Record<string, Partial<Hook>>>
  readonly settings?: Partial<Settings>
  readonly typing?: () => Promise<Typing>
}

/** Path below the root -> text; at most one text has a cursor. */
export function inMemory(files: Readonly<Record<string, string>>, options: InMemoryOptions = {}): InMemory {
  let pointed: { path: string; offset: number } | undefined
  const texts = new Map(
    Object.entries(files).map(([path, source]) => {
      if (!source.includes('$0')) return [join(ROOT, path), source] as const
      const { text, offset } = cutCursor(source)
      pointed = { path: join(ROOT, path), offset }
      return [join(ROOT, path), text] as const
    }),
  )
  const views = new Map<string, Promise<View | undefined>>()
  const project: Project = {
    root: ROOT,
    home: HOME,
    settings: { ...defaultSettings, ...options.settings },
    view(path) {
      const known = views.get(path) ?? understood(path)
      views.set(path, known)
      return known
    },
    async hooks() {
      const found: Hook[] = []
      for (const path of [...texts.keys()].sort()) {
        const view = await project.view(path)
        if (view !== undefined) found.push(...hooksOf(view, found.length, options.hooks ?? {}))
      }
      return found
    },
    discovered: async () => [],
    files: async () => [...texts.keys()],
  }
  return {
    project,
    view: (path) => existing(join(ROOT, path)),
    async cursor() {
      if (pointed === undefined) throw new Error('no file has a cursor; write $0 where it is')
      return { view: await existing(pointed.path), offset: pointed.offset }
    },
  }

  async function existing(path: string): Promise<View> {
    const view = await project.view(path)
    if (view === undefined) throw new Error(`${path} is none of ours`)
    return view
  }

  async function understood(path: string): Promise<View | undefined> {
    const text = texts.get(path)
    const role = roleOf(path, { root: ROOT, home: HOME })
    if (text === undefined || role === undefined) return undefined
    return viewOf({
      path,
      text,
      version: 1,
      role,
      ...defined({ typing: options.typing }),
    })
  }
}

/** A spot without its range, which the test chooses. */
export type SpotHere = Spot extends infer S ? (S extends Spot ? Omit<S, 'range'> : never) : never

/** The view with parts of its document replaced, such as spots and sites; it has no types. */
export function withDocument(view: View, document: Partial<SpottedDocument>): View {
  return { ...view, document: { ...view.document, ...document }, typed: async () => undefined }
}

function hooksOf(
  { path, role, document }: View,
  before: number,
  overrides: Readonly<Record<string, Partial<Hook>>>,
): readonly Hook[] {
  if (role.kind !== 'hook') return []
  const { dialect } = role
  const name = path.split('/').at(-1) ?? ''
  const parts = [...new Set(document.sites.map(({ part }) => part))]
  return parts.map((part, at): Hook => {
    const own = document.sites.filter((site) => site.part === part)
    const id = `${dialect.id}:workspace:${name}${part === undefined ? '' : `#${part}`}`
    return {
      id,
      name: document.name ?? own[0]?.name ?? part ?? name,
      dialect: dialect.id,
      events: own.flatMap(({ events }) => events),
      source: 'workspace',
      path,
      part,
      runner: 'module',
      state: 'active',
      order: before + at,
      timeoutMs: dialect.timeoutMs,
      files: [path],
      ...overrides[name],
      ...overrides[id],
    }
  })
}
