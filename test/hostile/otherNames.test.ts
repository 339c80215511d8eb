// Functions that load code or start programs, under names that are rarely used: tables and hidden modules of Python,
// addons of Node, runtimes besides Node, texts of code that reach the loader, and PowerShell's own engine.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

type Group = {
  readonly ending: string
  readonly program: string
  readonly named: readonly string[]
  readonly ordinary: readonly string[]
}

const GROUPS: Readonly<Record<string, Group>> = {
  Python: {
    ending: 'py',
    program: 'python3',
    named: [
      '__builtins__.exec(open("z").read())',
      '__builtins__["exec"](open("z").read())',
      'import os\nos.__dict__["system"]("./z.sh")',
      'import os as o\no.__getattribute__("system")("./z.sh")',
      'import tempfile\ntempfile._os.system("./z.sh")',
      'import inspect\ninspect.importlib.import_module("lib." + name)',
      'import json\njson.codecs.builtins.exec(open("z").read())',
      'import typing\ntyping.sys.modules["os"].system("./z.sh")',
      'from logging import sys as s\ns.modules["os"].system("./z.sh")',
      'import os\nglobals()["os"].system("./z.sh")',
      'import os as o\ndef f():\n    vars()["o"], globals()["o"].system("./z.sh")',
      'from subprocess import run\nglobals()["run"](["./z.sh"])',
      'import _ctypes\n_ctypes.dlopen("./z", 0)',
      'from unittest import mock\nmock.patch("lib.z.f").start()',
      'from distutils.core import run_setup\nrun_setup("z")',
      'from pip._internal import main\nmain(["install", "."])',
      'eval("exec")(open("z").read())',
      'import asyncio.subprocess as s\ns.create_subprocess_shell("sh z")',
      'import ctypes\nctypes.pythonapi.PyRun_SimpleString(open("z", "rb").read())',
      'from ctypes import pythonapi as p\np.PyRun_SimpleString(open("z", "rb").read())',
      'import importlib.resources as r\nr.files("lib")',
      'from importlib.resources import read_text\nread_text("lib", "a")',
      'import pkgutil\npkgutil.get_data("lib", "a")',
      'import timeit\ntimeit.main([open("z").read()])',
      'import site\nsite.addpackage("lib", "a.pth", None)',
      'import runpy\nrunpy._run_module_as_main("z")',
      'import imaplib\nimaplib.IMAP4_stream("sh z")',
      'import pydoc\npydoc.tempfilepager("x", "sh z")',
      'import multiprocessing.util as u\nu.spawnv_passfds(b"/bin/sh", [b"sh", b"z"], [])',
      'from test.support import import_helper\nimport_helper.import_module("z")',
      'from test.support.script_helper import run_python_until_end as run\nrun("z")',
      'import sys, multiprocessing\nsys.executable = "./z"\nmultiprocessing.get_context("spawn").Process().start()',
      'import os, sysconfig\nos.environ["_PYTHON_SYSCONFIGDATA_NAME"] = "z"\nsysconfig.get_config_vars()',
      'import sys\nsys.remote_exec(1, "z")',
      'import os\nos.system("sqlite3 :memory: \'.shell sh z\'")',
      'import subprocess\nsubprocess.run(["sqlite3", ":memory:", ".shell sh z"])',
      'import subprocess\nsubprocess.run(["ed", "-s"], input=b"!sh z\\nq\\n")',
    ],
    ordinary: [
      'import ctypes.util, imaplib, timeit, sys\nctypes.util.find_library("c")\nprint(timeit.default_timer(), sys.version)',
      'import importlib.resources as r, pkgutil\nprint(r.files(__package__), pkgutil.get_data(__name__, "a"))',
      'import asyncio.subprocess as s\nprint(s.PIPE)',
      'import subprocess\nsubprocess.run(["sqlite3", "a.db", "select shell from t"])',
      'import os, sys\nprint(os.environ["HOME"], os.path.exists("z"), sys.modules["__main__"])',
      'class A:\n    pass\nprint(A().__dict__, A.__dict__)',
      'print(eval("1 + 1"))',
      'import os, json\ndef on_x():\n    pass\nglobals()["on_" + json.loads("1")]()\nprint(globals()["json"], os.sep)',
      'import tempfile\ntempfile.mkdtemp()',
    ],
  },
  JavaScript: {
    ending: 'cjs',
    program: 'node',
    named: [
      'process.dlopen({ exports: {} }, "./z")',
      'const { dlopen } = process; dlopen({ exports: {} }, "./z")',
      'require("node:process").dlopen({ exports: {} }, "./z")',
      'process.binding("spawn_sync").spawn({ file: "./z" })',
      'arguments[1]("./z.js")',
      'eval("require(\\"./z.js\\")")',
      'eval("require")("./z.js")',
      'new Function("return process.getBuiltinModule")()',
      'require("vm").runInThisContext("process.dlopen")',
      'require("child_process").execFileSync("sqlite3", [":memory:", ".shell sh z"])',
      'require("child_process").execFileSync("sqlite3", { input: ".shell sh z" })',
    ],
    ordinary: [
      'require("child_process").execFileSync("sqlite3", ["a.db", "select shell from t"])',
      'const root = Function("return this")()',
      'const o = eval("({ a: 1 })")',
      'function f() { return arguments[0]() }\nf(() => 1)',
      'const of = (binding) => binding("x"); of(String)',
    ],
  },
  Bun: {
    ending: 'ts',
    program: 'bun',
    named: [
      'const { spawn } = Bun; spawn(["./z.sh"])',
      'const start = Bun.spawn; start(["./z.sh"])',
      'Bun["spawnSync"](["./z.sh"])',
      'import { dlopen } from "bun:ffi"; dlopen("./z", {})',
      'Bun.plugin({ name: "z", setup: (build) => build.module("z", () => ({})) })',
    ],
    ordinary: [
      'const text = await Bun.stdin.text(); console.log(Bun.env.HOME, text)',
      'const isBun = typeof Bun !== "undefined"; if (isBun) console.log(Bun.version)',
    ],
  },
  Deno: {
    ending: 'ts',
    program: 'deno run',
    named: [
      'const { Command } = Deno; new Command("./z.sh").output()',
      'const runtime = Deno; new runtime.Command("./z.sh").output()',
      'new Deno["Command"]("./z.sh").output()',
      'Deno.dlopen("./z", {})',
      'globalThis.Deno.run({ cmd: ["./z.sh"] })',
    ],
    ordinary: ['console.log(Deno.env.get("HOME"), Deno.args, await Deno.readTextFile("z"))'],
  },
  PowerShell: {
    ending: 'ps1',
    program: 'pwsh -File',
    named: [
      '$ExecutionContext.InvokeCommand.InvokeScript((Get-Content z -Raw))',
      '[powershell]::Create().AddScript((Get-Content z -Raw)).Invoke()',
      'Update-TypeData -AppendPath ./z.ps1xml',
      'Set-Location lib; ./z.ps1',
      'pushd lib\n& ./z.sh',
      'Get-Content z | sh',
      'Get-Content z |\n  & bash\nexit 0',
      '$x | pwsh',
      './z`.sh',
      'sh ./lib`/z.sh',
      "Set-Item env:PATH '.'; z",
      'si -Path Env:\\PATH .; z',
      'Set-Content -Path env:BASH_ENV -Value z; bash -c true',
    ],
    ordinary: [
      "$shells = @(\n  'sh'\n  'bash'\n)\nswitch ($x) { node { 1 } }\nWrite-Output $x `\n  $y",
      'Set-Item env:LANG C; Set-Content -Path out.txt -Value \'env: PATH\'; Write-Host "a`tb"',
      'Set-Location $PSScriptRoot; ./z.ps1',
      '& { Write-Output 1 }\n. (Join-Path $PSScriptRoot \'z.ps1\')\n. "$PSScriptRoot/z.ps1"',
      "Import-Module -Name Pester -Force; Import-Module (Join-Path -Path $PSScriptRoot -ChildPath 'lib')",
      '[System.Diagnostics.Process]::GetCurrentProcess().Id; Write-Output "R & D"',
      "$a = if ($x -and (1 -eq 2)) { .5 } else { 'b' } 2>&1",
      'Set-Location C:\\Users; Write-Output 1',
      '$i = [Console]::In.ReadToEnd() | ConvertFrom-Json\nif ($i.a) { exit 2 }',
    ],
  },
}

for (const [language, { ending, program, named, ordinary }] of Object.entries(GROUPS))
  test(`trust names what loads code under another name in ${language}, and nothing else`, async (t) => {
    const texts = [...named, ...ordinary]
    const entry = (at: number) => ({ hooks: [{ type: 'command', command: `${program} a${at}.${ending}` }] })
    const hooks = { PreToolUse: texts.map((_, at) => entry(at)) }
    const place = writeTree(`//- /home/\n//- /ws/.claude/settings.json\n${JSON.stringify({ hooks })}\n`)
    t.after(place.remove)
    for (const [at, text] of texts.entries()) place.write(`//- /ws/a${at}.${ending}\n${text}\n`)
    for (const name of ['z', 'z.sh', 'z.js', 'z.ps1', 'lib/z.ps1', 'lib/z.sh'])
      place.write(`//- /ws/${name} 755\n1\n`)
    const workspace = await openWorkspace({ root: place.at('/ws'), home: place.at('/home') })
    t.after(() => workspace.close())
    const found = workspace.list().filter(({ dialect }) => dialect === 'claude-code')
    for (const [at, text] of texts.entries()) {
      const hook = found.find(({ entry }) => entry?.at[2] === at)
      assert.equal((hook?.unseen ?? []).length > 0, at < named.length, `${text}: ${hook?.unseen}`)
    }
  })

test('a program without an ending that a PowerShell script runs by its path is pinned', async (t) => {
  const place = writeTree(`
    //- /home/
    //- /ws/z 755
    1
    //- /ws/a.ps1
    ./z a b
    //- /ws/.claude/settings.json
    { "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "pwsh -File a.ps1" }] }] } }
  `)
  t.after(place.remove)
  const workspace = await openWorkspace({ root: place.at('/ws'), home: place.at('/home') })
  t.after(() => workspace.close())
  const hook = workspace.list().find(({ dialect }) => dialect === 'claude-code')
  assert.ok(hook?.files.includes(place.at('/ws/z')), String(hook?.files))
})
