// Kinds of actions are a tree written with dots: who asks for `source` means `source.fixAll` too.

/** Whether an action of a kind is asked for; everything is, where nobody says. */
export function kindFilter(only: readonly string[] | undefined): (kind: string) => boolean {
  return (kind) =>
    only === undefined ||
    only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`))
}
