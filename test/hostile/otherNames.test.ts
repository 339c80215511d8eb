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
      'import typing\ntyping.ForwardRef(open("z").read())._evaluate({}, {}, frozenset())',
      'import xml.sax as s\ns._create_parser("z")',
      'import doctest, unittest\nunittest.TextTestRunner().run(doctest.DocFileSuite("z.txt"))',
      'import doctest\ndoctest.debug_src(open("z").read())',
      'import tracemalloc\ntracemalloc.Snapshot.load("z")',
      'from tracemalloc import Snapshot\nSnapshot.load("z")',
      'import webbrowser\nwebbrowser.Mozilla("./z").open("http://a")',
      'from webbrowser import Chrome\nChrome("./z").open("http://a")',
      'import pkgutil\nfor f, n, _ in pkgutil.iter_modules(["lib"]):\n    f.find_module(n).load_module(n)',
      'import pkgutil\nloader = pkgutil.get_importer("lib").find_spec("z").loader\nloader.load_module()',
      'import multiprocessing\nmultiprocessing.get_context("forkserver").set_forkserver_preload(["z"])',
      'from multiprocessing.connection import Client\nClient("./z").recv()',
      'from logging.config import BaseConfigurator\nBaseConfigurator({}).resolve("z.f")',
      'from unittest.loader import TestLoader\nTestLoader().discover("lib")',
      'import unittest\nunittest.loader.defaultTestLoader.discover("lib")',
      'import unittest.__main__',
      'from unittest import __main__',
      'import asyncio.__main__',
      'from test import regrtest\nregrtest.main()',
      'import pdb\npdb.Pdb().run(open("z").read())',
      'import trace\ntrace.main()',
      'import cProfile as c\nc.main()',
      'import importlib.metadata as m\nfor d in m.distributions():\n    [e.load() for e in d.entry_points]',
      'import importlib\nimportlib._bootstrap._gcd_import("z")',
      'import ctypes\nctypes.WinDLL("./z")',
      'import ctypes\nctypes._dlopen("./z")',
      'import ctypes\nctypes.windll["./z"]',
      'import pickle\npickle._load(open("z", "rb"))',
      'import os\nos._execvpe("./z", ["z"])',
      'import pydoc\npydoc.render_doc("z")',
      'help("z")',
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
      'import doctest, pdb\npdb.set_trace()\nprint(doctest.ELLIPSIS)',
      'import webbrowser, pickle\nwebbrowser.open("https://example.com")\npickle.dumps({}, pickle.HIGHEST_PROTOCOL)',
      'import ctypes\nfrom ctypes import wintypes\nctypes.windll.user32.MessageBoxW(0, "a", "b", 0)\nctypes.sizeof(wintypes.DWORD)',
      'import subprocess\ntry:\n    print(subprocess.run(["ls"]).stdout.strip())\nexcept subprocess.CalledProcessError:\n    pass',
      'import unittest\nclass A(unittest.TestCase):\n    pass\nclass B(unittest.IsolatedAsyncioTestCase):\n    pass',
      'code = "a"\nprint(code.strip(), profile.name)\ndef help(x): pass\nhelp("x")',
      'import pkgutil, importlib.metadata as m, tracemalloc\nprint(list(pkgutil.iter_modules()), m.distribution("x").version)\ntracemalloc.start()',
      'import importlib\nimportlib.invalidate_caches()\nimport logging.config\nlogging.config.dictConfig({"version": 1})',
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
      'import { Database } from "bun:sqlite"; Database.setCustomSQLite("./z.dylib")',
      'new ShadowRealm().importValue("./z.mjs", "a")',
      'importScripts("./z.js")',
      '/** @jsxImportSource ./lib */\nconsole.log(1)',
      'const { spawn } = Bun; spawn(["./z.sh"])',
      'const start = Bun.spawn; start(["./z.sh"])',
      'Bun["spawnSync"](["./z.sh"])',
      'import { dlopen } from "bun:ffi"; dlopen("./z", {})',
      'Bun.plugin({ name: "z", setup: (build) => build.module("z", () => ({})) })',
    ],
    ordinary: [
      '/** @jsxImportSource react */\nconsole.log(1)',
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
      'Set-Alias git ./z\ngit status',
      'New-Alias -Name git -Value $PSScriptRoot/z\ngit status',
      'Register-ScheduledJob -Name a -FilePath z',
      '(Get-Command ./z).ScriptBlock.Invoke()',
      '$s = New-Object -ComObject WScript.Shell\n$s.Run("z")',
      '[Reflection.Assembly]::UnsafeLoadFrom("z")',
      '[Runtime.Loader.AssemblyLoadContext]::Default.LoadFromAssemblyPath("z")',
      '[Runtime.InteropServices.NativeLibrary]::Load("z")',
      '[AppDomain]::CurrentDomain.Load([IO.File]::ReadAllBytes("z"))',
      '[Activator]::CreateInstanceFrom("z", "T")',
      '[Management.Automation.Language.Parser]::ParseInput($t, [ref]$a, [ref]$b).GetScriptBlock().Invoke()',
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
      'Set-Alias g git\n$o = New-Object PSObject; $x = New-Object -TypeName System.Text.StringBuilder; Get-Command git; $d = [xml]::new(); $d.Load("a.xml")',
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
