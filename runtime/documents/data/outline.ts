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
    // A byte order mark is not part of JSON; replacing it with a blank keeps all offsets.
    return { tree: parseJson(text.replace(/^\uFEFF/, ' '), { lenient: true }).tree }
  } catch (error) {
    // The text is nested deeper than the stack allows. Any other error is a bug.
    if (!(error instanceof RangeError)) throw error
    return { tree: undefined }
  }
}

// Line breaks in place of the opening keep all offsets. Frontmatter that is not closed yet ends with the text.
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
