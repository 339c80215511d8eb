// What a Python installation on the disk can import, folder by folder; no answer where other sources may add modules.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disk } from '../../runtime/discovery/disk.ts'
import { pythonOf } from '../../runtime/discovery/missingPackages.ts'
import { installationsOn } from '../../runtime/discovery/pythonInstallation.ts'
import { writeTree } from '../support/tree.ts'

type Row = {
  readonly title: string
  readonly files: string
  readonly program?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Module names that it has; undefined where there is no answer. */
  readonly names: readonly string[] | undefined
}

const BARE = `
  //- /usr/bin/python3 -> python3.12
  //- /usr/bin/python3.12 755
  //- /usr/lib/python3.12/os.py
  //- /usr/lib/python3.12/lib-dynload/_csv.cpython-312.so
`

const rows: readonly Row[] = [
  { title: 'its own library', files: BARE, names: ['os', '_csv'] },
  {
    title: 'packages of every place, and of the user',
    files: `${BARE}
      //- /usr/lib/python3.12/site-packages/one.py
      //- /usr/lib/python3/dist-packages/two/__init__.py
      //- /usr/local/lib/python3.12/dist-packages/three.abi3.so
      //- /home/.local/lib/python3.12/site-packages/four.py
    `,
    names: ['one', 'two', 'three', 'four'],
  },
  {
    title: 'a virtual environment and what it stands on',
    files: `${BARE}
      //- /usr/lib/python3.12/site-packages/hidden.py
      //- /env/bin/python3 -> ../../usr/bin/python3
      //- /env/pyvenv.cfg
      include-system-site-packages = false
      //- /env/lib/python3.12/site-packages/own.py
    `,
    program: '/env/bin/python3',
    names: ['os', 'own', '!hidden'],
  },
  {
    title: 'a virtual environment that sees the system',
    files: `${BARE}
      //- /usr/lib/python3.12/site-packages/seen.py
      //- /env/bin/python3 -> ../../usr/bin/python3
      //- /env/pyvenv.cfg
      include-system-site-packages = true
    `,
    program: '/env/bin/python3',
    names: ['os', 'seen'],
  },
  {
    title: 'folders that a .pth file adds',
    files: `${BARE}
      //- /usr/lib/python3.12/site-packages/more.pth
      # comment
      ../../../../src
      not there
      //- /src/added.py
    `,
    names: ['added'],
  },
  {
    title: 'a .pth file with code that changes nothing of the search',
    files: `${BARE}
      //- /usr/lib/python3.12/site-packages/colour.pth
      import os, colour; colour.setup()
      //- /usr/lib/python3.12/site-packages/colour.py
      def setup(): pass
    `,
    names: ['colour'],
  },
  {
    title: 'none: a .pth file with code that adds a finder',
    files: `${BARE}
      //- /usr/lib/python3.12/site-packages/finder.pth
      import finder; finder.install()
      //- /usr/lib/python3.12/site-packages/finder.py
      import sys
      sys.meta_path.append(None)
    `,
    names: undefined,
  },
  {
    title: 'none: a zipped package',
    files: `${BARE}
      //- /usr/lib/python3.12/site-packages/easy-install.pth
      ./packed.egg
      //- /usr/lib/python3.12/site-packages/packed.egg
    `,
    names: undefined,
  },
  {
    title: 'none: the installation customizes its search',
    files: `${BARE}
      //- /usr/lib/python3.12/sitecustomize.py
      import sys
      sys.path.append("/opt")
    `,
    names: undefined,
  },
  {
    title: 'what customizes something else',
    files: `${BARE}
      //- /usr/lib/python3.12/sitecustomize.py
      import faulthandler
    `,
    names: ['os'],
  },
  { title: 'none: PYTHONPATH', files: BARE, environment: { PYTHONPATH: '/opt' }, names: undefined },
  { title: 'an empty PYTHONPATH', files: BARE, environment: { PYTHONPATH: '' }, names: ['os'] },
  {
    title: 'none: a wrapper',
    files: `
      //- /usr/bin/python3 755
      #!/bin/sh
      exec /opt/python3 "$@"
      //- /usr/lib/python3.12/os.py
    `,
    names: undefined,
  },
  {
    title: 'none: a link to a program that chooses',
    files: `
      //- /usr/bin/python3 -> mise
      //- /usr/bin/mise 755
      //- /usr/lib/python3.12/os.py
    `,
    names: undefined,
  },
  {
    title: 'none: two versions, and a name that says neither',
    files: `
      //- /usr/bin/python3 755
      //- /usr/lib/python3.11/os.py
      //- /usr/lib/python3.12/os.py
    `,
    names: undefined,
  },
  { title: 'none: no library', files: '//- /usr/bin/python3 755', names: undefined },
  { title: 'none: no program', files: '//- /ws/', names: undefined },
]

const PYENV = `
  //- /pyenv/shims/python3 755
  #!/bin/sh
  //- /pyenv/version
  3.11.7
  //- /pyenv/versions/3.11.7/bin/python3 -> python3.11
  //- /pyenv/versions/3.11.7/bin/python3.11 755
  //- /pyenv/versions/3.11.7/lib/python3.11/os.py
  //- /pyenv/versions/3.11.7/lib/python3.11/site-packages/of_eleven.py
  //- /pyenv/versions/3.13.0/bin/python3 -> python3.13
  //- /pyenv/versions/3.13.0/bin/python3.13 755
  //- /pyenv/versions/3.13.0/lib/python3.13/os.py
  //- /pyenv/versions/3.13.0/lib/python3.13/site-packages/of_thirteen.py
`

const shims: readonly Row[] = [
  { title: "pyenv's version for everything", files: PYENV, names: ['of_eleven', '!of_thirteen'] },
  {
    title: "pyenv's version of the workspace",
    files: `${PYENV}
      //- /ws/.python-version
      3.13.0
    `,
    names: ['of_thirteen', '!of_eleven'],
  },
  {
    title: "pyenv's version by its variable",
    files: PYENV,
    environment: { PYENV_VERSION: '3.13.0' },
    names: ['of_thirteen'],
  },
  {
    title: 'none: several versions, one behind the other',
    files: PYENV,
    environment: { PYENV_VERSION: '3.13.0:3.11.7' },
    names: undefined,
  },
  {
    title: 'none: a version that is not there',
    files: PYENV,
    environment: { PYENV_VERSION: '3.12' },
    names: undefined,
  },
]

for (const row of rows) check({ program: '/usr/bin/python3', ...row })
for (const row of shims) check({ program: '/pyenv/shims/python3', ...row })

function check({ title, files, program = '', environment = {}, names }: Row): void {
  test(`what Python can import: ${title}`, {
    skip: process.platform === 'win32' && 'layouts of Windows are not read',
  }, (t) => {
    const tree = writeTree(files)
    t.after(tree.remove)
    const ground = { disk, root: tree.at('/ws'), home: tree.at('/home'), environment }
    const found = installationsOn(ground)(tree.at(program))
    assert.equal(found === undefined, names === undefined, `it has ${found && [...found].join(' ')}`)
    for (const name of names ?? []) {
      const isWanted = !name.startsWith('!')
      assert.equal(
        found?.has(name.replace('!', '')),
        isWanted,
        `${name} among ${found && [...found].join(' ')}`,
      )
    }
  })
}

const lines: readonly (readonly [string, string | undefined])[] = [
  ['#!/usr/bin/env python3', 'python3'],
  ['#!/usr/bin/env -S python3 -u -B', 'python3'],
  ['#!/usr/bin/python3.11', '/usr/bin/python3.11'],
  ['#!/ws/.venv/bin/python', '/ws/.venv/bin/python'],
  ['#!.venv/bin/python', undefined],
  ['#!/usr/bin/env python2.7', undefined],
  ['#!/usr/bin/env python3 -u', undefined],
  ['#!/usr/bin/env -S python3 -m rules', undefined],
  ['#!/usr/bin/env -S PYTHONPATH=/opt python3', undefined],
  ['#!/usr/bin/env -S uv run --script', undefined],
  ['#!/bin/sh', undefined],
]

for (const [line, program] of lines) {
  test(`${line} is ${program === undefined ? 'no plain Python' : `run by ${program}`}`, () => {
    assert.equal(pythonOf(line), program)
  })
}
