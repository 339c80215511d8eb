// Finding programs and folders on the disk: present or missing, without starting anything.

import assert from 'node:assert/strict'
import { delimiter } from 'node:path'
import { test } from 'node:test'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import { disk } from '../../runtime/discovery/disk.ts'
import { userFolders } from '../../runtime/discovery/folders.ts'
import { hookFolders, pluginName, shown, within } from '../../runtime/discovery/places.ts'
import { interpreterProblem, pathLookup, toolProblems } from '../../runtime/discovery/programs.ts'
import { writeTree } from '../support/tree.ts'
import { without } from './setting.ts'

test('a program is an executable file on the path, the first one', {
  skip: process.platform === 'win32' && 'Windows has no executable bit',
}, (t) => {
  const tree = writeTree(`
    //- /one/folder/
    //- /one/plain 644
    x
    //- /two/plain 755
    x
    //- /two/folder 755
    x
    //- /three/plain 755
    x
  `)
  t.after(tree.remove)
  const lookup = pathLookup(['/one', '/two', '/three'].map(tree.at).join(delimiter))
  assert.equal(lookup('plain'), tree.at('/two/plain'))
  assert.equal(lookup('folder'), tree.at('/two/folder'))
  assert.equal(lookup('absent'), undefined)
  assert.equal(lookup(tree.at('/three/plain')), tree.at('/three/plain'))
  assert.equal(lookup(tree.at('/one/plain')), undefined)
  assert.equal(pathLookup('')('plain'), undefined)
})

const lines: readonly (readonly [string, string | undefined])[] = [
  ['#!/usr/bin/env python3', 'Needs python3, which is not on the PATH.'],
  ['#!/usr/bin/env -S python3 -u', 'Needs python3, which is not on the PATH.'],
  ['#!/usr/bin/env -S A=1 python3 -u', 'Needs python3, which is not on the PATH.'],
  ['#! /opt/ruby -w', 'Needs /opt/ruby, which does not exist here.'],
  ['#!/bin/bash', undefined],
  ['#!tools/run', undefined],
  ['#!/usr/bin/env python3\r', undefined],
]

for (const [line, message] of lines) {
  test(`the shebang ${JSON.stringify(line)} ${message === undefined ? 'lacks nothing' : 'lacks its interpreter'}`, () => {
    assert.equal(interpreterProblem(line, 'x', without('python3', '/opt/ruby'))?.message, message)
  })
}

test('every missing tool is named', () => {
  assert.deepEqual(
    toolProblems(['jq', 'curl', 'git'], 'x', without('jq', 'git')).map(({ message }) => message),
    ['Needs jq, which is not on the PATH.', 'Needs git, which is not on the PATH.'],
  )
})

test('a home given explicitly decides alone; otherwise the system’s custom does', () => {
  assert.deepEqual(userFolders('/h', { XDG_DATA_HOME: '/d' }), {
    data: '/h/.local/share/hookbench',
    cache: '/h/.cache/hookbench',
  })
  assert.deepEqual(userFolders(undefined, { XDG_DATA_HOME: '/d', XDG_CACHE_HOME: '/c' }, 'linux'), {
    data: '/d/hookbench',
    cache: '/c/hookbench',
  })
  assert.match(userFolders(undefined, {}, 'darwin').cache, /Library\/Caches\/hookbench$/)
  assert.match(userFolders(undefined, { LOCALAPPDATA: 'L' }, 'win32').data, /hookbench.Data$/)
})

test('a plugin folder names its organisation and repository', () => {
  for (const [folder, name] of [
    ['org@repo', 'org/repo'],
    ['org@repo@2', 'org/repo@2'],
    ['plain', 'plain'],
    ['@odd', '@odd'],
    ['odd@', 'odd@'],
  ] as const) {
    assert.equal(pluginName(folder), name)
  }
})

test('paths are shown from the workspace, else from the home, else whole', () => {
  const ground = { root: '/home/me/ws', home: '/home/me' }
  assert.equal(shown('/home/me/ws/extensions/a.ts', ground), 'extensions/a.ts')
  assert.equal(shown('/home/me/.kodelet/hooks/a', ground), '~/.kodelet/hooks/a')
  assert.equal(shown('/etc/a', ground), '/etc/a')
  assert.equal(within('/a/..b/c', '/a'), '..b/c')
  assert.equal(within('/ab', '/a'), undefined)
})

test('folders reached twice through links count once', (t) => {
  const tree = writeTree(`
    //- /ws/.kodelet/hooks/
    //- /ws/.kodelet/plugins/a@b/hooks -> ../../hooks
    //- /ws/.kodelet/plugins/c@d -> a@b
    //- /ws/.kodelet/plugins/.git/hooks/
    //- /ws/.kodelet/plugins/real@one/hooks/
  `)
  t.after(tree.remove)
  const kodelet = dialectOf('kodelet')
  assert.ok(kodelet)
  const { folders, problems } = hookFolders(kodelet, { root: tree.at('/ws'), home: tree.at('/home') }, disk)
  assert.deepEqual(
    folders.map(({ source, namePrefix }) => [source, namePrefix]),
    [
      ['workspace', ''],
      ['plugin', 'real/one/'],
    ],
  )
  assert.deepEqual(problems, [])
})
