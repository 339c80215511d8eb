// The verbs, in the order `--help` lists them.

import { check } from './check.ts'
import { convert } from './convert.ts'
import { explain } from './explain.ts'
import { list } from './list.ts'
import { lsp } from './lsp.ts'
import { mcp } from './mcp.ts'
import { newHook } from './new.ts'
import { plugin } from './plugin.ts'
import { record } from './record.ts'
import { recordings } from './recordings.ts'
import { replay } from './replay.ts'
import { run } from './run.ts'
import { serve } from './serve.ts'
import { stats } from './stats.ts'
import { test } from './test.ts'
import { trust, untrust } from './trust.ts'
import type { Verb } from './verb.ts'

export const verbs: readonly Verb[] = [
  list,
  explain,
  check,
  run,
  record,
  recordings,
  replay,
  test,
  stats,
  newHook,
  convert,
  trust,
  untrust,
  serve,
  lsp,
  mcp,
  plugin,
]
