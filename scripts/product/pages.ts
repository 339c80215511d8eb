// Bundles the webview pages, which run in a browser: one script and one style sheet per page, side by side in dist.

import { build } from 'esbuild'

const PAGES = [
  { name: 'timeline', sources: ['client/timeline/web/main.ts', 'client/timeline/web/timeline.css'] },
  { name: 'result', sources: ['client/result/web/main.ts', 'client/result/web/result.css'] },
] as const

/** Bundles every page. */
export async function bundlePages(root: string, folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    outdir: folder,
    entryPoints: PAGES.flatMap(({ name, sources }) => sources.map((source) => ({ in: source, out: name }))),
    bundle: true,
    platform: 'browser',
    format: 'iife',
    // The browser of the oldest supported editor is newer.
    target: 'chrome132',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
}
