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
