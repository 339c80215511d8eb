// The outline of a host's configuration while it is being typed, in JSON or TOML: events, entries and their keys.
// Reports no problems.

import type { ConfigurationFormat } from '../../contract/host.ts'
import { parseJson } from './json.ts'
import type { Outline } from './place.ts'

/** The outline of a text; parsers are loaded when the first text needs them. Empty for a text nested too deeply. */
export async function outlineOf(text: string, format: ConfigurationFormat): Promise<Outline> {
  try {
    if (format === 'toml') return (await import('./tomlOutline.ts')).tomlOutline(text)
    if (format === 'frontmatter') return await frontmatter(text)
    // A mark of the encoding is no part of JSON; a blank in its place leaves everything where it stands.
    return { tree: parseJson(text.replace(/^\uFEFF/, ' '), { lenient: true }).tree }
  } catch (error) {
    // Text nested deeper than the stack. Anything else is a fault of ours.
    if (!(error instanceof RangeError)) throw error
    return { tree: undefined }
  }
}

// Lines in the place of what stands before it leave everything where it stands. One that is not closed yet ends where
// the text does.
async function frontmatter(text: string): Promise<Outline> {
  const [opening] = /^\uFEFF?---[ \t]*\r?\n/.exec(text) ?? []
  if (opening === undefined) return { tree: undefined }
  const rest = text.slice(opening.length)
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(rest)?.index ?? rest.length
  const { LARGEST_YAML, parseYaml } = await import('../yaml.ts')
  if (end > LARGEST_YAML) return { tree: undefined }
  const { yamlTree } = await import('./yaml.ts')
  const inner = '\n'.repeat(opening.length) + rest.slice(0, end)
  return { tree: yamlTree(inner, parseYaml(inner)) }
}
