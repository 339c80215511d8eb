// The name of a plugin and the name of its folder: `org/repo` and `org@repo`, or one word for a plugin without an org.
// No name that passes here can lead out of the plugins folder, hide in it, or be taken for an option.

export type PluginName = {
  /** As people write it: `org/repo`, or `repo`. */
  readonly name: string
  /** As the folder is called: `org@repo`, or `repo`. */
  readonly folder: string
}

const LONGEST = 100

/** The name in `org/repo`, `org@repo` or `repo`, or one line on what is wrong with it. */
export function nameFrom(text: string): PluginName | { readonly problem: string } {
  const parts = text.split(text.includes('/') ? '/' : '@')
  if (parts.length > 2 || !parts.every(isPart)) {
    return {
      problem: `${JSON.stringify(text)} cannot be the name of a plugin; expected org/repo or one name, each of letters, digits, ".", "_" and "-", beginning with a letter, digit or "_".`,
    }
  }
  return { name: parts.join('/'), folder: parts.join('@') }
}

// Windows drops a dot at the end, and keeps some names to itself.
function isPart(part: string): boolean {
  if (part.length > LONGEST || !/^\w[\w.-]*$/.test(part) || part.endsWith('.')) return false
  return !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part)
}
