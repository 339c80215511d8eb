// Parses plugin names: `org/repo` with the folder `org@repo`, or a single word for a plugin without an organization.
// An accepted name cannot lead out of the plugins folder, be hidden in it, or be mistaken for an option.

export type PluginName = {
  /** The name for display: `org/repo`, or `repo`. */
  readonly name: string
  /** The name of its folder: `org@repo`, or `repo`. */
  readonly folder: string
}

const LONGEST = 100

/** The name in `org/repo`, `org@repo` or `repo`, or a one-line reason why it is invalid. */
export function nameFrom(text: string): PluginName | { readonly problem: string } {
  const parts = text.split(text.includes('/') ? '/' : '@')
  if (parts.length > 2 || !parts.every(isPart)) {
    return {
      problem: `${JSON.stringify(text)} cannot be the name of a plugin; expected org/repo or one name, each of letters, digits, ".", "_" and "-", beginning with a letter, digit or "_".`,
    }
  }
  return { name: parts.join('/'), folder: parts.join('@') }
}

// Windows drops a trailing dot and reserves some names.
function isPart(part: string): boolean {
  if (part.length > LONGEST || !/^\w[\w.-]*$/.test(part) || part.endsWith('.')) return false
  return !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part)
}
