// The shipped packages: two manifests derived from one, none of the repository's private parts in either, and every
// file that a manifest names.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dialectIds } from '../runtime/contract/dialects/index.ts'
import { filesNamed, npmManifest, type PackedManifest, vsixManifest } from '../scripts/package/manifests.ts'
import { PRODUCTS } from '../scripts/package/stage.ts'
import { strays } from '../scripts/package/vsix.ts'
import { PLUGIN } from '../scripts/product/typescriptPlugin.ts'

const root = join(import.meta.dirname, '..')
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as PackedManifest
const manifest = json('package.json')

test('the package for Node knows no editor', () => {
  const npm = npmManifest(manifest)
  for (const name of ['main', 'contributes', 'activationEvents', 'devDependencies', 'scripts', 'publisher'])
    assert.equal(npm[name], undefined, name)
  assert.deepEqual(Object.keys(npm.engines as object), ['node'])
  assert.deepEqual(npm.exports, manifest.exports)
})

test('the extension exports nothing, is no command, and depends on nothing but the plugin inside it', () => {
  const vsix = vsixManifest(manifest)
  for (const name of [
    'exports',
    'bin',
    'devDependencies',
    'optionalDependencies',
    'peerDependencies',
    'scripts',
  ])
    assert.equal(vsix[name], undefined, name)
  assert.deepEqual(Object.keys(vsix.engines as object), ['vscode'])
  assert.deepEqual(vsix.dependencies, { [PLUGIN]: manifest.version })
  assert.equal(vsix.main, './dist/extension.cjs')
})

test('together the two manifests say everything that the one says, but what only this repository needs', () => {
  const kept = new Set([...Object.keys(npmManifest(manifest)), ...Object.keys(vsixManifest(manifest))])
  const lost = Object.keys(manifest).filter((name) => !kept.has(name))
  assert.deepEqual(lost.toSorted(), ['allowScripts', 'devDependencies', 'files', 'scripts'])
})

test('every file that the extension names is there, and is one that ships', () => {
  const folders = Object.keys(PRODUCTS.vsix.files)
  const named = [...JSON.stringify(manifest).matchAll(/"(?:\.\/)?((?:media|snippets|l10n)\/[^"]+)"/g)]
  assert.ok(named.length > 8)
  for (const [, path = ''] of named) {
    assert.ok(existsSync(join(root, path)), path)
    assert.ok(folders.includes(path.split('/')[0] ?? ''), `${path} is in no folder that is staged`)
  }
})

test('the schemas that the extension names ship with it, and a missing one is reported', () => {
  const named = filesNamed(vsixManifest(manifest))
  assert.ok(named.length >= 7)
  for (const path of named) assert.ok(existsSync(join(root, path)), path)
  const problems = strays(named.slice(1), named)
  assert.ok(problems.includes(`${named[0]} is missing`))
  assert.ok(!problems.join().includes('should not ship'))
  assert.deepEqual(filesNamed(npmManifest(manifest)), [])
})

test('a translation of the manifest is staged with it', () => {
  const staged = Object.keys(PRODUCTS.vsix.files).filter((path) => path.startsWith('package.nls'))
  assert.deepEqual(
    staged,
    globSync('package.nls*.json', { cwd: root }),
    'scripts/package/stage.ts lists them',
  )
})

test('the plugin of the manifest is the one that is built', () => {
  const { typescriptServerPlugins } = manifest.contributes as {
    typescriptServerPlugins: readonly { name: string }[]
  }
  assert.deepEqual(
    typescriptServerPlugins.map(({ name }) => name),
    [PLUGIN],
  )
})

for (const file of [
  '.env',
  'dist/.built-from',
  'dist/extension.cjs.map',
  'client/a.ts',
  'build/x.js',
  'node_modules/x/y.js',
]) {
  test(`${file} would not ship unnoticed`, () => {
    assert.ok(strays([file]).includes(`${file} should not ship`))
  })
}

test('the types of every dialect ship', () => {
  for (const id of dialectIds)
    assert.ok(
      !strays([`dist/types-${id}.d.ts`])
        .join()
        .includes('should not'),
      id,
    )
})

test('a package without its parts is reported', () => {
  assert.ok(strays([]).includes('dist/server.js is missing'))
})

test('the walkthrough leads to commands that are there, and it has a small picture of each step for each theme', () => {
  const { commands, walkthroughs } = manifest.contributes as {
    commands: readonly { command: string }[]
    walkthroughs: readonly {
      steps: readonly { description: string; media: { image: Record<string, string> } }[]
    }[]
  }
  const texts = json('package.nls.json') as Readonly<Record<string, string>>
  const pictures = new Map<string, number>()
  const known = new Set(commands.map(({ command }) => command))
  for (const { description, media } of walkthroughs.flatMap(({ steps }) => steps)) {
    const links = [...(texts[description.replaceAll('%', '')] ?? '').matchAll(/\(command:([\w.]+)\)/g)]
    assert.equal(links.length, 1, description)
    for (const [, command = ''] of links)
      assert.ok(known.has(command) || !command.startsWith('hookbench.'), command)
    assert.deepEqual(Object.keys(media.image), ['dark', 'light', 'hc', 'hcLight'])
    for (const path of new Set(Object.values(media.image)))
      pictures.set(path, statSync(join(root, path)).size)
  }
  assert.equal(pictures.size, 10)
  const bytes = [...pictures.values()].reduce((sum, size) => sum + size, 0)
  assert.ok(bytes < 500_000, `${bytes} bytes`)
})
