// textDocument/documentLink: paths of files, and URLs in data files.

import { dirname, resolve } from 'node:path'
import type { DocumentLink, DocumentLinkParams } from 'vscode-languageserver'
import type { Range } from '../../runtime/contract/problems.ts'
import { formsOf, shapeAt } from '../../runtime/contract/walk.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import type { Feature } from '../feature.ts'
import { scriptLinks } from './configuration/scripts.ts'
import { isFile } from './definition.ts'
import { shapesOf } from './shapesOf.ts'

/** A link's target: a file (absolute path) or a URL. */
export type Link =
  | { readonly range: Range; readonly file: string }
  | { readonly range: Range; readonly url: string }

/** Links to files and URLs. */
export const documentLink: Feature = {
  capabilities: () => ({ documentLinkProvider: { resolveProvider: false } }),
  register(connection, context) {
    connection.onDocumentLinks(
      context.answers('document links', async ({ textDocument }: DocumentLinkParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const links = await allLinks(place.view, place.project)
        const there = await Promise.all(links.map(async (link) => 'url' in link || isFile(link.file)))
        return links
          .filter((_, at) => there[at])
          .map(
            (link): DocumentLink => ({
              range: place.positions.range(link.range),
              target: 'url' in link ? link.url : context.uriOf(link.file),
            }),
          )
      }),
    )
  },
}

async function allLinks(view: View, project: Pick<Project, 'hooks'>): Promise<readonly Link[]> {
  return view.role.kind === 'configuration' ? scriptLinks(view, await project.hooks()) : linksOf(view)
}

/** The links of a file, in text order. */
export function linksOf(view: View): readonly Link[] {
  return view.document.spots.flatMap((spot): readonly Link[] => {
    if (spot.kind === 'file') return [{ range: spot.range, file: resolve(dirname(view.path), spot.file) }]
    if (spot.kind !== 'value' || typeof spot.value !== 'string') return []
    const { value } = spot
    const isUrl = shapesOf(view, spot.side).some((shape) => {
      const found = shapeAt(shape, spot.path)
      return found.kind === 'known' && formsOf(found.shape).some(({ format }) => format === 'uri')
    })
    return isUrl && /^https?:\/\/[^\s$]+$/.test(value) ? [{ range: spot.range, url: value }] : []
  })
}
