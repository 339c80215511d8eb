// What trust in a hook does not cover, in the words that the command line and the editor share.

import type { Hook } from './hook.ts'

/** One text for each load that cannot be determined and for each package. */
export function uncoveredTexts({
  unseen = [],
  packages = [],
}: Pick<Hook, 'unseen' | 'packages'>): readonly string[] {
  return [...unseen, ...packages.map((name) => `the package ${name}`)].map((one) => `not covered: ${one}`)
}
