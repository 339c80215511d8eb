// The addresses that plugins can be installed from and their names: a table of addresses, and what is refused.

import assert from 'node:assert/strict'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { addressOf } from '../../runtime/plugins/address.ts'
import { nameFrom } from '../../runtime/plugins/name.ts'
import { fc } from '../support/property.ts'
import { writeTree } from '../support/tree.ts'

const tree = writeTree(`
  //- /here/my-hooks/hooks/a 755
  //- /here/acme@review/hooks/a 755
  //- /here/acme/review/hooks/a 755
  //- /here/bare.git/HEAD
  //- /here/bare.git/objects/x
  //- /here/bare.git/refs/x
  //- /here/-rf/hooks/a 755
  //- /here/file
`)
after(tree.remove)
const here = tree.at('/here')

const taken: readonly (readonly [string, string, string])[] = [
  ['acme/review', 'acme@review', 'https://github.com/acme/review'],
  ['acme/review.git', 'acme@review', 'https://github.com/acme/review'],
  ['https://git.example/acme/review.git', 'acme@review', 'https://git.example/acme/review.git'],
  ['https://git.example/group/acme/review/', 'acme@review', 'https://git.example/group/acme/review/'],
  ['https://git.example/review', 'review', 'https://git.example/review'],
  ['ssh://git@git.example:22/acme/review.git', 'acme@review', 'ssh://git@git.example:22/acme/review.git'],
  ['git@git.example:acme/review.git', 'acme@review', 'git@git.example:acme/review.git'],
  ['git@git.example:review', 'review', 'git@git.example:review'],
  ['./my-hooks', 'my-hooks', 'folder /my-hooks'],
  ['my-hooks', 'my-hooks', 'folder /my-hooks'],
  ['./acme/review', 'review', 'folder /acme/review'],
  ['acme@review', 'acme@review', 'folder /acme@review'],
  ['bare.git', 'bare', 'local /bare.git'],
  [`file://${join(here, 'my-hooks')}`, 'my-hooks', 'local /my-hooks'],
]

for (const [given, folder, where] of taken) {
  test(`${given.replace(tree.folder, '')} is ${folder} from ${where}`, () => {
    const address = addressOf(given, here)
    assert.ok('from' in address, 'problem' in address ? address.problem : '')
    assert.equal(address.folder, folder)
    const { from } = address
    const origin =
      from.kind === 'folder' ? `folder ${from.path}` : from.local ? `local ${from.url}` : from.url
    assert.equal(origin.replace(here, ''), where)
  })
}

const refused: readonly (readonly [string, RegExp])[] = [
  ['', /^"" does not name a plugin; expected org\/repo \(on GitHub\), an https or ssh address/],
  ['--upload-pack=evil', /does not name a plugin/],
  ['a\nb', /does not name a plugin/],
  ['http://git.example/acme/review', /^http: is not a supported protocol; expected/],
  ['git://git.example/acme/review', /^git: is not a supported protocol/],
  ['ext::sh -c evil', /^ext: is not a supported protocol/],
  ['fd::17', /^fd: is not a supported protocol/],
  ['https://git.example/', /cannot be the name of a plugin/],
  ['https://git.example/acme/..%2f..', /cannot be the name of a plugin/],
  ['https://', /is not a valid URL/],
  ['git@git.example:../../etc', /cannot be the name of a plugin/],
  ['./nowhere', /^The folder "\.\/nowhere" does not exist; expected/],
  ['nowhere', /^The folder "nowhere" does not exist; expected/],
  ['./file', /is not a folder/],
  ['./-rf', /"-rf" cannot be the name of a plugin/],
  ['/', /cannot be the name of a plugin/],
  ['file://elsewhere/x', /names a folder on another machine/],
]

for (const [given, line] of refused) {
  test(`${JSON.stringify(given)} is refused`, () => {
    const address = addressOf(given, here)
    assert.ok('problem' in address)
    assert.match(address.problem, line)
    assert.ok(!address.problem.includes('\n'))
  })
}

test('a revision is a branch, a tag or a commit, and nothing that git takes for an option or a mapping', () => {
  for (const ref of ['main', 'v1.2.3', 'feature/x', '0a1b2c3']) {
    assert.ok('from' in addressOf('acme/review', here, ref), ref)
  }
  for (const ref of [
    '',
    '-x',
    'a b',
    '+main',
    'main:evil',
    'a..b',
    'HEAD~1',
    'x.lock',
    'a//b',
    'a/',
    '@{u}',
    'a\n',
  ]) {
    assert.ok('problem' in addressOf('acme/review', here, ref), ref)
  }
})

test('a folder with a revision is fetched by git, not copied', () => {
  const address = addressOf('./my-hooks', here, 'main')
  assert.ok('from' in address && address.from.kind === 'git' && address.from.local)
})

test('no name leads out of the plugins folder, hides in it or looks like an option', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('..', '.', '/', '\\', '@', '-', 'a', '\0', 'C:', '~', '%2e'), { maxLength: 6 })
      .map((x) => x.join('')),
  )
  fc.assert(
    fc.property(nasty, (text) => {
      const name = nameFrom(text)
      if ('problem' in name) return
      assert.equal(basename(name.folder), name.folder)
      assert.match(name.folder, /^\w[\w.@-]*$/)
      assert.ok(!name.folder.includes('@.'))
    }),
  )
  for (const text of [
    '..',
    '.',
    '',
    'a/..',
    '../a',
    'a/b/c',
    'a@b@c',
    '.git',
    'a/.b',
    'a/-b',
    'CON',
    'a/nul.txt',
    'a.',
    'a\\b',
  ]) {
    assert.ok('problem' in nameFrom(text), text)
  }
})
