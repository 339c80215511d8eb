// How an editor under test is started and how its suite's report is read: the parts that need no editor.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CODE_SERVER, cacheFolder, isInstalled } from '../../scripts/editor/cache.ts'
import { launchArguments, testOptions } from '../../scripts/editor/electron.ts'
import { address, pageSettings } from '../../scripts/editor/page.ts'
import { counts, reportLines, VARIABLES } from '../../scripts/editor/report.ts'
import { writeTree } from '../support/tree.ts'

const stage = {
  folder: '/run',
  workspace: '/run/workspace',
  home: '/run/home',
  data: '/run/data',
  extensions: '/run/extensions',
  env: { HOME: '/run/home' },
  remove: () => {},
}
const product = {
  extension: '/product/extension',
  consumer: '/product/consumer',
  suite: '/product/suite.cjs',
  remove: () => {},
}

test('VS Code is started on the workspace with nothing of the person’s', () => {
  const argv = launchArguments(stage, 'suite')
  assert.equal(argv[0], '/run/workspace')
  assert.equal(argv[argv.indexOf('--user-data-dir') + 1], '/run/data')
  assert.equal(argv[argv.indexOf('--extensions-dir') + 1], '/run/extensions')
  assert.ok(argv.includes('--disable-extensions') && argv.includes('--disable-workspace-trust'))
})

test('an editor is in Restricted Mode by default', () => {
  assert.ok(!launchArguments(stage, 'restricted').includes('--disable-workspace-trust'))
})

test('the suite in VS Code knows what to run, where to write and whose home it is in', () => {
  const { extensionTestsEnv, ...paths } = testOptions(product, stage, 'restricted', '/run/report.json')
  assert.deepEqual(paths.extensionDevelopmentPath, ['/product/extension', '/product/consumer'])
  assert.equal(paths.extensionTestsPath, '/product/suite.cjs')
  assert.deepEqual(extensionTestsEnv, {
    HOME: '/run/home',
    [VARIABLES.report]: '/run/report.json',
    [VARIABLES.only]: 'restricted/',
  })
})

test('the workbench opens a folder, with extensions and a suite of the remote side', () => {
  const url = new URL(address(8123, '/run/workspace'))
  assert.equal(url.origin, 'http://127.0.0.1:8123')
  assert.equal(url.searchParams.get('folder'), '/run/workspace')
  const several = new URL(address(8123, '/run/several.code-workspace')).searchParams
  assert.deepEqual([...several], [['workspace', '/run/several.code-workspace']])
  const remote = { scheme: 'vscode-remote', authority: '127.0.0.1:8123' }
  assert.deepEqual(pageSettings({ port: 8123, ...product, enabled: ['some.agent'] }), {
    developmentOptions: {
      enableSmokeTestDriver: true,
      extensions: [
        { ...remote, path: '/product/extension' },
        { ...remote, path: '/product/consumer' },
      ],
      extensionTestsPath: { ...remote, path: '/product/suite.cjs' },
    },
    enabledExtensions: ['some.agent'],
  })
})

test('code-server is kept outside the repository, where the person says or where caches are', () => {
  const rows: readonly (readonly [NodeJS.ProcessEnv, RegExp])[] = [
    [{ HOOKBENCH_CACHE: '/mine', XDG_CACHE_HOME: '/xdg' }, /^\/mine\/code-server$/],
    [{ XDG_CACHE_HOME: '/xdg' }, /^\/xdg\/hookbench\/code-server$/],
    [{}, /\/\.cache\/hookbench\/code-server$/],
  ]
  for (const [env, expected] of rows) assert.match(cacheFolder(env), expected)
})

test('an installation of code-server that was interrupted, or is of another version, is none', (t) => {
  const tree = writeTree(`
    //- /half/node_modules/code-server/package.json
    { "version": "${CODE_SERVER}" }
    //- /half/node_modules/code-server/out/node/entry.js
    //- /gone/installed
    ${CODE_SERVER}
    //- /old/node_modules/code-server/out/node/entry.js
    //- /old/installed
    1.0.0
    //- /whole/node_modules/code-server/out/node/entry.js
    //- /whole/installed
    ${CODE_SERVER}
  `)
  t.after(tree.remove)
  const found = ['half', 'gone', 'old', 'whole', 'none'].map((name) => isInstalled(tree.at(name)))
  assert.deepEqual(found, [false, false, false, true, false])
})

test('a suite that broke is a failure, though no test failed', () => {
  const passed = { title: 'a', state: 'passed', ms: 1 } as const
  assert.deepEqual(counts({ tests: [passed] }), { passed: 1, failed: 0 })
  assert.deepEqual(counts({ tests: [passed], fault: 'it broke' }), { passed: 1, failed: 1 })
  const failed = { title: 'b', state: 'failed', ms: 2, error: 'no\n  at b' } as const
  assert.deepEqual(reportLines({ tests: [passed, failed], fault: 'it broke' }), [
    '  ✓ a (1 ms)',
    '  ✗ b (2 ms)',
    '      no',
    '        at b',
    '  ✗ it broke',
  ])
})
