// How code-server is installed: with an npm that inherits nothing from an outer npm, and a failure that states its
// reason.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { failureOf, npmEnvironment, npmInstall } from '../../scripts/editor/npmInstall.ts'
import { writeTree } from '../support/tree.ts'

// The variables that an npm on Node 20 sets for `npm run --silent test:editor`, and those that the person has set.
const OUTER = {
  npm_config_user_agent: 'npm/11.0.0 node/v20.0.0 linux x64 workspaces/false',
  npm_config_loglevel: 'silent',
  npm_config_prefix: '/usr',
  npm_config_local_prefix: '/repository',
  npm_config_global_prefix: '/usr',
  npm_config_node_gyp: '/usr/lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js',
  npm_config_npm_version: '11.0.0',
  npm_config_ignore_scripts: 'true',
  npm_config_omit: 'dev',
  npm_config_nodedir: '/usr',
  npm_command: 'run',
  npm_execpath: '/usr/lib/node_modules/npm/bin/npm-cli.js',
  npm_node_execpath: '/usr/bin/node',
  npm_package_json: '/repository/package.json',
  npm_package_name: 'hookbench',
  npm_lifecycle_event: 'test:editor',
  npm_lifecycle_script: 'node scripts/editor/run.ts',
  INIT_CWD: '/repository',
  NODE: '/usr/bin/node',
}
const PERSON = {
  HOME: '/home/ada',
  NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  https_proxy: 'http://proxy.internal',
  npm_config_registry: 'https://npm.example/',
  NPM_CONFIG_CAFILE: '/etc/ca.pem',
  npm_config_https_proxy: 'http://proxy.internal',
  npm_config_noproxy: 'localhost',
  npm_config_cache: '/home/ada/.npm',
  npm_config_userconfig: '/home/ada/.npmrc',
  npm_config_fetch_retries: '5',
}

test('of what npm hands to scripts only the way to the registry goes on; this Node comes first', () => {
  const path = ['/usr/local/bin', '/usr/bin'].join(delimiter)
  const found = npmEnvironment({ ...OUTER, ...PERSON, PATH: path }, '/somewhere/bin/node')
  assert.deepEqual(found, { ...PERSON, PATH: ['/somewhere/bin', path].join(delimiter) })
})

test('native modules are built with the headers of the Node that runs, wherever they stand beside it', (t) => {
  const inside = `node_modules/node-${process.platform}-${process.arch}`
  const tree = writeTree(`
    //- /archive/include/node/node.h
    //- /package/${inside}/include/node/node.h
    //- /bare/
  `)
  t.after(tree.remove)
  const of = (folder: string) => npmEnvironment(OUTER, tree.at(`${folder}/bin/node`)).npm_config_nodedir
  assert.equal(of('/archive'), tree.at('/archive'))
  assert.equal(of('/package'), tree.at(`/package/${inside}`))
  assert.equal(of('/bare'), undefined)
  const own = npmEnvironment(process.env).npm_config_nodedir
  assert.ok(
    own !== undefined && existsSync(join(own, 'include', 'node', 'common.gypi')),
    'the tests’ own Node',
  )
})

/** A packed package with this postinstall script, and an empty folder to install it into without a registry. */
function packed(t: TestContext, script: string) {
  const tree = writeTree(`
    //- /into/
    //- /package/package.json
    { "name": "native", "version": "1.0.0", "scripts": { "postinstall": "node postinstall.cjs" } }
    //- /package/postinstall.cjs
    ${script}
  `)
  t.after(tree.remove)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', tree.folder], {
    cwd: tree.at('/package'),
    env: npmEnvironment({ ...process.env, npm_config_cache: tree.at('/cache') }),
  })
  const env = { ...process.env, ...OUTER, npm_config_offline: 'true', npm_config_cache: tree.at('/cache') }
  return {
    install: () => npmInstall(tree.at('/native-1.0.0.tgz'), tree.at('/into'), env),
    into: tree.at('/into'),
  }
}

const windows = { skip: process.platform === 'win32' && 'code-server does not run on Windows' }

test(
  'an installation within `npm run` on another Node, silent and without scripts, is one by hand',
  windows,
  (t) => {
    const { install, into } = packed(
      t,
      `const { npm_config_user_agent, npm_config_loglevel, npm_lifecycle_event } = process.env
    const seen = { npm_config_user_agent, npm_config_loglevel, npm_lifecycle_event, node: process.execPath }
    require('node:fs').writeFileSync('seen.json', JSON.stringify(seen))`,
    )
    install()
    const seen = JSON.parse(readFileSync(join(into, 'node_modules', 'native', 'seen.json'), 'utf8'))
    assert.match(seen.npm_config_user_agent, new RegExp(`^npm/\\S+ node/${process.version} `))
    assert.deepEqual(
      [dirname(seen.node), seen.npm_config_loglevel, seen.npm_lifecycle_event],
      [dirname(process.execPath), undefined, 'postinstall'],
    )
  },
)

test(
  'an installation that fails shows what npm printed, and its error is the line that says why',
  windows,
  (t) => {
    const shown = t.mock.method(console, 'error', () => {}).mock
    const { install } = packed(
      t,
      `console.log('Installing Code dependencies...')
    console.log('ERROR: code-server currently requires node v24.')
    process.exit(1)`,
    )
    assert.throws(install, { message: 'ERROR: code-server currently requires node v24.' })
    const output = shown.calls.map(({ arguments: [text] }) => String(text)).join('\n')
    assert.match(output, /npm error Installing Code dependencies/)
  },
)

const FAILURES: readonly (readonly [what: string, output: string, reason: string])[] = [
  [
    'the wrong Node',
    `npm error code 1
npm error path /cache/node_modules/code-server
npm error command failed
npm error command sh -c sh ./postinstall.sh
npm error ERROR: code-server currently requires node v24.
npm error We have detected that you are on node v20`,
    'ERROR: code-server currently requires node v24.',
  ],
  [
    'a missing header, in an npm inside npm',
    `npm error code 1
npm error command sh -c sh ./postinstall.sh
npm error You may not have the required dependencies to build the native modules.
npm error npm error command sh -c node-gyp rebuild
npm error npm error ../src/unix/kerberos_gss.h:21:10: fatal error: gssapi/gssapi.h: No such file or directory
npm error npm error gyp ERR! stack Error: \`make\` failed with exit code: 2`,
    '../src/unix/kerberos_gss.h:21:10: fatal error: gssapi/gssapi.h: No such file or directory',
  ],
  [
    'a missing tool',
    `npm error code 1
npm error npm error command sh -c node-gyp rebuild
npm error npm error gyp ERR! stack Error: not found: make`,
    'Error: not found: make',
  ],
  [
    'no network',
    `npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/code-server failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error     at ClientRequest.<anonymous> (/npm/node_modules/minipass-fetch/lib/index.js:130:14)`,
    'FetchError: request to http://127.0.0.1:9/code-server failed, reason: connect ECONNREFUSED 127.0.0.1:9',
  ],
  [
    'an npm before 10.6',
    `npm ERR! code E404
npm ERR! 404 Not Found - GET https://npm.example/code-server - Not found`,
    '404 Not Found - GET https://npm.example/code-server - Not found',
  ],
  ['nothing', 'npm warn something', 'npm gave no reason'],
]

for (const [what, output, reason] of FAILURES) {
  test(`the reason of an installation that failed for ${what} is found`, () => {
    assert.equal(failureOf(output), reason)
  })
}
