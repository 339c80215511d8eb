// What a test asks of the browser that shows its workbench. In an editor that no browser shows, nothing is done and
// nothing is answered: tests must not depend on it but for what only a person's eye can judge.

import * as vscode from 'vscode'
import type { InputAction } from '../../../scripts/editor/driver.ts'
import { VARIABLES } from '../../../scripts/editor/report.ts'

/** Asks for one action; undefined where there is no browser. */
export async function drive(action: InputAction): Promise<unknown> {
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

/** The same in the dark and the light theme, the light one under `<name>-light`; the editor then looks as before. */
export async function shotInBoth(name: string): Promise<void> {
  await shotIn(name, [DARK, LIGHT])
}

/** The same in high contrast too, under `<name>-hc`. */
export async function shotInAll(name: string): Promise<void> {
  await shotIn(name, [DARK, LIGHT, ['-hc', 'Default High Contrast']])
}

type Theme = readonly [ending: string, name: string]

const DARK: Theme = ['', 'Default Dark Modern']
const LIGHT: Theme = ['-light', 'Default Light Modern']

async function shotIn(name: string, themes: readonly Theme[]): Promise<void> {
  if (process.env[VARIABLES.driver] === undefined) return
  const workbench = vscode.workspace.getConfiguration('workbench')
  const before = workbench.get<string>('colorTheme')
  const wear = async (theme: string | undefined) => {
    await workbench.update('colorTheme', theme, vscode.ConfigurationTarget.Global)
    // Colours arrive piece by piece; nothing says when the last one has.
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  for (const [ending, theme] of themes) {
    if (theme !== workbench.get('colorTheme')) await wear(theme)
    await shot(name + ending)
  }
  await wear(before)
}
