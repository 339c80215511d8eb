// The extension's own pictures, one file per theme, by what they stand for.

import * as vscode from 'vscode'
import type { HookState } from '../runtime/index.ts'
import type { Sign } from './signs.ts'

export type Icon = { readonly light: vscode.Uri; readonly dark: vscode.Uri }

/** The icons, found in the extension's folder. */
export function openIcons({ extensionUri }: vscode.ExtensionContext) {
  const icon = (name: string): Icon => ({
    light: vscode.Uri.joinPath(extensionUri, 'media', 'light', `${name}.svg`),
    dark: vscode.Uri.joinPath(extensionUri, 'media', 'dark', `${name}.svg`),
  })
  return {
    /** What a firing or a run came to. */
    sign: (sign: Sign): Icon => icon(sign),
    /** Why a hook does not run; one that does has the sign of what it did last. */
    state: (state: Exclude<HookState, 'active'>): Icon => icon(state),
    semantics: (semantics: 'observe' | 'transform' | 'veto'): Icon => icon(semantics),
    idle: icon('idle'),
    recording: icon('recording'),
  }
}

export type Icons = ReturnType<typeof openIcons>
