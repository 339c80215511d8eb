// The packaged extension: its file size, and its activation time as the editor reports it. Both have a budget of their
// own and no peer.

import { runInstalled, withPackaged } from '../../scripts/editor/vsix.ts'
import { VSIX_BUDGET } from '../../scripts/package/vsix.ts'
import type { BenchRow } from '../measure.ts'

const ACTIVATION_MS = 50

export async function extension(): Promise<BenchRow[]> {
  return withPackaged(async (packaged) => {
    const size = own('VSIX', packaged.bytes, VSIX_BUDGET, (bytes) => `${(bytes / 1024 / 1024).toFixed(2)} MB`)
    const { measured = {}, fault } = await runInstalled(packaged, {
      only: 'product',
      theme: 'dark',
      shots: packaged.folder,
    })
    const { 'load code': load, 'call activate': call } = measured
    if (load === undefined || call === undefined) {
      throw new Error(fault ?? 'the editor did not say what activation cost')
    }
    const ms = (value: number) => `${Math.round(value)} ms`
    return [size, own('extension activation, loading included', load + call, ACTIVATION_MS, ms)]
  })
}

function own(name: string, value: number, budget: number, show: (value: number) => string): BenchRow {
  return {
    name,
    against: 'a budget',
    budget: `≤ ${show(budget)}`,
    ours: show(value),
    theirs: '',
    ratio: value / budget,
    ok: value <= budget,
  }
}
