// `npm run l10n`: writes the texts in the extension's code into `l10n/` for translation. The manifest's texts are in
// package.nls.json and written by hand.

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getL10nJson } from '@vscode/l10n-dev'

const root = join(import.meta.dirname, '..')
const EDITOR = "import * as vscode from 'vscode'\n"

// The collector reads only files that import the editor. Pure files call `l10n.t` of client/l10n.ts, so the import is
// prepended.
const sources = globSync('client/**/*.ts', { cwd: root })
  .toSorted()
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .filter((text) => text.includes('l10n.t('))
  .map((text) => (text.includes(EDITOR) ? text : EDITOR + text))
const texts = await getL10nJson(sources.map((contents) => ({ extension: '.ts', contents })))
writeFileSync(join(root, 'l10n/bundle.l10n.json'), `${JSON.stringify(texts, undefined, 2)}\n`)
