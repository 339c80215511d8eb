// Actions in the browser that shows the workbench. In an editor without a browser they do nothing and return undefined,
// so tests may depend on them only for what a person has to judge by eye.

import * as vscode from 'vscode'
import type { InputAction } from '../../../scripts/editor/driver.ts'
import { VARIABLES } from '../../../scripts/editor/report.ts'

/** Performs one action in the browser; undefined where there is none. */
export async function drive(action: InputAction): Promise<unknown> {
  const url = process.env[VARIABLES.driver]
  if (url === undefined) return undefined
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(action) })
  const { answer, error } = (await response.json()) as { answer?: unknown; error?: string }
  if (error !== undefined) throw new Error(error)
  return answer
}

/** Saves a screenshot of the whole workbench under this name. */
export async function shot(name: string): Promise<void> {
  await drive({ do: 'shot', name })
}

/** Like `shot`, in the dark and the light theme (`<name>-light`); restores the theme afterwards. */
export async function shotInBoth(name: string): Promise<void> {
  await shotIn(name, [DARK, LIGHT])
}

/** Like `shotInBoth`, and in high contrast too (`<name>-hc`). */
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
    // Colors are applied gradually, and no event reports the last one.
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  for (const [ending, theme] of themes) {
    if (theme !== workbench.get('colorTheme')) await wear(theme)
    await shot(name + ending)
  }
  await wear(before)
}
