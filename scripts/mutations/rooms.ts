// The mutations of each room, in the order of the code map in ARCHITECTURE.md.

import type { Mutation } from './mutation.ts'
import { builtin } from './rooms/builtin.ts'
import { checks } from './rooms/checks.ts'
import { cli } from './rooms/cli.ts'
import { client } from './rooms/client.ts'
import { contract } from './rooms/contract.ts'
import { discovery } from './rooms/discovery.ts'
import { documents } from './rooms/documents.ts'
import { engine } from './rooms/engine.ts'
import { examples } from './rooms/examples.ts'
import { executors } from './rooms/executors.ts'
import { files } from './rooms/files.ts'
import { managers } from './rooms/managers.ts'
import { plugins } from './rooms/plugins.ts'
import { project } from './rooms/project.ts'
import { recordings } from './rooms/recordings.ts'
import { replay } from './rooms/replay.ts'
import { server } from './rooms/server.ts'
import { sessions } from './rooms/sessions.ts'
import { shell } from './rooms/shell.ts'
import { telemetry } from './rooms/telemetry.ts'
import { tools } from './rooms/tools.ts'
import { trust } from './rooms/trust.ts'
import { webhooks } from './rooms/webhooks.ts'
import { workspace } from './rooms/workspace.ts'

export const rooms: Readonly<Record<string, readonly Mutation[]>> = {
  contract,
  documents: [...documents, ...shell],
  discovery,
  trust,
  project,
  checks,
  executors,
  files,
  engine,
  recordings,
  webhooks,
  builtin,
  workspace,
  replay,
  plugins,
  managers,
  telemetry,
  tools,
  sessions,
  cli,
  server,
  client,
  examples,
}
