// What a test asks of the browser that shows its workbench. In an editor that no browser shows, nothing is done and
// nothing is answered: tests must not depend on it but for what only a person's eye can judge.

import type { Action } from '../../../scripts/editor/driver.ts'
import { VARIABLES } from '../../../scripts/editor/report.ts'

/** Asks for one action; undefined where there is no browser. */
export async function drive(action: Action): Promise<unknown> {
  const url = process.env[VARIABLES.driver]
  if (url === undefined) return undefined
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(action) })
  const { answer, error } = (await response.json()) as { answer?: unknown; error?: string }
  if (error !== undefined) throw new Error(error)
  return answer
}

/** Keeps a picture of the whole workbench under this name. */
export async function shot(name: string): Promise<void> {
  await drive({ do: 'shot', name })
}
