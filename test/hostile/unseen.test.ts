// Code that a hook runs beside its own file: pinned where the text shows it, reported where it does not. One row per
// way.

import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { after, before, test } from 'node:test'
import { openWorkspace } from '../../runtime/index.ts'
import { spawnCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

type Row = {
  readonly what: string
  readonly language: 'sh' | 'py' | 'js' | 'line'
  /** The text after the shebang; for `line` the whole text. */
  readonly text: string
  /** Files beside the hook that are pinned with it. */
  readonly pins?: readonly string[]
  /** The note about what is not followed. */
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

const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

const X = { pins: ['x'] }
const LIB = { pins: ['lib/x'] }

const rows: readonly Row[] = [
  sh('timeout', 'timeout 5 ./x', X),
  sh('timeout with options', 'timeout -s KILL 5 ./x', X),
  sh('cd', 'cd lib; ./x', LIB),
  sh('cd within bash -c', 'bash -c "cd lib; ./x"', LIB),
  sh('cd to nobody knows where', 'cd "$(somewhere)"; ./x', { says: /line 2: \.\/x/ }),
  sh('bash -c', 'bash -c ". ./x"', X),
  ...[
    ...[
      'bash -euo pipefail ./x',
      'bash -euo pipefail x',
      'bash -euo pipefail -c ". ./x"',
      'bash -ceu ". ./x"',
    ],
    ...[
      'bash -ceuo pipefail ". ./x"',
      'bash -oO pipefail nullglob x',
      'sh -euo noglob x',
      'zsh -fo extendedglob x',
    ],
    ...[
      'bash -v x',
      'bash -hB x',
      'python3 -Wignore x',
      'python3 -BW ignore x',
      'python3 -BX dev x',
      'python3 -v x',
    ],
    ...['ruby -E utf-8 x', 'php -c d x', 'perl -lw x', 'deno run -c d.json x', 'deno run --lock l -A x'],
    ...['tsx --tsconfig t.json x', 'tsx watch x', 'ts-node -P t.json x', 'bun --cwd d ./x'],
  ].map((text) => sh(`options before a script: ${text}`, text, X)),
  ...[
    ...[
      'bash -euo pipefail < x',
      'bash -es a b < x',
      'lua -l x g',
      'deno eval "import(f)"',
      'python3 -Bc "import y"',
    ],
    ...["fish --init-command 'source $f'", "fish -C 'source $f' g"],
  ].map((text) => sh(`options that bring code: ${text}`, text, { says: /line 2: / })),
  ...[
    ...['chronic bash x', 'gtimeout 5 sh x', 'exec -a name bash x', 'coproc { bash x; }', 'retry python3 x'],
    ...['run() { "$@"; }\nrun bash x', 'run() { local n=$1; shift; "$n" "$@"; }\nrun python3 x'],
    'run() { "$@" || exit 2; }\nrun env A=1 bash x',
  ].map((text) => sh(`a program among the words of another one: ${text}`, text, X)),
  ...['run() { "$@" || exit 2; }\nrun lib/x', 'run() { local n=$1; shift; "$n" "$@"; }\nrun lib/x'].map(
    (text) => sh(`a program whose path a function is given: ${text}`, text, LIB),
  ),
  sh('bash -c within bash -c', `bash -c 'bash -c "./x"'`, X),
  sh('bash -c -- ', 'bash -c -- ./x', X),
  sh('options behind bash -c', 'bash -c -e ./x', X),
  sh('a script with an argument -c', 'bash ./x -c "true"', X),
  sh('bash -c with what is not known', 'bash -c "$CODE_OF_MINE"', { says: /line 2: bash -c/ }),
  sh('eval', "eval '. ./x'", X),
  ...['. -- ./x', 'source -- ./x', "eval -- '. ./x'", "trap -- '. ./x' EXIT", 'exec -la name ./x'].map(
    (text) => sh(text, text, X),
  ),
  ...['. -p . x', 'bash -c "\\$0" ./x', 'bash -c "exec \\$1" _ ./x', 'eval "\\$x"'].map((text) =>
    sh(text, text, { says: /line 2/ }),
  ),
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
  sh('python -c in one word', "python3 -c'import y'", { says: /line 2: python3 -c/ }),
  sh('python --check-hash-based-pycs', 'python3 --check-hash-based-pycs always ./x', X),
  sh('perl -E', `perl -E 'do "./x"'`, { says: /line 2: perl -E/ }),
  sh('node -e', `node -e 'require("./x")'`, { says: /line 2: node -e/ }),
  sh('node -r', 'node -r ./x -e 1', X),
  { what: 'an interpreter of its own', language: 'line', text: '#!./x\n', ...X },
  { what: 'env -S bash', language: 'line', text: '#!/usr/bin/env -S bash ./x\n', ...X },
  { what: 'env -S node -r', language: 'line', text: '#!/usr/bin/env -S node -r ./x.js\n', pins: ['x.js'] },
  { what: 'env -S bash -c', language: 'line', text: '#!/usr/bin/env -S bash -c ". ./x"\n', ...X },
  { what: 'env -S sh -c and a word', language: 'line', text: '#!/usr/bin/env -S sh -c "sh ./x" --\n', ...X },
  { what: 'env -S with escapes', language: 'line', text: '#!/usr/bin/env -S bash -c ".\\_./x"\n', ...X },
  { what: 'env -vS', language: 'line', text: "#!/usr/bin/env -vS bash -c '. ./x'\n", ...X },
  {
    what: 'env -S with BASH_ENV',
    language: 'line',
    text: '#!/usr/bin/env -S BASH_ENV=./x bash\n',
    says: /line 1: #!.*BASH_ENV/,
  },
  {
    what: 'env -S with NODE_OPTIONS',
    language: 'line',
    text: '#!/usr/bin/env -S NODE_OPTIONS=--require=./x.js node\n',
    says: /line 1: #!.*NODE_OPTIONS/,
  },
  {
    what: 'env -S with -C',
    language: 'line',
    text: '#!/usr/bin/env -S -C lib bash\n. ./x\n',
    says: /line 1: #!/,
  },
  {
    what: 'a shebang of make',
    language: 'line',
    text: '#!/usr/bin/make -f\nall:\n\tsh ./x\n',
    says: /line 1: #!.*make/,
  },
  {
    what: 'a shebang of awk',
    language: 'line',
    text: '#!/usr/bin/awk -f\nBEGIN { system("sh ./x") }\n',
    says: /line 2: BEGIN/,
  },
  {
    what: 'a shebang of sed',
    language: 'line',
    text: '#!/bin/sed -f\n1e sh ./x\n',
    says: /line 2: 1e/,
  },
  sh('env BASH_ENV', 'env BASH_ENV=./x bash -c true', { says: /line 2: BASH_ENV=/ }),
  sh('sudo with a quoted BASH_ENV', "sudo -n 'BASH_ENV=./x' bash -c true", { says: /line 2: BASH_ENV=/ }),
  py('what shadows the standard library', 'import subprocess', { pins: ['selectors.py'] }),
  py('spec_from_file_location', 'import importlib.util as u\nu.spec_from_file_location("a", p)', {
    says: /line 3: u\.spec_from/,
  }),
  py('a compiled module beside its source', 'import own', { pins: ['own.py', 'own.cpython-312.so'] }),
  py('a compiled package before a module', 'import own', { pins: ['own.py', 'own/__init__.pyc'] }),
  py('pickle', 'import pickle\npickle.load(open("a", "rb"))', { says: /line 3: pickle\.load/ }),
  py('a program by its path', 'import subprocess\nsubprocess.run(["./x"])', {
    says: /line 3: subprocess\.run/,
  }),
  py('an interpreter that is given a file', 'import subprocess, sys\nsubprocess.run([sys.executable, "x"])', {
    says: /line 3: subprocess\.run/,
  }),
  py('exec of a file', 'exec(open("x").read())', { says: /line 2: exec/ }),
  sh('printf -v BASH_ENV', 'printf -v BASH_ENV ./x; export BASH_ENV; bash -c true', {
    says: /line 2: printf/,
  }),
  sh('read BASH_ENV', 'read -r BASH_ENV <<< ./x; export BASH_ENV; bash -c true', { says: /line 2: read/ }),
  sh('for BASH_ENV', 'for BASH_ENV in ./x; do export BASH_ENV; bash -c true; done', { says: /line 2: for/ }),
  sh('BASH_ENV by default', ': ${BASH_ENV:=./x}; export BASH_ENV; bash -c true', {
    says: /line 2: \$\{BASH/,
  }),
  sh('BASH_ENV by another name', 'declare -n r=BASH_ENV; r=./x; export BASH_ENV; bash -c true', {
    says: /line 2: declare/,
  }),
  sh('BASH_ENV in a name that is put together', 'n=BASH_ENV; export "$n=./x"; bash -c true', {
    says: /line 2: export/,
  }),
  sh('variables of a file', 'export $(cat x)', { says: /line 2: export/ }),
  sh('a path that is set again', 'f=./none; printf -v f ./x; . "$f"', { says: /line 2: \. "\$f"/ }),
  sh('a command in a variable', "run='bash ./x'; $run", X),
  sh('the first words of a command in a variable', "run='timeout 5'; $run ./x", X),
  sh('words that are taken apart at other signs', 'IFS=,; run=bash,x; $run', { says: /line 2: \$run/ }),
  sh('an argument that is taken apart at other signs', 'IFS=,; run=-e,x; bash $run', {
    says: /line 2: bash/,
  }),
  sh('a subscript of declare', "declare -i n='a[$(./x)]'", { says: /line 2: declare/ }),
  sh('a subscript of printf', "printf -v 'a[$(./x)]' n", { says: /line 2: printf/ }),
  sh('a subscript of unset', "unset 'a[$(./x)]'", { says: /line 2: unset/ }),
  sh('a path on two lines', '. ./\\\nx', X),
  sh('a path on three lines', '. \\\n.\\\n\\\n/x', X),
  sh('a path on two lines in quotes', '. "./\\\nx"', X),
  sh('a path on two lines behind a blank', 'bash -c ". \\\n./x"', X),
  sh('a path on two lines within bash -c', "bash -c '. ./\\\nx'", X),
  sh('a path on two lines in a here-document', 'sh <<EOF\n. ./\\\nx\nEOF', X),
  sh('a path on two lines in a variable', 'f=./\\\nx; . "$f"', X),
  sh('the name of a program on two lines', 'ba\\\nsh x', X),
  sh('a name of a variable on two lines', 'BASH_\\\nENV=./x bash -c true', { says: /line 2: BASH_ENV=/ }),
  sh('a comment that ends in a backslash', '# a\\\n. ./\\\nx', X),
  sh('a backslash in single quotes', ". './\\\nx'", { pins: ['\\\nx'] }),
  sh('lines behind a joined one', 'echo a\\\nb\n. "$1"', { says: /line 4: \. "\$1"/ }),
  sh('quotes within bash -c', 'bash -c "bash -c \\". ./x\\""', X),
  sh('a subscript that is calculated with', "n='a[$(./x)]'; ((n))", { says: /line 2: n=/ }),
  js('path.join(__dirname)', "const path = require('path')\nrequire(path.join(__dirname, 'lib', 'x'))", LIB),
  js('a variable', "const at = __dirname + '/lib/x'\nrequire(at)", LIB),
  js('a path that is worked out', 'require(process.env.RULES)', { says: /line 2: require\(process/ }),
  js('a folder with a package.json', "require('./pack')", { pins: ['pack/package.json', 'pack/main.js'] }),
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

const tree = writeTree('//- /home/\n')
let hooks: ReadonlyMap<
  string,
  { readonly files: readonly string[]; readonly unseen?: readonly string[] | undefined }
>

before(async () => {
  const files = rows.map(
    ({ language, text }, at) =>
      `//- /ws/${HERE}/h${at}/../hook${at} 755\n${SHEBANGS[language]}${text}\n# before_tool_call\n`,
  )
  tree.write(files.join('').replaceAll(/h\d+\/\.\.\//g, ''))
  const beside = ['x', 'x.js', 'lib/x', 'lib/y.py', 'lib/__init__.py', 'selectors.py', 'pack/main.js']
  for (const name of [...beside, 'own.py', 'own.cpython-312.so', 'own/__init__.pyc'])
    tree.write(`//- /ws/${HERE}/${name}\n# nothing\n`)
  writeFileSync(tree.at(`/ws/${HERE}/\\\nx`), '')
  tree.write(`//- /ws/${HERE}/pack/package.json\n{"main": "main.js"}\n`)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
  hooks = new Map(workspace.list().map((hook) => [hook.path, hook]))
  await workspace.close()
})
after(tree.remove)

for (const [at, { what, pins, says }] of rows.entries()) {
  test(`trust sees, or says that it does not: ${what}`, () => {
    const hook = hooks.get(tree.at(`/ws/${HERE}/hook${at}`))
    assert.ok(hook)
    const files = hook.files.map((path) => path.slice(tree.at(`/ws/${HERE}/`).length))
    for (const file of pins ?? []) assert.ok(files.includes(file), `${file} is not among ${files}`)
    if (says !== undefined) assert.match((hook.unseen ?? []).join('; '), says)
  })
}

// The value of a variable runs whatever the command is: pinned if it is an existing file, otherwise reported.
const HOST = '.claude'
const entries: readonly {
  readonly what: string
  readonly command: string
  readonly env?: Readonly<Record<string, string>>
  readonly pins?: readonly string[]
  readonly says?: RegExp
  readonly silent?: true
}[] = [
  { what: 'BASH_ENV before a command', command: 'BASH_ENV=./x bash y.sh', pins: ['x', 'y.sh'] },
  { what: 'ENV of the settings', command: 'sh y.sh', env: { ENV: './x' }, pins: ['x', 'y.sh'] },
  {
    what: 'BASH_ENV that is not there',
    command: 'bash y.sh',
    env: { BASH_ENV: './none' },
    says: /the code named by BASH_ENV/,
  },
  { what: 'PYTHONSTARTUP', command: 'python3 -i y.py', env: { PYTHONSTARTUP: 'x' }, pins: ['x'] },
  {
    what: 'NODE_OPTIONS with a file',
    command: 'node y.js',
    env: { NODE_OPTIONS: '--require ./x.js' },
    pins: ['x.js'],
  },
  {
    what: 'NODE_OPTIONS with a package',
    command: 'node y.js',
    env: { NODE_OPTIONS: '--require ./x.js --import=guard' },
    pins: ['x.js'],
    says: /the code named by NODE_OPTIONS/,
  },
  { what: 'a snapshot of Node', command: 'node --snapshot-blob x y.js', says: /snapshot-blob/ },
  { what: 'a file of variables for Node', command: 'node --env-file=x y.js', says: /env-file/ },
  {
    what: 'NODE_COMPILE_CACHE in the workspace',
    command: 'node y.js',
    env: { NODE_COMPILE_CACHE: '.cache' },
    says: /the code named by NODE_COMPILE_CACHE/,
  },
  {
    what: 'NODE_OPTIONS in quotes',
    command: 'node y.js',
    env: { NODE_OPTIONS: '"--require" "./x.js"' },
    pins: ['x.js'],
  },
  {
    what: 'NODE_OPTIONS with another spelling',
    command: 'node y.js',
    env: { NODE_OPTIONS: '--experimental_loader=./x.js' },
    pins: ['x.js'],
  },
  {
    what: 'NODE_OPTIONS with a snapshot',
    command: 'node y.js',
    env: { NODE_OPTIONS: '--snapshot-blob ./x' },
    says: /the code named by NODE_OPTIONS/,
  },
  {
    what: 'PS4',
    command: 'bash y.sh',
    env: { SHELLOPTS: 'xtrace', PS4: '$(./x)' },
    says: /the code named by PS4/,
  },
  { what: 'MAKEFILES', command: 'sh y.sh', env: { MAKEFILES: './x' }, pins: ['x'] },
  {
    what: 'MAKEFLAGS',
    command: 'sh y.sh',
    env: { MAKEFLAGS: '--eval=$(shell ./x)' },
    says: /the code named by MAKEFLAGS/,
  },
  {
    what: 'TAR_OPTIONS',
    command: 'sh y.sh',
    env: { TAR_OPTIONS: '-I ./x' },
    says: /the code named by TAR_OPTIONS/,
  },
  { what: 'RSYNC_RSH', command: 'sh y.sh', env: { RSYNC_RSH: './x' }, says: /the code named by RSYNC_RSH/ },
  { what: 'RIPGREP_CONFIG_PATH', command: 'sh y.sh', env: { RIPGREP_CONFIG_PATH: './x' }, pins: ['x'] },
  {
    what: 'OPENSSL_MODULES',
    command: 'sh y.sh',
    env: { OPENSSL_MODULES: '.' },
    says: /the code named by OPENSSL_MODULES/,
  },
  {
    what: 'npm_config_script_shell',
    command: 'sh y.sh',
    env: { npm_config_script_shell: './x' },
    says: /the code named by npm_config_script_shell/,
  },
  {
    what: 'BASH_LOADABLES_PATH',
    command: 'bash y.sh',
    env: { BASH_LOADABLES_PATH: '.' },
    says: /the code named by BASH_L/,
  },
  {
    what: 'variables as people set them',
    command: 'bash y.sh',
    env: {
      PS4: '+ ${BASH_SOURCE}:${LINENO}: ',
      MAKEFLAGS: '-j4 --no-print-directory',
      TAR_OPTIONS: '--owner=0',
    },
    silent: true,
  },
  {
    what: 'NODE_OPTIONS that loads nothing',
    command: 'node y.js',
    env: { NODE_OPTIONS: '--no-warnings' },
    silent: true,
  },
  { what: 'PYTHONPATH', command: 'PYTHONPATH=lib python3 y.py', says: /the code named by PYTHONPATH/ },
  { what: 'LD_PRELOAD', command: 'LD_PRELOAD="$CLAUDE_PROJECT_DIR"/x.so sh y.sh', pins: ['x.so'] },
  {
    what: 'LD_PRELOAD of the system',
    command: 'LD_PRELOAD=/usr/lib/a.so sh y.sh',
    says: /the code named by LD_PRELOAD/,
  },
  { what: 'PERL5LIB', command: 'sh y.sh', env: { PERL5LIB: 'lib' }, says: /the code named by PERL5LIB/ },
  {
    what: 'env with PERL5OPT',
    command: 'env PERL5OPT=-Mguard perl y.pl',
    says: /the code named by PERL5OPT/,
  },
  {
    what: 'GIT_SSH_COMMAND',
    command: 'sh y.sh',
    env: { GIT_SSH_COMMAND: './x' },
    says: /the code named by GIT_SSH_COMMAND/,
  },
  { what: 'PATH', command: 'PATH=./bin:$PATH guard', says: /the code named by PATH/ },
  {
    what: 'PATH with an empty part',
    command: 'sh y.sh',
    env: { PATH: '/usr/bin:' },
    says: /the code named by PATH/,
  },
  {
    what: 'PATH of the system and the user',
    command: 'sh y.sh',
    env: { PATH: '/usr/bin:~/bin' },
    silent: true,
  },
  { what: 'other variables', command: 'LEVEL=1 sh y.sh', env: { MODE: './x' }, silent: true },
  { what: 'a home of the settings', command: 'sh ~/y.sh', env: { HOME: './d' }, says: /./ },
  { what: 'a home of the settings, by its name', command: 'sh $HOME/y.sh', env: { HOME: './d' }, says: /./ },
  {
    what: 'a folder of the host that the settings set',
    command: 'sh "$CLAUDE_PROJECT_DIR"/y.sh',
    env: { CLAUDE_PROJECT_DIR: './d' },
    says: /./,
  },
  {
    what: 'a folder of the host that the settings set, in a script',
    command: 'sh s.sh',
    env: { CLAUDE_PROJECT_DIR: './d' },
    says: /line 1: \. "\$CLAUDE_PROJECT_DIR/,
  },
  { what: 'CDPATH', command: 'cd d && sh ./y.sh', env: { CDPATH: './d' }, says: /the code named by CDPATH/ },
  {
    what: 'exported CDPATH',
    command: 'export CDPATH=d; cd d && sh ./y.sh',
    says: /the code named by CDPATH/,
  },
  { what: 'no CDPATH', command: 'CDPATH= cd -- d && sh ./y.sh', pins: ['d/y.sh'] },
  { what: 'cd behind command', command: 'command cd d; sh ./y.sh', pins: ['d/y.sh'] },
  { what: 'cd behind builtin', command: 'builtin cd d; sh ./y.sh', pins: ['d/y.sh'] },
  { what: 'cd behind time', command: 'time cd d; sh ./y.sh', pins: ['d/y.sh'] },
  { what: 'cd with an option', command: 'cd -P d; sh ./y.sh', pins: ['d/y.sh'] },
  { what: 'PAGER, a program', command: 'PAGER=./y.sh man ls', pins: ['y.sh'], says: /man ls/ },
]

const ANY_NOTE = /./

/** Programs that run what their arguments or the project's own files name: one row per way. */
const commands: readonly (readonly [command: string, seen: readonly string[] | RegExp])[] = [
  ['git -c core.pager=./y.sh log', /git -c/],
  ['git commit -m x', /git commit/],
  ...[
    ...[
      'cmake .',
      'bmake',
      'latexmk',
      'poetry install',
      'uv sync',
      'dotnet format',
      'php artisan x',
      'clj -M:x',
    ],
    ...[
      'php-cs-fixer fix',
      'rector',
      'phpcs',
      'luacheck .',
      'standardrb',
      'tflint',
      'robot t',
      'coverage report',
    ],
    ...[
      'markdownlint .',
      'cspell .',
      'svelte-check',
      'tailwindcss -i a',
      'postcss a',
      'babel a',
      'textlint a',
    ],
    ...[
      'npx markdownlint .',
      'npx --yes svelte-check',
      'uvx mypy .',
      'bunx cspell@9 .',
      'nodemon x',
      'pm2 start x',
    ],
    ...[
      'concurrently "a"',
      'cross-env A=1 x',
      'gh pr create',
      'tmux source x',
      'prisma generate',
      'guix shell',
    ],
    ...['claude -p hi', 'gemini -p hi', 'copilot -p x', 'cursor-agent -p x', 'codex exec x', 'aider x'],
  ].map((command) => [command, ANY_NOTE] as const),
  ['git bisect run ./y.sh', ['y.sh']],
  ['/usr/bin/git submodule foreach ./y.sh', ['y.sh']],
  ['ssh -o ProxyCommand=./y.sh host', ['y.sh']],
  ['ssh -F y.cfg host', ['y.cfg']],
  ['rsync -e ./y.sh a host:', ['y.sh']],
  ['tar --checkpoint-action=exec=./y.sh -cf a b', ['y.sh']],
  ['socat - EXEC:./y.sh', ['y.sh']],
  ['split --filter=./y.sh a', ['y.sh']],
  ['Rscript y.R', ['y.R']],
  ['busybox sh y.sh', ['y.sh']],
  ['java -jar y.jar', ['y.jar']],
  ['java -cp . Guard', ANY_NOTE],
  ['sqlite3 db ".shell sh y.sh"', ['y.sh']],
  ['sqlite3 db < y.sql', ['y.sql']],
  ['alias guard=./y.sh; guard', ['y.sh']],
  ['env -S "sh y.sh"', ['y.sh']],
  ["watch 'sh y'", ['y']],
  ["su -c 'cd lib; ./y'", ['lib/y']],
  ['env -C lib ./y.sh', ANY_NOTE],
  ['env -iC lib ./y.sh', ANY_NOTE],
  ['env --chd=lib ./y.sh', ANY_NOTE],
  ['env -S "bash\\_y.sh"', ['y.sh']],
  ['env --sp="bash\\_y.sh\\c z"', ['y.sh']],
  ["env -S '-C lib ./y.sh'", ANY_NOTE],
  ['sudo --chd=lib ./y.sh', ANY_NOTE],
  ['unshare --wd=lib ./y.sh', ANY_NOTE],
  ['nsenter -w lib ./y.sh', ANY_NOTE],
  ['parallel --workdir lib ./y.sh ::: 1', ANY_NOTE],
  ['systemd-run --working-directory=lib ./y.sh', ANY_NOTE],
  ['bwrap --bind lib /q /q/y.sh', ANY_NOTE],
  ['chroot lib /y.sh', ANY_NOTE],
  ['command -p cd lib; ./y', ['lib/y']],
  ['alias go=cd; go lib; ./y.sh', ANY_NOTE],
  ['cd l{i,}b; ./y.sh', ANY_NOTE],
  ['shopt -s cdable_vars; q=lib; cd q; ./y.sh', ANY_NOTE],
  ['zsh --emulate sh y.sh', ['y.sh']],
  ['node --experimental_loader=./y.mjs -e 1', ['y.mjs']],
  ['node --experimental_config_file=y.env y.js', ['y.env', 'y.js']],
  ['git --config-env=alias.z=Q z', ANY_NOTE],
  ['git hook run pre-commit', ANY_NOTE],
  ['npm link', ANY_NOTE],
  ['npm version patch', ANY_NOTE],
  ['at now < y', ANY_NOTE],
  ['bash -O expand_aliases y.sh', ['y.sh']],
  ['./{y,x}.sh', ANY_NOTE],
  ["$'./y.sh'", ANY_NOTE],
  ['/lib64/ld-linux-x86-64.so.2 ./x', ['x']],
  [`awk 'BEGIN{system("sh y.sh")}'`, /awk/],
  ["sed '1e ./y.sh' x", /sed/],
  ['jq -L. \'import "y" as e; e::x\'', ANY_NOTE],
  ['perl -Ilib -MGuard -e 1', ANY_NOTE],
  ['php -d auto_prepend_file=y.php -r 1', ANY_NOTE],
  ['node lib', ['lib/index.js']],
  ['node --env-file=y.env y.js', ['y.env', 'y.js']],
  ['node --test', ANY_NOTE],
  ['node --title x y.js', ['y.js']],
  ['node --stack_size 984 y.mjs', ['y.mjs']],
  ['ruby -C lib ../y.rb', ANY_NOTE],
  ['python3 lib', ['lib/__main__.py']],
  ['python3 -m pytest', ANY_NOTE],
  ['python3 -m pdb y.py', ['y.py']],
  ['python3 -m cProfile -o out y.py', ['y.py']],
  ['python3 -m coverage run y.py', ['y.py']],
  ['node --env-file-if-exists=y.env y.js', ['y.env']],
  ['node --openssl-config=./y.cnf y.js', ['y.cnf']],
  ['OPENSSL_CONF=./y.cnf openssl version', ['y.cnf']],
  ['WGETRC=./y.cfg wget url', ['y.cfg']],
  ['CURL_HOME=./lib curl url', ANY_NOTE],
  ['ruby -r./y -e 1', ANY_NOTE],
  ['hash -p ./y.sh ls; ls', ['y.sh']],
  ["gawk -l ./y.so 'BEGIN{}'", ['y.so']],
  ["gawk -i ./y.awk 'BEGIN{}'", ['y.awk']],
  ['zig run y.zig', ['y.zig']],
  ['cmake -P y.txt', ANY_NOTE],
  ['pnpm -C lib test', ANY_NOTE],
  ['rspec', ANY_NOTE],
  ['find . -name x -exec {} \\;', ANY_NOTE],
  ['npx ./lib', ANY_NOTE],
  ['npx eslint .', ANY_NOTE],
  ['./node_modules/.bin/eslint .', ANY_NOTE],
  [".venv/bin/python -c 'import y'", ANY_NOTE],
  ['~/bin/make -f y', ANY_NOTE],
  ['../../usr/bin/xargs ./y.sh', ['y.sh']],
  ['sh ./y.sh -c strict', ['y.sh']],
  ['python3 -c "import json"', ['json.py']],
  ['python3 -m json.tool y.json', ['selectors.py']],
  ['ssh -o "ProxyCommand=$CLAUDE_PROJECT_DIR/y.sh" host', ['y.sh']],
  ['sh -e y.sh', ['y.sh']],
  ['python3 -E y.py', ['y.py']],
  ['fish y', ['y']],
  ['podman run -v .:/x image /x/y.sh', ANY_NOTE],
  ['bun run build', ANY_NOTE],
  ['deno task build', ANY_NOTE],
  ['deno run --import-map=y.json y.ts', ['y.json', 'y.ts']],
  ['uv run task', ANY_NOTE],
  ['pip install .', ANY_NOTE],
  ['docker compose up', ANY_NOTE],
  ['docker run -v .:/x image /x/y.sh', ANY_NOTE],
  ['dotnet run', ANY_NOTE],
  ['runghc y.hs', ['y.hs']],
  ['ocaml y.ml', ['y.ml']],
  ['swift y.swift', ['y.swift']],
  ['raku y.raku', ['y.raku']],
  ['sbcl --script y.lisp', ['y.lisp']],
  ['bb y.clj', ['y.clj']],
  ['octave y.m', ['y.m']],
  ['jupyter nbconvert --execute y.ipynb', ANY_NOTE],
  ['python3 -m unittest y', ANY_NOTE],
  ['python3 -m doctest README.md', ANY_NOTE],
  ['python3 -m doctest y.py', ANY_NOTE],
  ['python3 -B -m behave', ANY_NOTE],
  ['python3 -m poetry run guard', ANY_NOTE],
  ['python3 -m django check', ANY_NOTE],
  ['python3 -m timeit -s "import y"', ANY_NOTE],
  ['python3 -m pickle y', ANY_NOTE],
  ['perl -Mlib=. -MGuard -e 1', ANY_NOTE],
  ['gawk \'@include "y.awk"; BEGIN{}\'', ANY_NOTE],
  ['jq -r .x | xargs -I{} sh -c {}', ANY_NOTE],
  ['jq -r .x | xargs sh -c', ANY_NOTE],
  ['fd -e sh -x bash {}', ANY_NOTE],
  ['fd -e sh --exec ./y.sh', ['y.sh']],
  ['mypy y.py', ANY_NOTE],
  ['pylint y.py', ANY_NOTE],
  ['flake8', ANY_NOTE],
  ['rubocop', ANY_NOTE],
  ['lint-staged', ANY_NOTE],
  ['bats test', ANY_NOTE],
  ['pixi run y', ANY_NOTE],
  ['git checkout main', ANY_NOTE],
  ['git -C lib worktree add ../x', ANY_NOTE],
  ['pwsh -enc ZQB2AGkAbAA=', ANY_NOTE],
  ['pwsh -NoProfile -EncodedCommand ZQB2AGkAbAA=', ANY_NOTE],
  ['powershell.exe -En ZQB2AGkAbAA=', ANY_NOTE],
  ["test -v 'a[$(./y.sh)]'", ANY_NOTE],
  ["[[ -v 'a[$(./y.sh)]' ]]", ANY_NOTE],
  ["let 'a[$(./y.sh)]=1'", ANY_NOTE],
  ["n='a[$(./y.sh)]'; ((n))", ANY_NOTE],
  ['gcc -B. x.c', ANY_NOTE],
  ['yq \'.x | system("./y.sh")\'', ANY_NOTE],
  ['jq \'import "y" as y {search: "."}; .\'', ANY_NOTE],
  ['rg --pre=./y x', ANY_NOTE],
  ['trunk check', ANY_NOTE],
  ['prek run', ANY_NOTE],
  ['a-runner-of-next-year run guard', ANY_NOTE],
  ['kustomize build --enable-exec .', ANY_NOTE],
  ['git log --ext-diff', ANY_NOTE],
  ['PERL5DB=\'BEGIN{do "./y.pl"}\' perl -d -e1', ANY_NOTE],
  ['LOCPATH=. ls', ANY_NOTE],
  ['node --import=data:text/javascript,import"./y.mjs" -e 1', ANY_NOTE],
  ['cd lib; node --import=./y.mjs -e 1', ['lib/y.mjs']],
]

/** Words as the shell reads them: a quoted sign is literal, and anything only the shell can expand is reported. */
const WORDS: readonly (readonly [command: string, seen: readonly string[] | RegExp, decoy?: string])[] = [
  ["bash '$PWD/y.sh'", ANY_NOTE, 'y.sh'],
  ["bash '$CLAUDE_PROJECT_DIR/y.sh'", ANY_NOTE, 'y.sh'],
  ["bash '${CLAUDE_PROJECT_DIR}/y.sh'", ANY_NOTE, 'y.sh'],
  ['bash "\\$PWD/y.sh"', ANY_NOTE, 'y.sh'],
  ["bash './$HOME/y.sh'", ANY_NOTE],
  ["bash './$(git rev-parse --show-toplevel)/y.sh'", ANY_NOTE, 'y.sh'],
  ["echo a | xargs bash '${CLAUDE_PROJECT_DIR}/y.sh'", ANY_NOTE, 'y.sh'],
  ['echo a | xargs bash "\\${CLAUDE_PROJECT_DIR}/y.sh"', ANY_NOTE, 'y.sh'],
  ['echo a | xargs bash \\y.sh', ['y.sh']],
  ["bash '~/y.sh'", ['~/y.sh']],
  ['bash "~/y.sh"', ['~/y.sh']],
  ['bash \\~/y.sh', ['~/y.sh']],
  ['bash ./y$@.sh', ANY_NOTE],
  ['./y$@.sh', ANY_NOTE],
  ['bash ./y$!.sh', ANY_NOTE],
  ['bash ./y$#.sh', ANY_NOTE],
  ['python3 ./y$@.py', ANY_NOTE],
  ['bash [xy].sh', ANY_NOTE],
  ['./[xy].sh', ANY_NOTE],
  ["bash '[xy].sh'", ['[xy].sh']],
  ['bash ./\\\ny.sh', ['y.sh']],
  ['bash "./\\\ny.sh"', ['y.sh']],
  ['bash "./\\y.sh"', ['\\y.sh'], 'y.sh'],
  ['bash ~root/y.sh', ANY_NOTE],
  ['bash ~-/y.sh', ANY_NOTE],
  ['chdir sub; sh y.sh', ANY_NOTE],
  ['sh -c "chdir sub; sh y.sh"', ANY_NOTE],
  ['node inspect ./y', ['y.js']],
  ['node inspect y.js', ['y.js']],
  ['python3 -m runpy y', ['y.py']],
  ['python3 -m pdb -m y', ['y.py']],
  ['awk "$(cat y.awk)" /dev/null', ANY_NOTE],
  ['sed -n "$(< y.sed)" x', ANY_NOTE],
  ["sed 's/.*/sh y.sh/e;q' x", ANY_NOTE],
  ["sed -e 'p;s|a|b|ge' x", ANY_NOTE],
  ["sed -e's/.*/sh y.sh/e' x", ANY_NOTE],
  ['declare -n r=c; c="sh y.sh"; $r', ANY_NOTE],
]

/** The same without a shell: a program and its arguments. */
const ARGUMENTS: readonly (readonly [
  words: readonly [string, ...string[]],
  seen: readonly string[] | RegExp,
])[] = [
  [['bash', '-c', 'cat y | sh'], ANY_NOTE],
  [['bash', '-c', 'echo "$(./y.sh)"'], ['y.sh']],
  [['python3', '-c', 'exec(open("y").read())'], ANY_NOTE],
  [['node', '-e', "require('./y')"], ANY_NOTE],
  [['make', '-f', 'y'], ANY_NOTE],
  [['npm', 'run', 'y'], ANY_NOTE],
  [['awk', '-f', 'y'], ['y']],
  [['find', '.', '-exec', './y.sh', '{}', '+'], ['y.sh']],
  [['env', '-S', 'sh ./y.sh'], ['y.sh']],
  [['timeout', '-s', 'KILL', '5', './y.sh'], ['y.sh']],
  [['git', '-c', 'core.pager=./y.sh', 'log'], ANY_NOTE],
  [['ssh', '-o', 'ProxyCommand=${CLAUDE_PROJECT_DIR}/y.sh', 'host'], ['y.sh']],
  [['ruby', '-r./y', '-e', '1'], ANY_NOTE],
  [['bash', '~/y.sh'], ['~/y.sh']],
  [['bash', '$HOME/y.sh'], ANY_NOTE],
  [['bash', '$PWD/y.sh'], ANY_NOTE],
  [['bash', '[xy].sh'], ['[xy].sh']],
  [['~/y.sh'], ['~/y.sh']],
  [['bash', '${CLAUDE_PROJECT_DIR}/y.sh'], ['y.sh']],
  [['node', './y'], ['y.js']],
]

const SCRIPTS: readonly (readonly [name: string, text: string, seen: readonly string[] | RegExp])[] = [
  ['a.ps1', 'python y.py', ['y.py']],
  ['a.ps1', '& bash ./y', ['y']],
  ['a.ps1', '$out = python3 -W ignore lib/y', ['lib/y']],
  ['a.ps1', '$json | node "y"', ['y']],
  ['a.ps1', "bash -c '. ./y'", /bash -c/],
  ['a.ps1', '[System.Diagnostics.Process]::Start("bash", "y")', /Process/],
  ['a.ps1', '$info = New-Object System.Diagnostics.ProcessStartInfo', /ProcessStartInfo/],
  ['a.ps1', 'pwsh -File y.ps1', ['y.ps1']],
  ['a.ps1', '.\\y.ps1', ['y.ps1']],
  ['a.ps1', 'Set-Location lib\n& sub/y.ps1', /Set-Location/],
  ['a.ps1', 'cd lib\nsub/y', /cd lib/],
  ['a.ps1', 'cd lib\n. "$PSScriptRoot/y.ps1"', ['y.ps1']],
  ['a.ps1', 'using module ./y.psm1', ['y.psm1']],
  ['a.ps1', 'ipmo ./y', ['y.psm1']],
  ['a.ps1', 'Import-Module -Force ./y', ['y.psm1']],
  ['a.ps1', 'Import-Module ./lib', ['lib/lib.psm1']],
  ['a.ps1', 'using module (Join-Path $PSScriptRoot "lib")', ['lib/lib.psm1']],
  ['a.ps1', '. (Join-Path $PSScriptRoot "lib/y")', ['lib/y']],
  ...['RootModule = "y"', 'NestedModules = @(\'./y\', "z")', "ScriptsToProcess='y.psm1'"].map(
    (key) => ['a.psd1', `@{ ${key} }`, ['y.psm1']] as const,
  ),
  ['a.psd1', '@{ RootModule = if ($x) { "y" } else { "z" } }', /RootModule/],
  ...[
    ...['& (Get-Content y)', '. (Resolve-Path ./y)', '& (Get-ChildItem lib)[0].FullName', '&$y', '."$y"'],
    ...['& ("{0}/y" -f $PSScriptRoot)', '. (Join-Path $PSScriptRoot lib y)', '& @{ a = "./y" }.a'],
    ...['Invoke-Item ./y', 'ii ./y', '$p = New-Object System.Diagnostics.Process'],
  ].map((text) => ['a.ps1', text, ANY_NOTE] as const),
  ['a.ps1', 'Invoke-Expression (Get-Content ./y.ps1 -Raw)', /Invoke-Expression/],
  ['a.ps1', 'Add-Type -Path ./y.dll', ['y.dll']],
  ['a.ps1', '[scriptblock]::Create($code).Invoke()', /scriptblock/],
  ['a.ps1', 'Start-Job -FilePath $guard', /Start-Job/],
  ['a.ps1', '$env:PATH = "$PSScriptRoot/bin:$env:PATH"\ngit status', /env:PATH/],
  ['a.ps1', '$Env:Path += ";.\\bin"\ngit status', /Env:Path/],
  ['a.ps1', '${env:PATH} = "C:\\..\\x;$env:PATH"', /env:PATH/],
  ['a.ps1', '$env:BASH_ENV = "$PSScriptRoot/y"\nbash -c true', /BASH_ENV/],
  ['a.ps1', '[Environment]::SetEnvironmentVariable("NODE_OPTIONS", "-r ./y.cjs")', /NODE_OPTIONS/],
  ['a.py', 'import os\nos.execv("/usr/bin/python3", ["python3", "y.py"])', /os\.execv/],
  ['a.py', 'from subprocess import run as r\nr(["./y.sh"])', /r\(/],
  ['a.py', 'import subprocess as s\ns.Popen(args=["node", "y.js"])', /s\.Popen/],
  ['a.py', 'import subprocess\nsubprocess.run(["make"])', /subprocess\.run/],
  ['a.py', 'import subprocess\nsubprocess.run(["git", "commit", "-m", "x"])', /subprocess\.run/],
  ['a.py', 'import subprocess\nsubprocess.run(["bash"], stdin=open("y.sh"))', /subprocess\.run/],
  ['a.py', 'import subprocess, shlex\nsubprocess.run(shlex.split("bash y.sh"))', /subprocess\.run/],
  ['a.py', 'import subprocess\nsubprocess.run(["ls"], env={"LD_PRELOAD": "./x.so"})', /LD_PRELOAD/],
  ['a.py', 'import os\nos.environ["BASH_ENV"] = "./y.sh"', /BASH_ENV/],
  ['a.py', 'import os\nos.spawnlp(os.P_WAIT, "bash", "bash", "y.sh")', /os\.spawnlp/],
  ['a.py', 'from importlib.machinery import SourceFileLoader as L\nL("m", "y").load_module()', /L\(/],
  ['a.py', 'import runpy\nrunpy.run_module("y")', /run_module/],
  ['a.py', 'import ctypes\nctypes.cdll.LoadLibrary("./x.so")', /LoadLibrary/],
  ['a.py', 'import builtins\nbuiltins.exec(open("y").read())', /builtins\.exec/],
  ['a.py', 'import logging.config\nlogging.config.fileConfig("y.ini")', /fileConfig/],
  ['a.js', 'require("child_process").exec("./y.sh")', ['y.sh']],
  ['a.js', 'const { spawn: s } = require("child_process")\ns("./y.sh")', ['y.sh']],
  ['a.mjs', 'import * as run from "node:child_process"\nrun.exec("./y.sh")', ['y.sh']],
  ['a.js', 'require("child_process").spawn("make")', /spawn/],
  ['a.js', 'require("child_process").spawnSync("npm", ["test"])', /spawnSync/],
  ['a.js', 'require("child_process").spawn("bash")', /spawn/],
  ['a.js', 'require("child_process").spawn("ls", { env: { LD_PRELOAD: "./x.so" } })', /LD_PRELOAD/],
  ['a.js', 'require("child_process")\nprocess.env.NODE_OPTIONS = "-r ./y.js"', /NODE_OPTIONS/],
  ['a.js', 'new (require("worker_threads").Worker)("./y.js")', ['y.js']],
  ['a.js', 'module.require("./y.js")', ['y.js']],
  ['a.js', '(0, eval)(require("fs").readFileSync("y", "utf8"))', /eval/],
  ['a.js', 'new (require("module"))("a")._compile(require("fs").readFileSync("y", "utf8"), "a")', /_compile/],
  ['a.js', 'new (require("vm").Script)(require("fs").readFileSync("y.js")).runInThisContext()', /vm/],
  ['a.js', 'require("module")._load("./y.js")', ['y.js']],
  ['a.mjs', 'import source x from "./y.wasm"', /import source/],
  ['a.mjs', 'const x = await import.source("./y.wasm")', ['y.wasm']],
  ['a.mjs', 'import { register } from "node:module"\nregister("./y.mjs", import.meta.url)', ['y.mjs']],
  ['a.js', 'WebAssembly.instantiate(require("fs").readFileSync("y.wasm"))', /WebAssembly/],
]

/** `..` behind `link`, which points to `sub/deep`: the decoy stands where the text of the path leads. */
const LINKED: readonly (readonly [
  entry: object,
  seen: readonly string[],
  script?: readonly [string, string],
])[] = [
  [{ command: 'sh link/../y.sh' }, ['sub/y.sh']],
  [{ command: 'cd link && sh ../y.sh' }, ['sub/y.sh']],
  [{ command: 'cd -P link/.. && sh y.sh' }, ['sub/y.sh']],
  [{ command: 'cd link && cd -P .. && sh y.sh' }, ['sub/y.sh']],
  [{ command: 'cd link/.. && sh y.sh' }, ['y.sh']],
  [{ command: '. ./link/../y.sh' }, ['sub/y.sh']],
  [{ command: 'python3 link/../y.py' }, ['sub/y.py']],
  [{ command: 'node link/../y.js' }, ['y.js']],
  [{ command: 'sh', args: ['link/../y.sh'] }, ['sub/y.sh']],
  [{ command: 'BASH_ENV=./link/../y.sh bash -c true' }, ['sub/y.sh']],
  [{ command: 'bash a.sh' }, ['sub/y.sh'], ['a.sh', '. ./link/../y.sh']],
  [{ command: 'bash a.sh' }, ['sub/y.sh'], ['a.sh', 'cd link\n. ../y.sh']],
  [
    { command: 'node a.js' },
    ['sub/y.sh'],
    ['a.js', 'require("child_process").execFileSync("sh", ["link/../y.sh"])'],
  ],
]

/** Lines that PowerShell runs. */
const POWERSHELL: readonly (readonly [command: string, seen: readonly string[] | RegExp])[] = [
  ['lib\\y.sh', ['lib/y.sh']],
  ['& "$env:CLAUDE_PROJECT_DIR\\lib\\y.ps1"', ['lib/y.ps1']],
  ['$CLAUDE_PROJECT_DIR\\lib\\y.sh', ['lib/y.sh']],
  ['. ${CLAUDE_PROJECT_DIR}/y', ['y']],
  ['iex (Get-Content ./y -Raw)', ANY_NOTE],
  ['& (Get-Content ./y)', ANY_NOTE],
]

const DEEP = `a.${'b.'.repeat(60)}c`

/** Texts that exceed the analysis limits: what they load is not followed, and that is reported. */
const UNREAD: readonly (readonly [what: string, name: string, text: string, seen: RegExp])[] = [
  [
    'a script of 3 MiB',
    'a.sh',
    `. ./y.sh\n${'# a line of text\n'.repeat(200_000)}`,
    /a\.sh line 1: the whole file/,
  ],
  [
    'a script nested deeply',
    'a.js',
    `x = ${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    /line 1: the whole file/,
  ],
  ['a script that takes long to parse', 'a.py', `x = 1\n${'# a\n'.repeat(50_000)}`, /line 1: the whole file/],
  [
    'more names than are looked for',
    'a.py',
    `from y import (${Array.from({ length: 4000 }, (_, at) => `a${at}`).join(', ')})`,
    /a\.py loads more than 3000 files/,
  ],
  ['a module in very many folders', 'a.py', `import ${DEEP}`, /line 1: a\.b\.b/],
  ['a module in very many folders, by its name', 'a.py', `__import__("${DEEP}")`, /line 1: __import__/],
  ['a module in very many folders, run', 'a.sh', `python3 -m ${DEEP}`, /line 1: python3 -m/],
  ['a script in very many folders', 'a.sh', times(30, (at) => `cd d${at}; . ./x\n`), /line 1: \. \.\/x/],
  ['a command behind very many others', 'a.sh', `${'env '.repeat(50)}./x`, /line 1: env/],
]

const BY: Readonly<Record<string, string>> = {
  '.sh': 'bash',
  '.ps1': 'pwsh',
  '.psd1': 'pwsh',
  '.py': 'python3',
  '.js': 'node',
  '.mjs': 'node',
}

const run: readonly {
  readonly what: string
  readonly entry: object
  readonly seen: readonly string[] | RegExp
  readonly script: readonly [string, string] | undefined
  /** A file that also exists, but is not part of the hook. */
  readonly decoy?: string | undefined
}[] = [
  ...[...commands, ...WORDS].map(([command, seen, decoy]) => ({
    ...{ what: command, entry: { command }, seen, script: undefined, decoy },
  })),
  ...ARGUMENTS.map(([[command, ...args], seen]) => ({
    ...{ what: JSON.stringify([command, ...args]), entry: { command, args }, seen, script: undefined },
  })),
  ...SCRIPTS.map(([name, text, seen]) => ({
    ...{ what: `${name}: ${text.split('\n').at(-1)}`, seen },
    entry: { command: `${BY[extname(name)]} ${name}` },
    script: [name, text] as const,
  })),
  ...POWERSHELL.map(([command, seen]) => ({
    ...{ what: `PowerShell: ${command}`, entry: { command, shell: 'powershell' }, seen, script: undefined },
  })),
  ...LINKED.map(([entry, seen, script]) => ({
    ...{ what: `${JSON.stringify(entry)} ${script?.[1] ?? ''}`.trim(), entry, seen, script },
  })),
  ...UNREAD.map(([what, name, text, seen]) => ({
    ...{ what, seen, entry: { command: `${BY[extname(name)]} ${name}` }, script: [name, text] as const },
  })),
]

for (const { what, entry, seen, script, decoy } of run)
  test(`what a program runs by its arguments is covered by trust or listed as not covered: ${what}`, async (t) => {
    const hooked = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', ...entry }] }] } }
    const place = writeTree(`//- /home/\n//- /ws/${HOST}/settings.json\n${JSON.stringify(hooked)}\n`)
    t.after(place.remove)
    const files = Array.isArray(seen) ? seen : []
    for (const name of ['x', 'y.js', ...files, ...(decoy === undefined ? [] : [decoy])])
      place.write(`//- /ws/${name}\n\n`)
    if (script !== undefined) place.write(`//- /ws/${script[0]}\n${script[1]}\n`)
    place.write('//- /ws/sub/deep/z\n\n')
    for (const name of ['y.sh', 'y.py']) if (what.includes('link')) place.write(`//- /ws/${name}\n\n`)
    symlinkSync('sub/deep', place.at('/ws/link'))
    const workspace = await openWorkspace({
      root: place.at('/ws'),
      home: place.at('/home'),
      dialects: ['claude-code'],
    })
    const hook = workspace.list().find(({ entry }) => entry !== undefined)
    await workspace.close()
    for (const file of files)
      assert.ok(hook?.files.includes(place.at(`/ws/${file}`)), `${file}: ${hook?.files}`)
    if (seen instanceof RegExp) assert.match((hook?.unseen ?? []).join('; '), seen)
    if (decoy !== undefined) assert.ok(!hook?.files.includes(place.at(`/ws/${decoy}`)), `${hook?.files}`)
  })

/** Files by what is in them; what runs a script decides its language, whatever its name or its first line is. */
const RUN_AS: readonly (readonly [
  command: string,
  files: Readonly<Record<string, string>>,
  seen: readonly string[] | RegExp,
])[] = [
  ['sh s.py', { 's.py': '. ./x' }, ['x']],
  ['bash ./s.js', { 's.js': '. ./x' }, ['x']],
  ['bash ./s.md', { 's.md': '. ./x' }, ['x']],
  ['bash ./s.json', { 's.json': '. ./x' }, ['x']],
  ['. ./s.py', { 's.py': '. ./x' }, ['x']],
  ['/bin/sh s.py', { 's.py': '. ./x' }, ['x']],
  ['sh s.wasm', { 's.wasm': '. ./x' }, ['x']],
  ['sh ./s', { s: '. ./x' }, ['x']],
  ['sh s.sh', { 's.sh': '#!/usr/bin/python3\n. ./x' }, ['x']],
  ['python3 s.sh', { 's.sh': '#!/bin/sh\nimport zq', 'zq.py': '' }, ['zq.py']],
  ['node s.txt', { 's.txt': 'require("./y.js")' }, ['y.js']],
  ['node s.py', { 's.py': 'require("./y.js")' }, ['y.js']],
  ['node s.js', { 's.js': 'require("./m.txt")', 'm.txt': 'require("./y.js")' }, ['m.txt', 'y.js']],
  [
    'node s.js',
    { 's.js': 'require("child_process").spawn("sh", ["./m.py"])', 'm.py': '. ./x' },
    ['m.py', 'x'],
  ],
  ['./s', { s: '. ./x' }, ['x']],
  ['./s.py', { 's.py': '. ./x' }, ['x']],
  ['./s.js', { 's.js': '. ./x' }, ['x']],
  ['timeout 5 ./s.py', { 's.py': '. ./x' }, ['x']],
  ['./s.x', { 's.x': '\uFEFF#!/usr/bin/python3\n. ./x' }, ['x']],
  ['./s.py', { 's.py': '\n#!/usr/bin/python3\n. ./x' }, ['x']],
  ['./s.py', { 's.py': ' #!/usr/bin/python3\n. ./x' }, ['x']],
  ['sh s.sh', { 's.sh': '. ./m.js', 'm.js': '. ./x' }, ['m.js', 'x']],
  ['sh s.sh', { 's.sh': '. "$CLAUDE_PROJECT_DIR/m.js"', 'm.js': '. ./x' }, ['m.js', 'x']],
  ['sh s.sh', { 's.sh': 'sh ./s.sh x; python3 ./s.sh', 'zq.py': '' }, ['s.sh']],
  ['BASH_ENV=./m bash -c true', { m: '. ./x' }, ['x']],
  ['sh s.sh', { 's.sh': ': \0\n. ./x' }, /^line 1: the whole file/],
  ['sh s.sh', { 's.sh': 'true\r\n. ./z\r', 'z\r': '' }, ['z\r']],
  ['python3 s.py', { 's.py': '# x\rimport zq\r', 'zq.py': '' }, ['zq.py']],
  ['python3 s.py', { 's.py': 'import \uff5aq', 'zq.py': '' }, ['zq.py']],
  ['python3 s.py', { 's.py': '__\uff49mport__("zq")', 'zq.py': '' }, ['zq.py']],
  ['python3 s.py', { 's.py': '#\n# -*- coding: utf-7 -*-\n+AAo-import zq' }, /^line 2: # -\*- coding: utf-7/],
  ['python3 s.py', { 's.py': '# coding: unicode_escape\n#\\nimport zq' }, /^line 1: # coding/],
  ['python3 s.py', { 's.py': '# coding: latin-1\nimport zq', 'zq.py': '' }, ['zq.py']],
  ['node s.js', { 's.js': '/*\n*/ --> `\nrequire("./y.js")\n//`' }, /^line 2: \*\/ -->/],
  ['node s.js', { 's.js': 'x = 1\n<!-- `\nrequire("./y.js")\n//`' }, /^line 2: <!--/],
  ['node s.js', { 's.js': 'x = "<!--"\n// <!--\ny = `\n-->`\nwhile (n --> 0);' }, []],
  ['node s.js', { 's.js': '// \0\nrequire("./y.js")' }, /^line 1: the whole file/],
  ['node ./s', { 's.js': 'require("./m.txt")', 'm.txt': '' }, ['s.js', 'm.txt']],
  ['node "$CLAUDE_PROJECT_DIR/s"', { 's.js': '' }, ['s.js']],
  ['node ./s', { 's/index.js': 'require("../y.js")' }, ['s/index.js', 'y.js']],
  ['node ./s.js', { 's.js/index.js': '' }, ['s.js/index.js']],
  ['node ./s', { 's/package.json': '{"main":"m"}', 's/m.js': '' }, ['s/package.json', 's/m.js']],
  ['node ./s', { 's/package.json': '{"main":"m"}', 's/m/index.js': '' }, ['s/m/index.js']],
  ['/usr/bin/node ./s', { 's.js': '' }, ['s.js']],
  ['bun ./s', { 's.ts': '' }, ['s.ts']],
  ['bun ./s', { 's.js': '', 's.ts': '', 's.tsx': '' }, ['s.js', 's.ts', 's.tsx']],
  ['npx tsx s.ts', { 's.ts': 'import "./v"', 'v.tsx': '' }, ['v.tsx']],
  ['node s.cjs', { 's.cjs': 'require("./a")', 'a.node': '' }, ['a.node']],
  ['node s.cjs', { 's.cjs': 'require("./d")', 'd/index.node': '' }, ['d/index.node']],
  ['node -r ./a s.js', { 's.js': '', 'a.node': '' }, ['a.node']],
  // PowerShell looks up paths in the working folder.
  ...[
    ['& ./x.ps1', 'x.ps1'],
    ['& .claude/x.ps1', '.claude/x.ps1'],
    ['& .claude/x', '.claude/x.ps1'],
    ['. ./.claude/x.ps1', '.claude/x.ps1'],
    ['.claude/x', '.claude/x'],
    ['Import-Module ./m.psm1', 'm.psm1'],
    ['Import-Module ./.claude/m', '.claude/m.psm1'],
    ['Import-Module -Name "./.claude/m.psm1"', '.claude/m.psm1'],
    ['pwsh -File ./x.ps1', 'x.ps1'],
    ['python3 tools/x.py', 'tools/x.py'],
  ].map(([text = '', file = '']): (typeof RUN_AS)[number] => [
    'pwsh -File h/a.ps1',
    { 'h/a.ps1': text, [file]: '' },
    ['h/a.ps1', file],
  ]),
  // Node takes the key from the text, whatever else is in it.
  ...[
    '\ufeff{"main":"./e.js"}',
    '{"main":"./e.js","main":null}',
    '{"main":"./e.js","x":tru}',
    '{"x":{"main":"./no.js"},"main" : "./e.js", "y": ["main"',
    '{"y":"\\\\","main":"./\\u0065.js","main":5}',
  ].map((main): (typeof RUN_AS)[number] => [
    'node s.cjs',
    { 's.cjs': 'require("./d")', 'd/package.json': main, 'd/e.js': '' },
    ['d/package.json', 'd/e.js'],
  ]),
  ['node ./d', { 'd/package.json': '\ufeff{"main":"e"}', 'd/e.js': '' }, ['d/package.json', 'd/e.js']],
  // A program of awk, sed or jq in an option that is joined to others or to its value.
  ...[
    ['sed -nf z x', 'z'],
    ['sed -fz x', 'z'],
    ['sed -n -e p -fz x', 'z'],
    ['sed --file=z x', 'z'],
    ['sed --fil z x', 'z'],
    ['gsed -Enf z x', 'z'],
    ['busybox sed -nf z x', 'z'],
    ['awk -fz x', 'z'],
    ['awk -v a=b -F: -fz x', 'z'],
    ['gawk -nfz x', 'z'],
    ['gawk -Ez x', 'z'],
    ['gawk --exec=z x', 'z'],
    ['gawk --include=z 1 x', 'z'],
    ['gawk -iz 1 x', 'z'],
    ['jq -rfz x', 'z'],
    ['php -fz', 'z'],
    ['php -nfz', 'z'],
    ['lua -e "x = 1" z', 'z'],
    ['lua -e"x = 1" z', 'z'],
    ['bash --init-file z -ic true', 'z'],
  ].map(([command = '', file = '']): (typeof RUN_AS)[number] => [command, { [file]: '' }, [file]]),
  ['mawk -W exec=z x', { z: '' }, /^mawk -W exec=z x/],
  ['mawk -Wexec z x', { z: '' }, /^mawk -Wexec z x/],
  ['sed -i -e s/a/f/ -ife x', { e: '' }, []],
  ['awk -Ff -vf=e 1 x', { e: '' }, []],
  ['python3 ./s', { 's/__main__.py': 'import zq', 's/zq.py': '' }, ['s/__main__.py', 's/zq.py']],
]

for (const [command, files, seen] of RUN_AS)
  test(`what a program runs by its arguments is covered by trust or listed as not covered: ${command} of ${JSON.stringify(files)}`, async (t) => {
    const hooked = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] } }
    const place = writeTree(`//- /home/\n//- /ws/${HOST}/settings.json\n${JSON.stringify(hooked)}\n`)
    t.after(place.remove)
    for (const [name, text] of Object.entries({ x: '', 'y.js': '', ...files })) {
      const path = `${place.at('/ws')}/${name}`
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${text}\n`)
    }
    const workspace = await openWorkspace({
      root: place.at('/ws'),
      home: place.at('/home'),
      dialects: ['claude-code'],
    })
    const hook = workspace.list().find(({ entry }) => entry !== undefined)
    await workspace.close()
    const pinned = Array.isArray(seen) ? seen : []
    for (const file of pinned)
      assert.ok(hook?.files.includes(`${place.at('/ws')}/${file}`), `${file}: ${hook?.files}`)
    if (seen instanceof RegExp) assert.match((hook?.unseen ?? []).join('; '), seen)
    else assert.equal(hook?.unseen, undefined)
  })

const READ_ONLY = [
  ...['cat y.js', 'grep -r x y.js', 'git status', 'black --check y.py', 'echo ./y.js'],
  ...[
    'python3 -m black y.py',
    'python3 -m json.tool y.json',
    "find . -exec cat {} ';'",
    'fd -e js -x cat {}',
    "perl -MJSON::PP -ne 'print' y.js",
    'git diff main',
    'ruff check y.py',
    'sed -i s/a/b/ y.js',
    'nice -n 5 cat y.js',
    'docker exec box ls',
    'gh run list',
    'biome check',
    'log() { echo "$@" >&2; }; log test',
    'export NAME="$(cat y.js)" OTHER; export -f guard; export PATH',
    'IFS=, read -r a b < y.txt; git log $a',
    'local -n out=$1; read -r -p "$a y.js" b; printf -v c "%s [$(date)]" x',
    ': "${CLAUDE_PROJECT_DIR:=$PWD}" "${PATH:=/usr/bin:/bin}"',
    'grep -c "a[$(date)]" y.js',
    "sed -e 's/a/b/;s/c/e/g' -e '/x/s/y/e/' y.js",
    'awk "NR==$(date +%d)" y.js',
    'sed -n "$(date +%d)p" y.js',
    'declare -n r=c; c=1; echo "$r"',
    'cargo --version',
    'npx --yes ruff check',
    'uvx ruff check',
    'biome check .',
    'brew install node bash',
    "find . -exec touch {} ';' -o -exec chmod +x {} +",
    'git ls-files | xargs -n 1 -I{} touch {}',
    'git -C src diff "$@"',
    'osascript -e "display notification \\"$m\\" with title \\"x\\""',
    'tmux display-message "done"',
    'tar -czf a.tgz src',
    '/usr/bin/git status',
    'cargo --version',
    'bash -euo pipefail -c "cat y.js"',
    'gh pr view 1',
    'git diff --check',
  ],
]

for (const command of READ_ONLY)
  test(`what a program only reads is no part of a hook: ${command}`, async (t) => {
    const hooked = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] } }
    const place = writeTree(`//- /home/\n//- /ws/${HOST}/settings.json\n${JSON.stringify(hooked)}\n`)
    t.after(place.remove)
    for (const name of ['y.js', 'y.py']) place.write(`//- /ws/${name}\n\n`)
    const workspace = await openWorkspace({
      root: place.at('/ws'),
      home: place.at('/home'),
      dialects: ['claude-code'],
    })
    const hook = workspace.list().find(({ entry }) => entry !== undefined)
    await workspace.close()
    assert.equal(hook?.unseen, undefined)
    assert.ok(!hook?.files.some((file) => /y\.(?:js|py)$/.test(file)), `${hook?.files}`)
  })

/** Scripts that start nothing of the workspace. */
const INNOCENT: readonly (readonly [name: string, text: string])[] = [
  ['a.py', 'import subprocess\nsubprocess.run(["git", "status"], capture_output=True)'],
  ['a.py', 'import subprocess as sp\nsp.run(["ruff", "check", "y.py"])'],
  [
    'a.py',
    'import subprocess\nsubprocess.check_output(["git", "diff", "--name-only"], env={"GIT_OPTIONAL_LOCKS": "0"})',
  ],
  ['a.py', 'import os, re\nos.environ["PATH"] += ":/usr/local/bin"\nre.compile("x").split("a b")'],
  ['a.py', 'from json import load\nimport sys\nload(sys.stdin)'],
  ...[
    ['#!/usr/bin/env -S uv run --script', 'print(1)'],
    ['#!/usr/bin/env -S python3 -u -X utf8', 'print(1)'],
    ['#!/usr/bin/python3 -Es', 'print(1)'],
    ['#!/usr/bin/env -S PYTHONUNBUFFERED=1 PATH=/usr/bin:${PATH} python3', 'print(1)'],
  ].map((lines) => ['a.py', lines.join('\n')] as const),
  ...[
    ['#!/usr/bin/env -S node --no-warnings --experimental-strip-types', '1'],
    ['#!/usr/bin/env -S NODE_OPTIONS=--no-warnings node', '1'],
    ['#!/usr/bin/env -S deno run --allow-read -q', '1'],
  ].map((lines) => ['a.js', lines.join('\n')] as const),
  ...[
    ['#!/bin/bash -eu', 'env LEVEL=1 PATH="$HOME/bin:$PATH" git status'],
    ['#!/usr/bin/env -S bash -euo pipefail', 'echo a\\\nb # a\\\n'],
    ['#!/usr/bin/awk -f', '# system("x")\n/a|b/ { if ($1 == "a" || "b") print "a" "|" $2 }'],
  ].map((lines) => ['a', lines.join('\n')] as const),
  ['a.js', 'const m = /(a)/.exec("a")\nconst re = new RegExp("x")\nre.exec("x")'],
  ['a.js', 'const { execFileSync } = require("child_process")\nexecFileSync("git", ["status", "--short"])'],
  [
    'a.js',
    'const cp = require("child_process")\nconst re = /x/\nre.exec("./y.sh")\ncp.execSync("git rev-parse HEAD")',
  ],
  [
    'a.js',
    'const { spawnSync } = require("child_process")\nspawnSync("ruff", ["check"], { env: { ...process.env, PATH: "/usr/bin" } })',
  ],
]

for (const [name, text] of INNOCENT)
  test(`what starts nothing of the workspace is not named: ${text.replaceAll('\n', ' ')}`, async (t) => {
    const command = [BY[extname(name)] ?? '', `./${name}`].join(' ').trim()
    const hooked = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] } }
    const place = writeTree(`//- /home/\n//- /ws/.claude/settings.json\n${JSON.stringify(hooked)}\n`)
    t.after(place.remove)
    place.write(`//- /ws/${name}\n${text}\n`)
    for (const other of ['y.sh', 'y.py']) place.write(`//- /ws/${other}\n\n`)
    const workspace = await openWorkspace({
      root: place.at('/ws'),
      home: place.at('/home'),
      dialects: ['claude-code'],
    })
    t.after(() => workspace.close())
    const [hook] = workspace.list()
    assert.deepEqual([hook?.unseen ?? [], hook?.files], [[], [place.at(`/ws/${name}`)]])
  })

for (const { what, command, env = {}, pins = [], says, silent } of entries)
  test(`trust sees what a variable makes an entry run, or says that it does not: ${what}`, async (t) => {
    const hooked = {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
      env,
    }
    const place = writeTree(`//- /home/\n//- /ws/${HOST}/settings.json\n${JSON.stringify(hooked)}\n`)
    t.after(place.remove)
    for (const name of ['x', 'x.js', 'x.so', 'y.sh', 'y.py', 'y.js', 'y.pl'])
      place.write(`//- /ws/${name}\n# nothing\n`)
    place.write('//- /ws/d/y.sh\n# nothing\n//- /ws/s.sh\n. "$CLAUDE_PROJECT_DIR/y.sh"\n')
    const workspace = await openWorkspace({ root: place.at('/ws'), home: place.at('/home') })
    const hook = workspace.list().find(({ entry }) => entry !== undefined)
    await workspace.close()
    for (const file of pins)
      assert.ok(hook?.files.includes(place.at(`/ws/${file}`)), `${file}: ${hook?.files}`)
    if (says !== undefined) assert.match((hook?.unseen ?? []).join('; '), says)
    if (silent === true || says === undefined) assert.equal(hook?.unseen, undefined)
  })

for (const [file, event, entry] of [
  ['.github/hooks/guard.json', 'preToolUse', { bash: 'bash y.sh', env: { BASH_ENV: './x' } }],
  ['.github/hooks/guard.json', 'PreToolUse', { command: 'bash y.sh', env: { BASH_ENV: './x' } }],
  ['.gemini/settings.json', 'BeforeTool', { hooks: [{ command: 'bash y.sh', env: { BASH_ENV: './x' } }] }],
] as const)
  test(`trust sees what a variable of an entry's own makes it run: ${event} of ${file}`, async (t) => {
    const own = 'hooks' in entry ? entry.hooks.map((one) => ({ type: 'command', ...one })) : undefined
    const group = own === undefined ? { type: 'command', ...entry } : { hooks: own }
    const place = writeTree(`//- /home/
//- /ws/${file}
${JSON.stringify({ ...(own === undefined ? { version: 1 } : {}), hooks: { [event]: [group] } })}
//- /ws/x
true
//- /ws/y.sh
true
`)
    t.after(place.remove)
    const workspace = await openWorkspace({ root: place.at('/ws'), home: place.at('/home') })
    const hooks = workspace.list().filter(({ entry: one }) => one?.kind === 'command')
    await workspace.close()
    assert.ok(hooks.length > 0)
    for (const { files, dialect } of hooks)
      for (const name of ['x', 'y.sh'])
        assert.ok(files.includes(place.at(`/ws/${name}`)), `${dialect}, ${name}: ${files}`)
  })

for (const [event, entry] of [
  ['preToolUse', { bash: 'sh ~/y.sh', env: { HOME: './d' } }],
  ['preToolUse', { bash: 'cd e && sh ./y.sh', env: { CDPATH: './d' } }],
  ['PreToolUse', { command: 'sh $HOME/y.sh', env: { HOME: './d' } }],
] as const)
  test(`trust says that a variable of an entry's own changes what it runs: ${JSON.stringify(entry)}`, async (t) => {
    const text = JSON.stringify({ version: 1, hooks: { [event]: [{ type: 'command', ...entry }] } })
    const place = writeTree(`//- /home/y.sh\ntrue\n//- /ws/.github/hooks/guard.json\n${text}\n`)
    t.after(place.remove)
    const workspace = await openWorkspace({ root: place.at('/ws'), home: place.at('/home') })
    const hooks = workspace.list().filter(({ entry: one }) => one?.kind === 'command')
    await workspace.close()
    assert.ok(hooks.length > 0)
    for (const { files, unseen = [] } of hooks) {
      assert.deepEqual(files, [])
      assert.notDeepEqual(unseen, [])
    }
  })

test('what trust does not cover is named beside the state, and in the question of trust', async (t) => {
  const place = writeTree(`//- /home/
//- /ws/.kodelet/hooks/guard 755
#!/usr/bin/env node
const { z } = require('zod')
const { check } = require('@acme/guard/rules')
require('node:fs')
require(process.env.RULES)
// before_tool_call
//- /ws/.kaizen/hooks/guard.py
import json
import requests
import own_rules
from kaizen.core.autonomy.hooks import BaseHook


class Guard(BaseHook):
    def __init__(self):
        super().__init__(name="guard")

    async def on_pre_tool_use(self, context):
        return None
//- /ws/.kaizen/hooks/own_rules.py
import yaml
`)
  t.after(place.remove)
  const where = ['--workspace', place.at('/ws'), '--home', place.at('/home')]
  const listed = (await spawnCli(['list', ...where])).stdout
  assert.match(
    listed,
    /guard .*untrusted .*may run code that trust cannot see: line 5; packages that trust does not cover: zod, @acme\/guard/,
  )
  assert.match(listed, /packages that trust does not cover: requests, yaml/)
  const trusted = await spawnCli(['trust', '--yes', ...where])
  for (const name of ['zod', '@acme/guard', 'requests', 'yaml'])
    assert.match(trusted.stdout + trusted.stderr, new RegExp(`not covered: the package ${name}`))
  const hooks = JSON.parse((await spawnCli(['list', '--json', ...where])).stdout) as readonly {
    readonly dialect: string
    readonly packages?: readonly string[]
    readonly unseen?: readonly string[]
  }[]
  const node = hooks.find(({ dialect, packages }) => dialect === 'kodelet' && packages !== undefined)
  assert.deepEqual(node?.packages, ['zod', '@acme/guard'])
  assert.match(String(node?.unseen), /^line 5: /)
})
