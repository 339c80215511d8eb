// The settings of an editor under test: nothing moves, nothing is sent, nothing stands in the way of a screenshot.

/** The user's settings.json of a run. */
export function editorSettings(theme: 'light' | 'dark'): Readonly<Record<string, unknown>> {
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
    'chat.disableAIFeatures': true,
    'git.enabled': false,
    'editor.cursorBlinking': 'solid',
    'editor.minimap.enabled': false,
    'files.watcherExclude': { '**/build/**': true },
  }
}
