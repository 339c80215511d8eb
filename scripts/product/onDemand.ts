// CommonJS knows no chunks: here what it imports on demand becomes a file of its own beside the entry, required when it
// is asked for. Whatever two such files share is in both, so only what is big and late should be imported so.

import { basename, relative } from 'node:path'
import type { Plugin } from 'esbuild'

export type OnDemand = {
  readonly plugin: Plugin
  /** The files found so far: name -> source. */
  readonly found: ReadonlyMap<string, string>
}

const PASSED = Symbol('resolved once')

/** Collects what is imported on demand, and leaves a `require` of `./<name>.cjs` in its place. */
export function onDemand(root: string): OnDemand {
  const found = new Map<string, string>()
  const plugin: Plugin = {
    name: 'on-demand',
    setup(build) {
      // Without this the import would stay one, and go through a loader that editors do not watch over.
      build.initialOptions.supported = { ...build.initialOptions.supported, 'dynamic-import': false }
      build.onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === PASSED) return undefined
        const resolved = await build.resolve(path, { kind, importer, resolveDir, pluginData: PASSED })
        if (resolved.external || resolved.errors.length > 0) return resolved
        const name = nameOf(root, path, resolved.path)
        found.set(name, resolved.path)
        return { path: `./${name}.cjs`, external: true }
      })
    },
  }
  return { plugin, found }
}

// A package by its own name, a file of ours by its path.
function nameOf(root: string, specifier: string, path: string): string {
  const words = specifier.startsWith('.') ? relative(root, path).replace(/\.ts$/, '') : specifier
  return words.replaceAll(/[^\w-]+/g, '-') || basename(path)
}
