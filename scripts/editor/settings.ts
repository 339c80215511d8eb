// The settings of an editor under test: no animation, no telemetry, nothing that would disturb a screenshot.

import type { SuiteName } from './product.ts'

/** The extension of the editor's own agent, bundled with the editor but disabled by default. */
export const AGENT = 'GitHub.copilot-chat'

/** The user's settings.json for a run. */
export function editorSettings(
  theme: 'light' | 'dark',
  suite: SuiteName = 'suite',
): Readonly<Record<string, unknown>> {
  return {
    'workbench.colorTheme': theme === 'light' ? 'Default Light Modern' : 'Default Dark Modern',
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.enableExperiments': false,
    'window.commandCenter': false,
    'telemetry.telemetryLevel': 'off',
    'extensions.autoUpdate': false,
    'extensions.autoCheckUpdates': false,
    'security.workspace.trust.startupPrompt': 'never',
    'security.workspace.trust.banner': 'never',
    'chat.disableAIFeatures': suite !== 'agent',
    // Titles and summaries also come from the scripted model.
    ...(suite === 'agent' ? { 'chat.byokUtilityModelDefault': 'mainAgent' } : {}),
    'git.enabled': false,
    'editor.cursorBlinking': 'solid',
    'editor.minimap.enabled': false,
    'files.watcherExclude': { '**/build/**': true },
  }
}
