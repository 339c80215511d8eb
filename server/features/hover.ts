// textDocument/hover: documentation of an event with its hooks, of a field, of a hook id. For environment variables,
// shows the name but never the value.

import type { Hover, HoverParams } from 'vscode-languageserver'
import type { Hook } from '../../runtime/contract/hook.ts'
import { fieldsOf, shapeAt, type WalkedShape } from '../../runtime/contract/walk.ts'
import type { Spot } from '../../runtime/documents/spots.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import type { Feature } from '../feature.ts'
import { aboutEvent, aboutField, fieldSummary } from './about.ts'
import { namesHook } from './completion/names.ts'
import { aboutConfiguration } from './configuration/hover.ts'
import { codeAt } from './embedded.ts'
import { handlersAt, handlersOf } from './hookSpots.ts'
import type { HoverTopic } from './hoverTopic.ts'
import { eventsNamed, shapesOf } from './shapesOf.ts'
import { knownSpotsAt } from './spotsAt.ts'
import { stateLine, withoutCommands } from './stateLine.ts'
import { escaped, fenced, inCode, paragraphs, shown } from './text.ts'
import { whereOf } from './where.ts'

/** Hovers over spots, handlers' names and typed fields. */
export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(connection, context) {
    connection.onHover(
      context.answers(
        'hover',
        async ({ textDocument, position }: HoverParams, token): Promise<Hover | null> => {
          const place = await context.placeOf(textDocument.uri, token)
          if (place === undefined) return null
          const about = await aboutPlace(place.view, place.positions.offset(position), place.project)
          if (about === undefined) return null
          const formats = context.client.textDocument?.hover?.contentFormat
          const text = context.options?.clientCommands === true ? withoutCommands(about.text) : about.text
          return { contents: shown(text, formats), range: place.positions.range(about.range) }
        },
      ),
    )
  },
}

/** The topic at an offset; undefined for the author's own names. */
export async function aboutPlace(
  view: View,
  offset: number,
  project: Pick<Project, 'hooks'>,
): Promise<HoverTopic | undefined> {
  const inside = await codeAt(view, offset)
  const inner = inside && (await aboutPlace(inside.view, inside.offset, project))
  if (inside !== undefined && inner !== undefined)
    return { ...inner, range: inside.code.toOuter(inner.range) }
  if (view.role.kind === 'configuration') return aboutConfiguration(view, offset, project)
  for (const spot of await knownSpotsAt(view, offset)) {
    const text = await aboutSpot(view, spot, project)
    if (text !== undefined) return { range: spot.range, text }
  }
  const named = view.document.sites.some(({ range }) => range.start <= offset && offset <= range.end)
  if (named) {
    const hooks = await project.hooks()
    const [handler] = handlersAt(handlersOf(view, hooks), offset)
    const [event] = handler === undefined ? [] : eventsNamed(view, handler.event)
    if (handler !== undefined && event !== undefined)
      return { range: handler.site.range, text: aboutEvent(event, hooks) }
  }
  const typed = (await view.typed())?.about(offset)
  if (typed === undefined) return undefined
  const signature = fenced(view.document.language, typed.signature)
  return { range: typed.range, text: paragraphs([signature, typed.documentation]) }
}

async function aboutSpot(
  view: View,
  spot: Spot,
  project: Pick<Project, 'hooks'>,
): Promise<string | undefined> {
  switch (spot.kind) {
    case 'event': {
      const events = eventsNamed(view, spot.name)
      const hooks = events.length === 0 ? [] : await project.hooks()
      return joined(events.map((event) => aboutEvent(event, hooks)))
    }
    case 'field':
      if (spot.path.at(-1) === '') return undefined
      return joined(
        shapesOf(view, spot.side).flatMap((shape) => {
          const found = fieldAt(shape, spot.path)
          return found === undefined
            ? []
            : [aboutField(spot.path, found.shape, found.required, whereOf(spot.side))]
        }),
      )
    case 'value': {
      if (namesHook(view, spot)) {
        const hook = (await project.hooks()).find(({ id }) => id === spot.value)
        if (hook !== undefined) return aboutHook(hook)
      }
      return joined(
        shapesOf(view, spot.side).flatMap((shape) => {
          const found = shapeAt(shape, spot.path)
          if (found.kind !== 'known') return []
          const isItem = typeof spot.path.at(-1) === 'number'
          const name = spot.path.findLast((key) => typeof key === 'string') ?? ''
          const field = `${isItem ? 'One' : 'Value'} of ${inCode(name)}`
          const own = fieldSummary(found.shape)
          const list = isItem ? fieldAt(shape, spot.path.slice(0, -1)) : undefined
          const summary = own !== '' || list === undefined ? own : fieldSummary(list.shape)
          return [paragraphs([`${field}, ${whereOf(spot.side)}.`, summary])]
        }),
      )
    }
    case 'variable':
      if (spot.name === '') return undefined
      return `Environment variable ${inCode(spot.name)}. Its value is read when the hook runs, and not shown here.`
    case 'answer':
    case 'file':
    case 'code':
      return undefined
  }
}

// A hook by its id: events, source, state.
function aboutHook(hook: Hook): string {
  return paragraphs([
    `**${escaped(hook.name)}**: ${hook.source} hook of ${hook.dialect}`,
    hook.events.length === 0
      ? 'The events that it answers are unknown.'
      : `Answers ${hook.events.map(inCode).join(', ')}.`,
    stateLine(hook),
    `Time-out: ${hook.timeoutMs} ms.`,
  ])
}

// An open field has no shape to walk into, but still has a description.
function fieldAt(shape: WalkedShape, path: readonly (string | number)[]) {
  const parent = shapeAt(shape, path.slice(0, -1))
  const key = path.at(-1)
  if (parent.kind !== 'known' || key === undefined) return undefined
  const own = typeof key === 'string' ? fieldsOf(parent.shape).find(({ name }) => name === key) : undefined
  if (own !== undefined) return own
  const found = shapeAt(parent.shape, [key])
  return found.kind === 'known' ? found : undefined
}

function joined(texts: readonly string[]): string | undefined {
  const different = [...new Set(texts)]
  return different.length === 0 ? undefined : different.join('\n\n---\n\n')
}
