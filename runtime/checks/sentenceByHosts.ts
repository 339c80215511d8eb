// Combines what several hosts do with one thing into one message: hosts that do the same share a sentence.

import { listed } from '../contract/listed.ts'

/** What one host does: a sentence for these host names, with the verb in the singular or plural form. */
export type HostFault = {
  readonly title: string
  readonly say: (hosts: string, verb: (one: string, several: string) => string) => string
}

/** One message for all of them. A host with several faults is reported with its first. */
export function sentenceByHosts(faults: readonly HostFault[]): string {
  const first = [...new Map(faults.toReversed().map((one) => [one.title, one])).values()].toReversed()
  const same = Map.groupBy(first, ({ say }) => say('', (one) => one))
  return [...same.values()]
    .map((all) => {
      const titles = listed(all.map(({ title }) => title))
      return (all[0] as HostFault).say(titles, (one, several) => (all.length === 1 ? one : several))
    })
    .join(' ')
}
