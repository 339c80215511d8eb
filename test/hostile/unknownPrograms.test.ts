// Programs that Hookbench does not know may load what the project's files define: each is listed as not covered by
// trust, wherever it is started. Functions, and programs that are known to run nothing else, are not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hookFiles } from '../support/hookFiles.ts'

type Row = readonly [command: string, files: Readonly<Record<string, string>>]

const sh = (text: string, files: Row[1] = {}): Row => ['bash ./a.sh', { 'a.sh': text, ...files }]
const py = (text: string): Row => ['python3 ./a.py', { 'a.py': `import subprocess\n${text}` }]
const js = (text: string): Row => [
  'node ./a.mjs',
  { 'a.mjs': `import * as cp from 'node:child_process'\n${text}` },
]
const ps = (text: string, files: Row[1] = {}): Row => ['pwsh -File ./a.ps1', { 'a.ps1': text, ...files }]

const NAMED: readonly Row[] = [
  ['guardrail check', {}],
  ['nohup guardrail &', {}],
  ['python3 -m guardrail', {}],
  ['npx guardrail', {}],
  ['./node_modules/.bin/guardrail', {}],
  sh('guardrail'),
  sh('/usr/local/bin/guardrail --quick'),
  sh('if ! guardrail x; then exit 2; fi'),
  sh('x=$(guardrail)'),
  sh('timeout 5 guardrail x'),
  sh('cat | guardrail'),
  sh('echo a | xargs guardrail'),
  sh('echo a | xargs -n 1 -P 4 guardrail'),
  sh("find . -name x -exec guardrail {} ';'"),
  sh('bash -c "guardrail"'),
  sh('bash -c "f() { guardrail; }; f"'),
  sh('eval "guardrail x"'),
  sh('trap guardrail EXIT'),
  sh('watch -n 5 guardrail'),
  sh('parallel guardrail ::: a'),
  sh('f() { guardrail; }; f'),
  sh('guardrail\nguardrail() { :; }'),
  sh('. ./lib.sh\nguardrail', { 'lib.sh': 'other() { :; }' }),
  sh('f() { g "$@"; }\ng() { "$1" z; }\nf sh'),
  sh('f() { "$@"; }\nf timeout 5 sh'),
  sh('h() { f "$1" x; }\nf() { g "${@}"; }\ng() { "$1" z; }\nh source'),
  sh('python3 -m guardrail'),
  sh('git guardrail'),
  sh('git -C src guardrail'),
  sh('gh guardrail'),
  sh('docker compose up'),
  sh('sort --compress-program=guardrail x'),
  sh('tar -I guardrail -cf a.tar x'),
  sh('tar cIf guardrail a.tar x'),
  sh('split --filter=guardrail x'),
  sh('rg --pre guardrail x'),
  sh('mapfile -C guardrail a < x'),
  sh('curl -K guardrail'),
  sh('wget -e use_askpass=./x y'),
  sh('nc -e guardrail host 1'),
  sh('osascript -e \'do shell script "guardrail"\''),
  sh('tmux new-session -d guardrail'),
  sh("tmux display-message '#(guardrail)'"),
  sh('zip -T -TT guardrail a.zip x'),
  sh('echo "$((guardrail) | (cat))"'),
  sh('pwsh guardrail'),
  sh('pwsh -c guardrail'),
  ...[
    'osascript -e "$(cat guardrail)"',
    'osascript -e "$code"',
    'git config diff.external lib/guardrail; git diff',
    'git -c core.fsmonitor=lib/guardrail status',
    'git grep -nOguardrail x',
    'docker run -itv "$PWD:/w" image guardrail',
    'curl -sK guardrail',
    'ip netns exec a guardrail',
    'rustfmt guardrail.rs',
    'npm fund guardrail',
    'wl-paste --watch guardrail',
  ].map((text) => sh(text)),
  sh('make'),
  sh('bun guardrail'),
  sh('deno task guardrail'),
  sh('node --run guardrail'),
  py('subprocess.run(["guardrail", "x"])'),
  py('subprocess.run("guardrail x", shell=True)'),
  py('import os\nos.system("guardrail")'),
  // The option may take the next word, which is then not the verb; or it is cut short.
  ...[
    'npm --prefix config run guardrail',
    'pip --log list install ./guardrail',
    'pip --python=./lib/guardrail list',
    'go -x list run guardrail',
    'docker --tls-x ps compose up guardrail',
    'git --shallow-file status hook run guardrail',
    'git grep --op=guardrail x',
    'git grep -nOguardrail x',
    'git ls-remote --up=guardrail .',
    'git ls-remote "ext::guardrail"',
    'sort --co=guardrail x',
    'tar --use=guardrail -cf a.tar x',
    'tar --new-=guardrail -cML 10 -f a.tar x',
    'wget -qe use_askpass=guardrail x',
    'ncat --ex guardrail host 1',
  ].map((text) => sh(text)),
  // One word is no sign that a program only prints what it is.
  ...[
    'make help',
    'make version',
    'pytest -v',
    'pytest -h',
    'pytest --version',
    'prove -v',
    'yarn --version',
  ].map((text) => sh(`${text} # guardrail`)),
  ...[
    'time -p',
    'stdbuf -oL',
    'sudo -E',
    'env -i',
    'setsid -f',
    'command -p',
    'nice -n 5',
    'sudo -u nobody',
  ].map((text) => sh(`${text} guardrail test`)),
  ...['timeout --signal kill 5', 'env --unset date', 'time --output cat', 'sudo --user who'].map((text) =>
    sh(`${text} guardrail test`),
  ),
  ...['timeout 5', 'nohup', 'nice', 'find . -exec'].map((text) => sh(`${text} /usr/bin/guardrail test \\;`)),
  // A function of that name is not what runs.
  sh('guardrail() { command guardrail "$@"; }\nguardrail x'),
  sh('guardrail() { /usr/bin/guardrail "$@"; }\nguardrail x'),
  sh('guardrail() { :; }\nunset -f guardrail\nguardrail'),
  sh('f() { if command -v guardrail >/dev/null; then guardrail test; fi; }\nf'),
  sh('bash ./lib.sh\nguardrail x', { 'lib.sh': 'guardrail() { :; }' }),
  // Functions that run what they are given.
  sh('run() { "$@"; }\nrun guardrail'),
  sh('run() { if ! "$@"; then exit 2; fi; }\nrun guardrail test'),
  sh('retry() { local n=$1; shift; until "$@"; do :; done; }\nretry 3 guardrail test'),
  sh('run() { local c="$1"; shift; $c "$@"; }\nrun guardrail test'),
  sh('run() { local c=("$@"); "${c[@]}"; }\nrun guardrail test'),
  sh('run() { "${@:2}"; }\nrun label guardrail test'),
  sh('step() { echo "$1"; run "$@"; }\nrun() { "$@"; }\nstep guardrail test'),
  sh('python3 -m code < guardrail'),
  sh('python3 -m test guardrail'),
  sh('python3 -m http.server --cgi # guardrail'),
  sh('pip config --editor guardrail edit'),
  sh('npm audit fix # guardrail'),
  sh('git config core.fsmonitor guardrail\ngit status'),
  sh("git config --global alias.x '!guardrail'"),
  ...['core.hooksPath list', 'set core.pager user.name', '-f user.name core.pager x', 'alias.get x y'].map(
    (text) => sh(`git config ${text} # guardrail`),
  ),
  sh('flock . guardrail test'),
  sh('flock -n "$LOCK" guardrail test'),
  sh("tmux ls ';' new-session -d guardrail"),
  sh('tmux "-cguardrail"'),
  sh('tmux set -g default-command guardrail'),
  sh('openssl dgst --engine guardrail x'),
  sh('openssl engine dynamic -pre SO_PATH:guardrail -pre LOAD'),
  sh('dpkg --pre-invoke=guardrail -r x'),
  sh("rpm -E '%(guardrail)'"),
  sh("play '|guardrail'"),
  sh('wl-paste --watch guardrail'),
  sh('cowsay -f guardrail x'),
  sh('osascript lib/guardrail'),
  sh('osascript << "X"\ndo shell script "guardrail"\nX'),
  sh('ag --pager guardrail x'),
  sh('actionlint -shellcheck guardrail'),
  sh('cloc --vcs guardrail .'),
  sh('pyright --pythonpath guardrail'),
  ...['buf generate', 'oxlint .'].map((text) => sh(`${text} # guardrail`)),
  sh("sqlite3 a.db \"select edit('a', 'guardrail')\""),
  sh("sqlite3 a.db '.o |guardrail' 'select 1'"),
  sh('pwsh -co "& guardrail; ./z.ps1"'),
  ...['import cProfile\ncProfile.Profile().run(guardrail)', 'import turtle, rlcompleter as guardrail'].map(
    py,
  ),
  ...[
    'from idlelib.run import guardrail',
    'import _testguardrail',
    '__import__("antigravity") # guardrail',
  ].map(py),
  py('from xml.sax import make_parser\nmake_parser(["guardrail"])'),
  py('import sqlite3 as guardrail\nguardrail.connect(":memory:").enable_load_extension(True)'),
  js("cp.execSync('guardrail')"),
  ...[
    'import { WASI } from "node:wasi"\nnew WASI({ version: "preview1" })',
    'import { x } from "bun:jsc"\nx()',
  ].map(js),
  js('import sea from "node:sea"\nsea.getAsset("guardrail")'),
  js('import { DatabaseSync } from "node:sqlite"\nnew DatabaseSync("a").enableLoadExtension(true)'),
  js("cp.spawnSync('guardrail', ['x'])"),
  ps('guardrail x'),
  ps('& guardrail'),
  ps('$x = guardrail'),
  ps('if (Test-Path x) { guardrail }'),
  js(
    'import { DatabaseSync } from "node:sqlite"\nnew DatabaseSync("a", { allowExtension: true }).exec("guardrail")',
  ),
  js('import tls from "node:tls"\ntls.createSecureContext({ clientCertEngine: "./guardrail" })'),
  js('import { $ } from "bun"\nawait $`guardrail`'),
  js('Bun.openInEditor("x", { editor: "guardrail" })'),
  py('import shutil as guardrail\ngetattr(guardrail, "os").system("x")'),
  py('import warnings as guardrail\nguardrail._getcategory("x.A")'),
  py('import sqlite3\nguardrail.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, True)'),
  py('import os\nos.environ["PY_SAX_PARSER"] = "guardrail"'),
  ...['Invoke-Pester', 'Invoke-Build Test', 'Set-Alias ls guardrail', 'nal git guardrail; git status'].map(
    (text) => ps(`${text} # guardrail`),
  ),
  sh("builtin let 'a[$(guardrail)]=1'"),
  sh("command printf -v 'a[$(guardrail)]' x"),
  sh('ZIPOPT="-T -TT guardrail" zip -q a.zip x'),
  sh('GIT_ALLOW_PROTOCOL=guardrail git fetch'),
  sh('PIP_PYTHON=./lib/guardrail pip list'),
  sh('zgrep guardrail x'),
  ps('cmd /c guardrail'),
  ps('wsl guardrail'),
  ps('New-Item -Path Env: -Name PATH -Value ./guardrail'),
  ps("New-Item -Path 'Env:\\' -Name PATH -Value ./guardrail"),
]

for (const [command, files] of NAMED)
  test(`a program that is not known is named: ${JSON.stringify([command, ...Object.values(files)])}`, async (t) => {
    const { unseen } = await hookFiles(t, command, files)
    assert.notDeepEqual(unseen, [])
  })

const SILENT: readonly Row[] = [
  ['jq -e .tool_name', {}],
  ['notify-send done', {}],
  sh('guardrail() { :; }\nguardrail'),
  sh('f() { guardrail; }\nguardrail() { :; }\nf'),
  sh('. ./lib.sh\nguardrail x', { 'lib.sh': 'guardrail() { :; }' }),
  sh('. "$(dirname "$0")/lib.sh"\nguardrail x', { 'lib.sh': 'guardrail() { other; }\nother() { :; }' }),
  sh('python3 -m guardrail', { 'guardrail.py': '' }),
  sh('python3 -m guardrail.x', { 'guardrail/x.py': '', 'guardrail/__init__.py': '' }),
  sh('date +%s; id -u; sort x | uniq -c; mktemp -d; rm -rf "$d"; tput bold; uuidgen'),
  sh('curl -fsS -X POST -d @- https://example.com <<< "$x"'),
  sh('tar -czf a.tgz x; zip -qr a.zip x; gzip -9 x'),
  sh('printf "%s" "$x" | openssl dgst -sha256 -hmac "$key"'),
  sh('pgrep -f x >/dev/null && kill -0 1'),
  sh('f() { g "$@"; }\ng() { echo "$1"; }\nf sh'),
  sh('need() { command -v "$@" >/dev/null; }\nneed jq node python3'),
  sh('echo "round $((guardrail + 1)) of $((guardrail*2))"'),
  sh('pwsh -NoProfile -ExecutionPolicy Bypass -File ./x.ps1', { 'x.ps1': '' }),
  ...[
    'git config --get user.email; git ls-files -co --exclude-standard; git -C src log -c',
    'docker run --rm -i image ls; docker version',
    'osascript -e "display notification \\"$m\\" with title \\"x\\""',
  ].map((text) => sh(text)),
  ...[
    'f() { :; }\ntrap f EXIT\neval "f x"',
    'trap f EXIT\nf() { :; }',
    'x=$(( (10#$guardrail * 60) + ((10#$h)) ))\ny="$(( (10#$a * 60) + 10#$b ))"',
    'git config user.name',
  ].map((text) => sh(text)),
  sh('command -v guardrail >/dev/null || exit 0'),
  sh('docker ps -q | wc -l; kubectl get pods; gh pr view --json title'),
  sh(
    'git --no-pager -C src diff; git config user.name; git config --get core.hooksPath; git config user.name x',
  ),
  sh(
    'npm --silent --prefix lib ls; pip -q list; docker -D ps; kubectl -n x get pods; tmux -L x display-message y',
  ),
  sh(
    'time -p git status; stdbuf -oL grep x; sudo -n -u nobody id; nice -n 5 sort x; timeout -k 5 -s KILL 9 date',
  ),
  sh('env -u A -i PATH=/usr/bin date; ionice -c 3 cat x; exec -a y date'),
  sh(
    'git config -f .gitmodules --get-regexp path; git config set --global user.name x; git config list; git config -l',
  ),
  sh('flock -n -w 5 "$LOCK" git fetch; flock 9; flock x.lock -c "git status"'),
  sh('git() { command git "$@"; }\ngit status'),
  sh('run() { "$@"; }\nrun git status\nrun own\nown() { :; }'),
  sh('retry() { local n=$1; shift; until "$@"; do :; done; }\nretry 3 git fetch'),
  sh('bash ./lib.sh\n. ./lib.sh\nguardrail x', { 'lib.sh': 'guardrail() { :; }' }),
  sh('git --version; npm -v; cargo --version; zsh --version; java -version; gh -R a/b pr list'),
  sh('step() { local name="$1"; shift; echo "$name"; run "$@"; }\nrun() { "$@"; }\nstep lint ruff check .'),
  sh('say() { local color="$1"; printf "%s" "$color$2"; }\nsay guardrail test'),
  sh('hash git 2>/dev/null; wl-paste; openssl enc -aes-256-cbc'),
  sh('npm ls --depth 0; pip show x; go version; cargo --version'),
  sh('deno eval "1"; bun run ./x.ts; node x.js', { 'x.ts': '', 'x.js': '' }),
  py('subprocess.run(["git", "diff", "--stat"])\nsubprocess.run(["notify-send", "x"])'),
  ...[
    'import json, re, os.path, collections.abc as c, xml.etree.ElementTree as ET',
    'import __future__, _thread',
  ].map(py),
  ...['import cProfile', 'import unittest, types\nx = types.SimpleNamespace(a=1)'].map(py),
  [
    'python3 ./a.py',
    {
      'a.py': 'import cmd, _guardrail\nfrom code import x',
      'cmd.py': '',
      '_guardrail.py': '',
      'code.py': '',
    },
  ],
  ...[
    'import { readFile } from "node:fs/promises"\nimport { posix } from "node:path/posix"\nposix.join(await readFile("x"))',
    'import { DatabaseSync } from "node:sqlite"\nnew DatabaseSync("a").exec("select 1")',
    'import { text } from "node:stream/consumers"\nimport test from "node:test"\ntest(String(await text(process.stdin)))',
  ].map(js),
  js("cp.execSync('git status --short | wc -l')"),
  js('import { DatabaseSync } from "node:sqlite"\nnew DatabaseSync("a", { allowExtension: false })'),
  py('import shutil, warnings\ngetattr(shutil, "which")("x")\nwarnings.simplefilter("ignore")'),
  sh('ZIP=out.zip; GIT_ALLOW_PROTOCOL=https:ssh git fetch; watch -n 5 date; xargs -0n 1 basename < x'),
  ps('Set-Alias gd Get-Date; New-Alias -Name g -Value git; Invoke-RestMethod -Uri https://example.com'),
  ps('function Guardrail { }\nGuardrail x'),
  ps('. ./lib.ps1\nguardrail x', { 'lib.ps1': 'function guardrail { }' }),
  ps(
    '$d = [Console]::In.ReadToEnd() | ConvertFrom-Json\nif ($d.tool_name -eq "x") { exit 2 }\nforeach ($a in 1..3) { Write-Output $a }\ngit status | Select-String x | % { $_.Line } | where { $_ } | sort',
  ),
  ps(
    'try { Get-Content x } catch { throw } finally { Remove-Item x }\nswitch ($x) { "a" { exit 0 } default { return } }',
  ),
  ps('$h = @{\n  guardrail = 1\n  Name = "x"\n}\n[pscustomobject]@{ a = 1 }'),
  ps('param(\n  [string]$Name = "x"\n)\nWrite-Host "guardrail x"'),
]

for (const [command, files] of SILENT)
  test(`what runs nothing else is not named: ${JSON.stringify([command, ...Object.values(files)])}`, async (t) => {
    assert.deepEqual((await hookFiles(t, command, files)).unseen, [])
  })

test('a long chain of functions that pass on a program is followed in time', async (t) => {
  const chain = Array.from({ length: 1500 }, (_, at) => `g${1500 - at}() { g${1499 - at} "$@"; }`)
  const first = `g0() { ${'"$@"; shift; '.repeat(8)} }`
  const begin = performance.now()
  const { unseen } = await hookFiles(t, 'bash ./a.sh', {
    'a.sh': [...chain, first, 'g1500 guardrail'].join('\n'),
  })
  assert.deepEqual(unseen, ['line 1502: g1500 guardrail'])
  assert.ok(performance.now() - begin < 5000)
})
