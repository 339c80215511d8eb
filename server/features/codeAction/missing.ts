// Adds a handler that passes to a hook class without one.

import type { Range } from '../../../runtime/contract/problems.ts'
import type { Language, Site } from '../../../runtime/documents/document.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { Action, Change } from './action.ts'

/** Adds `handle` to the classes in a range that lack it. */
export function missingHandlerActions({ role, document, text }: View, range: Range): readonly Action[] {
  if (role.kind !== 'hook' || role.dialect.exports !== 'classes') return []
  return document.sites.flatMap((site): readonly Action[] => {
    const isHere = site.range.start <= range.end && range.start <= site.range.end
    const edit = site.handler === undefined && isHere ? SKELETONS[document.language]?.(text, site) : undefined
    return edit === undefined
      ? []
      : [
          {
            title: `Add "handle" to ${site.part ?? 'the class'}`,
            kind: 'quickfix',
            edits: [edit],
            preferred: true,
          },
        ]
  })
}

type Skeleton = (text: string, site: Site) => Change | undefined

const SKELETONS: { readonly [L in Language]?: Skeleton } = {
  python: pythonHandler,
  javascript: moduleHandler,
  typescript: moduleHandler,
}

// At the end of the class: after the last line that is indented further than its head.
function pythonHandler(text: string, { range }: Site): Change | undefined {
  const start = text.lastIndexOf('\n', range.start - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
  const head = /^[^\n]*:[ \t]*(#[^\n]*)?\r?\n/.exec(text.slice(start))?.[0]
  if (head === undefined) return undefined
  let end = start + head.length
  let inner = `${indent}    `
  for (let at = end; at < text.length; ) {
    const next = text.indexOf('\n', at)
    const stop = next === -1 ? text.length : next + 1
    const line = text.slice(at, stop)
    if (line.trim() !== '') {
      const own = /^[ \t]*/.exec(line)?.[0] ?? ''
      if (own.length <= indent.length) break
      if (end === start + head.length) inner = own
      end = stop
    }
    at = stop
  }
  const step = inner.slice(indent.length)
  const before = text[end - 1] === '\n' ? '\n' : '\n\n'
  const body = `${inner}async def handle(self, context):\n${inner}${step}return HookResult(success=True)\n`
  return { range: { start: end, end }, text: `${before}${body}` }
}

// At the start of the class: its end is not known here.
function moduleHandler(text: string, { range }: Site): Change | undefined {
  const open = /^[^{}\n]*\{/.exec(text.slice(range.end))?.[0]
  if (open === undefined) return undefined
  const start = text.lastIndexOf('\n', range.start - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
  const at = range.end + open.length
  const lines = ['async handle(context) {', '  return { success: true }', '}']
  return { range: { start: at, end: at }, text: lines.map((line) => `\n${indent}  ${line}`).join('') }
}
