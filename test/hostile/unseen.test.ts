// Code that a hook runs beside its own file: it is pinned where the text tells it, and said where not. One row per way.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorkspace } from '../../runtime/index.ts'
import { type Tree, writeTree } from '../support/tree.ts'

type Row = {
  readonly what: string
  readonly language: 'sh' | 'py' | 'js' | 'line'
  /** Behind the shebang; for `line` the whole text. */
  readonly text: string
  /** Files beside the hook that are pinned with it. */
  readonly pins?: readonly string[]
  /** What is said of it. */
  readonly says?: RegExp
}

const sh = (what: string, text: string, more: Pick<Row, 'pins' | 'says'>): Row => ({
  what,
  language: 'sh',
  text,
  ...more,
})
const py = (what: string, text: string, more: Pick<Row, 'pins' | 'says'>): Row => ({
  what,
  language: 'py',
  text,
  ...more,
})
const js = (what: string, text: string, more: Pick<Row, 'pins' | 'says'>): Row => ({
  what,
  language: 'js',
  text,
  ...more,
})

const X = { pins: ['x'] }
const LIB = { pins: ['lib/x'] }

const rows: readonly Row[] = [
  sh('timeout', 'timeout 5 ./x', X),
  sh('timeout with options', 'timeout -s KILL 5 ./x', X),
  sh('cd', 'cd lib; ./x', LIB),
  sh('cd to nobody knows where', 'cd "$(somewhere)"; ./x', { says: /line 2: \.\/x/ }),
  sh('bash -c', 'bash -c ". ./x"', X),
  sh('bash -c within bash -c', `bash -c 'bash -c "./x"'`, X),
  sh('bash -c with what is not known', 'bash -c "$CODE_OF_MINE"', { says: /line 2: bash -c/ }),
  sh('eval', "eval '. ./x'", X),
  sh('PATH', 'PATH=./lib:$PATH; guard', { says: /line 2: PATH=/ }),
  sh('exported PATH', 'export PATH="$PWD/lib:$PATH"', { says: /line 2: PATH=/ }),
  sh('BASH_ENV', 'BASH_ENV=./x bash -c true', { says: /line 2: BASH_ENV=/ }),
  sh('npm run', 'npm run guard', { says: /line 2: npm run guard/ }),
  sh('make', 'make -s guard', { says: /line 2: make -s guard/ }),
  sh('find -exec', "find . -name '*.md' -exec ./x {} \\;", X),
  sh('xargs', 'echo a | xargs -n 1 ./x', X),
  sh('trap', "trap './x' EXIT", X),
  sh('coproc', 'coproc ./x', X),
  sh('env', 'env -u HOME A=1 ./x', X),
  sh('a program in a variable', 'RUN=./x\n"$RUN"', X),
  sh('a program that is given', '"$1"', { says: /line 2: "\$1"/ }),
  sh('a pipe into a shell', 'cat x | sh', { says: /line 2: sh/ }),
  sh('a here-document for a shell', 'sh <<EOF\n. ./x\nEOF', X),
  sh('a file of awk', 'awk -f x', X),
  sh('python -m', 'python3 -m lib.y', { pins: ['lib/y.py'] }),
  sh('python -c', 'python3 -c "import y"', { says: /line 2: python3 -c/ }),
  sh('node -e', `node -e 'require("./x")'`, { says: /line 2: node -e/ }),
  sh('node -r', 'node -r ./x -e 1', X),
  { what: 'an interpreter of its own', language: 'line', text: '#!./x\n', ...X },
  { what: 'env -S bash', language: 'line', text: '#!/usr/bin/env -S bash ./x\n', ...X },
  { what: 'env -S node -r', language: 'line', text: '#!/usr/bin/env -S node -r ./x.js\n', pins: ['x.js'] },
  py('what shadows the standard library', 'import subprocess', { pins: ['selectors.py'] }),
  py('spec_from_file_location', 'import importlib.util as u\nu.spec_from_file_location("a", p)', {
    says: /line 3: u\.spec_from/,
  }),
  py('pickle', 'import pickle\npickle.load(open("a", "rb"))', { says: /line 3: pickle\.load/ }),
  py('a program by its path', 'import subprocess\nsubprocess.run(["./x"])', {
    says: /line 3: subprocess\.run/,
  }),
  py('an interpreter that is given a file', 'import subprocess, sys\nsubprocess.run([sys.executable, "x"])', {
    says: /line 3: subprocess\.run/,
  }),
  py('exec of a file', 'exec(open("x").read())', { says: /line 2: exec/ }),
  js('path.join(__dirname)', "const path = require('path')\nrequire(path.join(__dirname, 'lib', 'x'))", LIB),
  js('a variable', "const at = __dirname + '/lib/x'\nrequire(at)", LIB),
  js('a path that is worked out', 'require(process.env.RULES)', { says: /line 2: require\(process/ }),
  js('a template', 'require(`${__dirname}/x.js`)', { pins: ['x.js'] }),
  js(
    'execFileSync(node, file)',
    "const { execFileSync } = require('child_process')\nexecFileSync(process.execPath, [__dirname + '/x.js'])",
    { pins: ['x.js'] },
  ),
  js('execSync of an interpreter', "require('child_process').execSync('sh x')", { says: /line 2: / }),
  js('eval of a file', "eval(require('fs').readFileSync('x', 'utf8'))", { says: /line 2: eval/ }),
  js('a worker', "const { Worker } = require('worker_threads')\nnew Worker(__dirname + '/x.js')", {
    pins: ['x.js'],
  }),
  js('a subpath import', "require('#guard')", { says: /line 2: require\('#guard'\)/ }),
  js('new URL', "import(new URL('./x.js', import.meta.url))", { pins: ['x.js'] }),
]

const SHEBANGS = {
  sh: '#!/bin/bash\n',
  py: '#!/usr/bin/env python3\n',
  js: '#!/usr/bin/env node\n',
  line: '',
}
const HERE = '.kodelet/hooks'

let tree: Tree
let hooks: ReadonlyMap<
  string,
  { readonly files: readonly string[]; readonly unseen?: readonly string[] | undefined }
>

before(async () => {
  const files = rows.map(
    ({ language, text }, at) =>
      `//- /ws/${HERE}/h${at}/../hook${at} 755\n${SHEBANGS[language]}${text}\n# before_tool_call\n`,
  )
  tree = writeTree(`//- /home/\n${files.join('').replaceAll(/h\d+\/\.\.\//g, '')}`)
  for (const name of ['x', 'x.js', 'lib/x', 'lib/y.py', 'lib/__init__.py', 'selectors.py'])
    tree.write(`//- /ws/${HERE}/${name}\n# nothing\n`)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
  hooks = new Map(workspace.list().map((hook) => [hook.path, hook]))
  await workspace.close()
})
after(() => tree.remove())

for (const [at, { what, pins, says }] of rows.entries()) {
  test(`trust sees, or says that it does not: ${what}`, () => {
    const hook = hooks.get(tree.at(`/ws/${HERE}/hook${at}`))
    assert.ok(hook)
    const files = hook.files.map((path) => path.slice(tree.at(`/ws/${HERE}/`).length))
    for (const file of pins ?? []) assert.ok(files.includes(file), `${file} is not among ${files}`)
    if (says !== undefined) assert.match((hook.unseen ?? []).join('; '), says)
  })
}
