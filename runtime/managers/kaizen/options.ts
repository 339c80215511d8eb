// ADR-010's KaizenOptions: which hooks an agent gets, from code and from which folders. Opens no files.

import type { HookRegistration, KaizenOptions as Published } from 'hookbench/kaizen'

const SOURCES = ['project', 'user']

type Options = NonNullable<ConstructorParameters<typeof Published>[0]>

/** Which hooks an agent gets. */
export class KaizenOptions implements Published {
  readonly hooks: readonly HookRegistration[]
  readonly settingSources: readonly ('project' | 'user')[]
  readonly workspace: string
  readonly home: string | undefined
  readonly trust: 'ledger' | 'workspace'
  readonly log: ((line: string) => void) | undefined

  constructor(options: Options = {}) {
    const wrong = options.settingSources?.find((source) => !SOURCES.includes(source))
    if (wrong !== undefined) {
      throw new TypeError(`settingSources has ${JSON.stringify(wrong)}; expected ${SOURCES.join(' or ')}`)
    }
    this.hooks = options.hooks ?? []
    this.settingSources = options.settingSources ?? []
    this.workspace = options.workspace ?? process.cwd()
    this.home = options.home
    this.trust = options.trust ?? 'ledger'
    this.log = options.log
  }
}
