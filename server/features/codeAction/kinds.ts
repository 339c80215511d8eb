// Filters code actions by kind. Kinds form a dotted hierarchy: a request for `source` includes `source.fixAll`.

/** Whether an action kind is requested; all are if the client does not filter. */
export function kindFilter(only: readonly string[] | undefined): (kind: string) => boolean {
  return (kind) =>
    only === undefined ||
    only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`))
}
