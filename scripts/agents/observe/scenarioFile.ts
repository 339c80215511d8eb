// Reads kept scenarios from a file, one JSON object per line.

import { readFileSync } from 'node:fs'
import type { AgentHost } from './host.ts'
import type { Scenario, Situation } from './scenario.ts'

/** The file's scenarios; a situation may be given by the host's name for it. */
export function readScenarios(host: AgentHost, path: string): readonly Scenario[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const scenario = JSON.parse(line) as WrittenScenario
      const { situation: given } = scenario
      const situation = typeof given === 'string' ? host.situations[given] : given
      if (situation === undefined) throw new Error(`${path}: ${host.name} has no situation "${given}"`)
      return { ...scenario, situation }
    })
}

type WrittenScenario = Omit<Scenario, 'situation'> & { readonly situation: string | Situation }
