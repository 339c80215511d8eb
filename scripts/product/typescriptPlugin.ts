// Builds the plugin for the editor's TypeScript server. The server looks plugins up by name in the extension's
// `node_modules` and calls the module itself, so the plugin is its own package inside the extension.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { version } from '../../runtime/version.ts'

/** The plugin's name, as in the extension's manifest. */
export const PLUGIN = 'hookbench-typescript'

/** Writes the package into an extension's folder. */
export async function bundlePlugin(root: string, extension: string): Promise<void> {
  const folder = join(extension, 'node_modules', PLUGIN)
  mkdirSync(folder, { recursive: true })
  const manifest = { name: PLUGIN, version, license: 'MIT', main: 'index.js' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  writeFileSync(join(folder, 'index.js'), "module.exports = require('./plugin.js').init\n")
  await build({
    absWorkingDir: root,
    entryPoints: { plugin: 'client/typescript/plugin.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    minify: true,
    logLevel: 'warning',
  })
}
