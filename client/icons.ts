// The extension's own icons, one file per theme.

import * as vscode from 'vscode'
import type { HookState } from '../runtime/index.ts'
import type { Sign } from './signs.ts'

export type Icon = { readonly light: vscode.Uri; readonly dark: vscode.Uri }

/** Icons by name, resolved in the extension's folder. */
export function openIcons({ extensionUri }: vscode.ExtensionContext) {
  const icon = (name: string): Icon => ({
    light: vscode.Uri.joinPath(extensionUri, 'media', 'light', `${name}.svg`),
    dark: vscode.Uri.joinPath(extensionUri, 'media', 'dark', `${name}.svg`),
  })
  return {
    /** The result of a firing or a run. */
    sign: (sign: Sign): Icon => icon(sign),
    /** Why a hook does not run; an active hook shows the sign of its last run instead. */
    state: (state: Exclude<HookState, 'active'>): Icon => icon(state),
    semantics: (semantics: 'observe' | 'transform' | 'veto'): Icon => icon(semantics),
    idle: icon('idle'),
    recording: icon('recording'),
  }
}

export type Icons = ReturnType<typeof openIcons>
