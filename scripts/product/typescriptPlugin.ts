// The plugin for the editor's TypeScript server. That server looks for plugins by name, in `node_modules` of whoever brings
// them, and calls what the module is; so it is a package of its own inside the extension.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { version } from '../../runtime/version.ts'

/** Its name, as the extension's manifest says it. */
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
