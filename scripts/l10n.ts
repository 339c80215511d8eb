// `npm run l10n`: writes the texts of the extension's code, which translations are made of, into `l10n/`. Those of the
// manifest stand in package.nls.json, and are written by hand.

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getL10nJson } from '@vscode/l10n-dev'

const root = join(import.meta.dirname, '..')
const EDITOR = "import * as vscode from 'vscode'\n"

// Texts are collected only from files that import the editor. The pure ones do not, and call `l10n.t` of client/l10n.ts.
const sources = globSync('client/**/*.ts', { cwd: root })
  .toSorted()
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .filter((text) => text.includes('l10n.t('))
  .map((text) => (text.includes(EDITOR) ? text : EDITOR + text))
const texts = await getL10nJson(sources.map((contents) => ({ extension: '.ts', contents })))
writeFileSync(join(root, 'l10n/bundle.l10n.json'), `${JSON.stringify(texts, undefined, 2)}\n`)
