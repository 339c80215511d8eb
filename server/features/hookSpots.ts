// Maps the sites of a file to the project's hooks.

import { answersTo } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Site } from '../../runtime/documents/document.ts'
import type { View } from '../../runtime/project/view.ts'
import { covers } from './spotsAt.ts'

/** A site and the hook that discovery found there; no hook while the file is unsaved or not loaded by its agent. */
export type HandlerSpot = { readonly site: Site; readonly event: string; readonly hook: Hook | undefined }

/** One for each event of each site, in text order. */
export function handlersOf(
  { path, document }: Pick<View, 'path' | 'document'>,
  hooks: readonly Hook[],
): readonly HandlerSpot[] {
  const own = hooks.filter((hook) => hook.path === path)
  return document.sites.flatMap((site) =>
    site.events.map((event) => ({
      site,
      event,
      hook: own.find((hook) => hook.part === site.part && hook.events.includes(event)),
    })),
  )
}

/** Whether the file is an executable, which names its event by printing it. */
export function isProgram({ role }: Pick<View, 'role'>): boolean {
  return role.kind === 'hook' && role.dialect.exports === 'executable'
}

/** The handlers whose name or code is at an offset, innermost first. */
export function handlersAt(handlers: readonly HandlerSpot[], offset: number): readonly HandlerSpot[] {
  const named = handlers.filter(({ site }) => covers(site.range, offset))
  if (named.length > 0) return named
  return handlers
    .filter(({ site }) => site.handler !== undefined && covers(site.handler, offset))
    .toSorted((one, two) => length(one.site) - length(two.site))
}

/** `2nd of 3`: the rank of an active hook among the active hooks of an event. */
export function rankOf(
  hook: Hook,
  event: string,
  hooks: readonly Hook[],
): { at: number; of: number } | undefined {
  const active = hooks
    .filter((one) => one.state === 'active' && one.dialect === hook.dialect && answersTo(one, event))
    .toSorted((one, two) => one.order - two.order)
  const at = active.findIndex(({ id }) => id === hook.id)
  return at === -1 ? undefined : { at: at + 1, of: active.length }
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(number: number): string {
  const [tens, ones] = [Math.floor((number % 100) / 10), number % 10]
  const ending = tens === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][ones] ?? 'th')
  return `${number}${ending}`
}

function length({ handler, range }: Site): number {
  return (handler ?? range).end - (handler ?? range).start
}
