// The mutations of each room, in the order of the code map in ARCHITECTURE.md.

import type { Mutation } from './mutation.ts'
import { builtin } from './rooms/builtin.ts'
import { client } from './rooms/client.ts'
import { contract } from './rooms/contract.ts'
import { discovery } from './rooms/discovery.ts'
import { documents } from './rooms/documents.ts'
import { examples } from './rooms/examples.ts'
import { executors } from './rooms/executors.ts'
import { managers } from './rooms/managers.ts'
import { workspace } from './rooms/workspace.ts'

export const rooms: Readonly<Record<string, readonly Mutation[]>> = {
  contract,
  documents,
  discovery,
  executors,
  builtin,
  workspace,
  managers,
  client,
  examples,
}
