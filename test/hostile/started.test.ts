// Programs that a script starts, and code that it loads, in every way of putting the command together: pinned under the
// folder in which it is started, or named with its line. What runs no file of the workspace is not named.

import assert from 'node:assert/strict'
import { extname } from 'node:path'
import { type TestContext, test } from 'node:test'
import { hookFiles } from '../support/hookFiles.ts'

type Files = Readonly<Record<string, string>>

const BY: Readonly<Record<string, string>> = {
  '.py': 'python3',
  '.js': 'node',
  '.mjs': 'node',
  '.mts': 'node',
}

/** A script and what is named of it: the lines, or the files that are pinned with it where nothing is. */
type Row = readonly [script: string, text: string, seen: RegExp | readonly string[], files?: Files]

const PYTHON: readonly Row[] = [
  ...[
    'f = "z.py"\nos.system("python3 " + f)',
    'f = "z.py"\nsubprocess.run(f"python3 {f}", shell=True)',
    'os.system("python3 %s" % "z.py")',
    'os.system("python3 {}".format("z.py"))',
    'os.system("{1} {0}".format("z.py", "python3"))',
    'os.system(" ".join(["python3", "z.py"]))',
    'os.system("python3 " + os.path.join("d", "z.py"))',
    'os.system("git status; sh z.sh")',
    'os.system("git status $(sh z.sh)")',
    'os.system("BASH_ENV=./z.sh bash -c true")',
    'os.system("git status | bash")',
    'os.system(b"python3 z.py")',
    'subprocess.run("python3 z.py".split())',
    'subprocess.run([sys.executable] + ["z.py"])',
    'subprocess.run(list(("python3", "z.py")))',
    'subprocess.run(["timeout", "5", "./z.sh"])',
    'subprocess.run(["env", "python3", "z.py"])',
    'subprocess.run(["sh", "-c", "sh z.sh"])',
    'subprocess.run(["git", "status"], executable="./z.sh")',
    'subprocess.run("true", shell=True, executable="./z.sh")',
    'cmd = ["python3"]\ncmd.append("z.py")\nsubprocess.run(cmd)',
    'cmd = ["python3"]\ncmd += ["z.py"]\nsubprocess.run(cmd)',
    'cmd = ["python3"]\ncmd.extend(["z.py"])\nsubprocess.run(cmd)',
    'cmd = ["npm"]\ncmd.append("test")\nsubprocess.run(cmd)',
    'cmd = ["git", ""]\ncmd[0:] = ["python3", "z.py"]\nsubprocess.run(cmd)',
    'cmd = ["git"]\ncmd.insert(0, "./z.sh")\nsubprocess.run(cmd)',
    'cmd = "python3"\ncmd += " z.py"\nsubprocess.run(cmd, shell=True)',
    'cmd = ["git", "status"] if sys.argv else ["python3", "z.py"]\nsubprocess.run(cmd)',
    'def run(*words):\n    subprocess.run(words)\nrun("python3", "z.py")',
    'def run(cmd):\n    subprocess.run(cmd)\nrun(["git", "status"])\nrun(["python3", "z.py"])',
    'def run(cmd):\n    subprocess.run(cmd)\nlist(map(run, [["python3", "z.py"]]))',
    'for name, cmd in [("a", ["git"]), ("b", ["python3", "z.py"])]:\n    subprocess.run(cmd)',
    'import json\nsubprocess.run(json.load(open("z.json")))',
    'import json\nos.environ.update(json.load(open("z.json")))\nsubprocess.run(["bash", "-c", "true"])',
    'env = dict(os.environ, BASH_ENV="./z.sh")\nsubprocess.run(["bash", "-c", "true"], env=env)',
    'os.environ["PATH"] = os.path.dirname(__file__) + "/bin:" + os.environ["PATH"]\nsubprocess.run(["ls"])',
    'subprocess.run(["ls"], env={**os.environ, "PATH": os.path.dirname(__file__) + "/bin:" + os.environ["PATH"]})',
    'os.putenv("PATH", "./bin:/usr/bin")\nos.system("ls")',
    'os.environ["PATH"] += ":./bin"\nos.system("ls")',
    'os.environ.update({"PATH": "bin"})\nos.system("ls")',
    'env = dict(os.environ, PATH=f"{os.getcwd()}/bin:{os.environ.get(\'PATH\', \'\')}")\nsubprocess.run(["ls"], env=env)',
    'more = {"PATH": "./bin"}\nsubprocess.run(["ls"], env=more)',
    'os.system("PATH=$PWD/bin:$PATH ls")',
    'more = {}\nmore["PATH"] = "./bin"\nsubprocess.run(["ls"], env=more)',
    'def variables():\n    found = os.environ.copy()\n    found["PATH"] = os.path.dirname(__file__) + ":" + found["PATH"]\n    return found\nsubprocess.run(["ls"], env=variables())',
    'found = dict(os.environ)\nfound.update(PATH="bin:" + found["PATH"])\nsubprocess.run(["ls"], env=found)',
    'def with_bin(found):\n    return {**found, "PATH": os.path.dirname(__file__) + ":" + found["PATH"]}\nsubprocess.run(["ls"], env=with_bin(os.environ))',
    'os.environ |= {"PATH": "bin:/usr/bin"}\nsubprocess.run(["ls"])',
    'os.execvpe("ls", ["ls"], {"PATH": "bin"})',
    'from unittest import mock\nwith mock.patch.dict(os.environ, {"PATH": "bin"}):\n    subprocess.run(["ls"])',
    'class Runner:\n    def __init__(self):\n        self.vars = dict(os.environ)\n        self.vars["PATH"] = "bin:" + self.vars["PATH"]\nsubprocess.run(["ls"], env=Runner().vars)',
    'os.environ["PATH"], x = "bin", 1\nsubprocess.run(["ls"])',
    'KEY = "PATH"\nos.environ[KEY] = "bin:" + os.environ[KEY]\nsubprocess.run(["ls"])',
    'KEY = "PATH"\nsubprocess.run(["ls"], env={**os.environ, KEY: os.path.dirname(__file__)})',
    'def prepend(name, folder):\n    os.environ[name] = folder + ":" + os.environ[name]\nprepend("PATH", os.getcwd())',
    'for key, value in [("PATH", os.getcwd())]:\n    os.environ[key] = value',
    'os.environ.update([("PATH", os.getcwd() + "/bin")])',
    'os.environ["PATH"] = os.path.join(os.path.expanduser("~"), os.path.dirname(__file__))',
    'os.environ["PATH"] = "~/../ws/bin"',
    'subprocess.run(["ls"], env={k: ("bin:" + v if k == "PATH" else v) for k, v in os.environ.items()})',
    'os.environ["HOME"] = os.getcwd()\nos.environ["PATH"] = os.path.expanduser("~/bin")',
    'os.environ["LD_PRELOAD"] += "./z.so"\nos.system("ls")',
    'env = {}\nenv["BASH_ENV"] = "./z.sh"\nsubprocess.run(["bash", "-c", "true"], env=env)',
  ].map((text): Row => ['a.py', `import os, subprocess, sys\n${text}`, /^line \d/]),
  ...[
    'from os import *\nsystem("python3 z.py")',
    'from subprocess import *\nrun(["python3", "z.py"])',
    'from sys import *\npath.insert(0, "d")\nimport zz',
    'import os, threading\nthreading.Thread(target=os.system, args=("python3 z.py",)).start()',
    'import os, atexit\natexit.register(os.system, "python3 z.py")',
    'import os\nf = os.system\nf("python3 z.py")',
    'import lib\nlib.subprocess.run(["python3", "z.py"])',
    'import os\nm = os\nm.system("python3 z.py")',
    'import os\ngetattr(os, "sys" + "tem")("python3 z.py")',
    'import os\n(os . system)("python3 z.py")',
    'import subprocess\nrun = subprocess.run if True else None\nrun(["python3", "z.py"])',
    'import subprocess\nclass P(subprocess.Popen): pass\nP(["python3", "z.py"])',
    'import functools\nfunctools.partial(__import__, "z")()',
    'list(map(exec, [open("z.py").read()]))',
    'code = open("z.py").read()\nexec(code)',
    'exec("import z")',
    'import sys\np = sys.path\np.insert(0, "d")\nimport zz',
    'import sys\nsys.meta_path.insert(0, Finder())\nimport zz',
    'import runpy\nloads = {"run": runpy.run_path}\nloads["run"]("z.py")',
    'import functools, os\nfunctools.partial(os.system)("python3 z.py")',
    'import importlib.util\nuse(importlib.util)',
    'from importlib import util\nuse(util)',
    'import pickle\np = pickle\np.load(open("z", "rb"))',
    'import code\nclass Policy(code.InteractiveInterpreter): pass\nPolicy().runcode(t)',
    'from code import InteractiveInterpreter as Policy\nPolicy().runsource(t)',
    'import importlib\nf = importlib.import_module\nf("z")',
    'import importlib\nimportlib.import_module(".z", "p")',
    'import json, logging.config\nlogging.config.dictConfig(json.load(open("z.json")))',
    'import logging.config\nlogging.config.dictConfig({"formatters": {"a": {"()": "z.Formatter"}}})',
    'import pkgutil\npkgutil.resolve_name("z:x")',
    'import pydoc\npydoc.locate("z")',
    'import multiprocessing\nmultiprocessing.set_executable("./z")\nmultiprocessing.Process(target=f).start()',
    'from multiprocessing import set_executable as at\nat("./z")',
    'import webbrowser\nwebbrowser.get("./z %s").open("")',
    'import bdb\nbdb.Bdb().run(t)',
    'from concurrent import interpreters\ninterpreters.create().exec(t)',
    'import pkgutil\nlist(pkgutil.walk_packages(["d"]))',
    'import trace\ntrace.Trace().run("import z")',
    '__import__("os").system("python3 z.py")',
    'import importlib\nimportlib.import_module("os").system("python3 z.py")',
    'import os, sys\nsys.modules["os"].system("python3 z.py")',
    'import importlib.util as u\nspec = u.find_spec(name)\nm = u.module_from_spec(spec)\nspec.loader.exec_module(m)',
    'def load(spec):\n    spec.loader.load_module()',
    'from importlib.machinery import PathFinder\nPathFinder.find_spec("z", ["d"])',
    'import importlib\nimportlib.find_loader("z")',
    'import pkgutil\npkgutil.get_loader("lib.z")',
    'import pyclbr\npyclbr.readmodule("lib.z")',
    'from importlib.metadata import entry_points\nfor one in entry_points(group="guards"):\n    one.load()()',
    'import importlib.metadata as m\nm.EntryPoint("a", "z:f", "g").load()',
    'import unittest\nloader = unittest.TestLoader()\nloader.discover("d")',
    'from unittest import defaultTestLoader as tests\ntests.loadTestsFromName("z")',
    'import ctypes\nctypes.cdll["./z.so"]',
    'from ctypes import cdll\nlib = cdll["./z.so"]',
    'import asyncio\nloop = asyncio.new_event_loop()\nloop.subprocess_shell(lambda: None, "./z.sh")',
    'from distutils.spawn import spawn\nspawn(["./z.sh"])',
    'import pipes\nt = pipes.Template()\nt.append("./z.sh", "--")',
    'import _pickle\n_pickle.load(open("z", "rb"))',
  ].map((text): Row => ['a.py', text, /^line \d/]),
  ...['importlib.util.find_spec("lib.z")', 'find_spec("lib.z")'].map(
    (text): Row => [
      'a.py',
      `import importlib.util\nfrom importlib.util import find_spec\n${text}`,
      ['lib/__init__.py'],
      { 'lib/__init__.py': '', 'lib/z.py': '' },
    ],
  ),
  ['a.py', 'from importlib import import_module as im\nim("z")', ['z.py']],
  ['a.py', 'from importlib import *\nimport_module("z")', ['z.py']],
  ['a.py', 'from pk import *', ['pk/m.py'], { 'pk/__init__.py': '__all__ = ["m"]', 'pk/m.py': '' }],
  ['a.py', 'from pk import *', /__all__/, { 'pk/__init__.py': 'import os\n__all__ = os.listdir("pk")' }],
  ['a.py', 'import pk.m', /__path__/, { 'pk/__init__.py': '__path__.insert(0, "d")', 'pk/m.py': '' }],
  [
    'a.py',
    'import lib\nlib.run(["python3", "z.py"])',
    /lib\.py line 3: subprocess\.run/,
    { 'lib.py': 'import subprocess\ndef run(cmd):\n    subprocess.run(cmd)\nrun(["git"])' },
  ],
]

const CP = 'require("child_process")'

/** What loads code, in a use that is not a call of its name. */
const USES_OF_LOADERS: readonly string[] = [
  'const vm = require("vm"); vm.runInThisContext.call(null, t)',
  'const vm = require("vm"); vm.runInThisContext.apply(null, [t])',
  'const run = require("vm").runInThisContext.bind(null); run(t)',
  'Reflect.apply(require("vm").runInThisContext, null, [t])',
  'const vm = require("vm"); Reflect.construct(vm.Script, [t]).runInThisContext()',
  'const { Script } = require("vm"); class Policy extends Script {} new Policy(t).runInThisContext()',
  'class Policy extends require("vm").Script {} new Policy(t).runInThisContext()',
  'let run; ({ runInThisContext: run } = require("vm")); run(t)',
  'let run; [run] = [require("vm").runInThisContext]; run(t)',
  '[t].forEach((text) => apply(text, require("vm").runInThisContext)); function apply(text, run) { run(text) }',
  '[t].map(require("vm").runInThisContext)',
  'setTimeout(require("vm").runInThisContext, 1, t)',
  'const vm = require("vm"); const { ["runInThisContext"]: run } = vm; run(t)',
  'const vm = require("vm"); const { ["runIn" + "ThisContext"]: run } = vm; run(t)',
  'const { ...vm } = require("vm"); const run = vm.runInThisContext; run(t)',
  'const vm = require("vm"); vm[name](t)',
  'const vm = require("vm"); const all = { ...vm }; all.run(t)',
  'const [run] = [require("vm").runInThisContext]; run(t)',
  'for (const run of [require("vm").runInThisContext]) run(t)',
  'const run = require("vm").runInThisContext ?? null; run(t)',
  'const run = (0, require("vm").runInThisContext); run(t)',
  'const run = require("vm")?.runInThisContext; run(t)',
  'const at = { run: require("vm").runInThisContext }; at.run(t)',
  'class Guard { run = require("vm").runInThisContext; check() { this.run(t) } } new Guard().check()',
  'module.exports = require("vm")',
  'const noop = async () => {}; const AsyncFunction = noop.constructor; new AsyncFunction(t)()',
  'function noop() {} new noop.constructor(t)()',
  'const { Script } = require("vm"); new Script.prototype.constructor(t).runInThisContext()',
  'new require.main.constructor("p").load("./z")',
  'const name = "node:vm"; class Policy extends require(name).Script {} new Policy(t)',
  'const test = require("node:test"); const o = { files: ["./z"] }; test.run(o)',
  'const pick = () => require("vm").Script; new (pick())(t).runInThisContext()',
  'import("vm").then(({ Script }) => { class Policy extends Script {} })',
  'const vm = process.getBuiltinModule("vm"); [t].map(vm.runInThisContext)',
  'const vm = require("vm"); use(vm)',
  'const Policy = Function; new Policy(t)()',
  'class Policy extends Function {} new Policy(t)()',
  'const { Session } = require("inspector"); new Session().post("Runtime.evaluate", { expression: t })',
  'const session = new (require("inspector").Session)(); const send = session.post.bind(session)',
  'require("module").registerHooks({ load: (url, context, next) => next(url, context) })',
  'const { registerHooks: on } = require("module"); on({ resolve })',
  'require("module")._resolveFilename = () => "./z"; require("./z.js")',
  'require("module")._findPath = () => "./z"; require("./z.js")',
  'require("module").wrap = () => t; require("./z.js")',
  'process.argv[1] = "./z"; require("module").runMain()',
  'const policy = new module.constructor("policy"); policy.load("./z")',
  'module.load("./z")',
  'use(module)',
  'require.extensions[".dat"] = require.extensions[".js"]; require("./z.dat")',
  'require("repl").start({ input: require("fs").createReadStream("z") })',
  'const load = null || require; load("./z" + t)',
  'const load = require("module").createRequire(__filename); ["./z"].map(load)',
  'const { Worker } = require("worker_threads"); class Guard extends Worker {} new Guard("./z" + t)',
]

/** What a relative specifier starts from is not the folder of the file. */
const FROM_ELSEWHERE: readonly Row[] = [
  ...[
    'createRequire("/lib/x")("./z.cjs")',
    'createRequire("file:///lib/x")("./z.cjs")',
    'createRequire(new URL("./lib/", import.meta.url))("./z.cjs")',
    'createRequire(import.meta.dirname + "/lib/x")("./z.cjs")',
    'createRequire(import.meta.dirname)("./z.cjs")',
    'createRequire(import.meta.dirname + "/..")("./z.cjs")',
    'createRequire(process.cwd() + "/")("./z.cjs")',
    'const from = "file:///lib/x"; createRequire(from)("./z.cjs")',
    'const __filename = "/lib/x"; createRequire(__filename)("./z.cjs")',
    'import.meta.url = "file:///lib/x"; createRequire(import.meta.url)("./z.cjs")',
    'const make = createRequire; make("/lib/x")("./z.cjs")',
    'const require = createRequire("/lib/x"); require("./z.cjs")',
    'register("./z.mjs", "file:///lib/")',
  ].map(
    (text): Row => ['a.mjs', `import { createRequire, register } from "node:module"; ${text}`, /^line 1: /],
  ),
  ...[
    'require("module")._load("./z.js", { filename: "/lib/x", paths: [] })',
    'require("module").createRequire(__dirname + "/lib/x")("./z.js")',
    'require(require.resolve("./z.js", { paths: ["/lib"] }))',
    'require.main.require("./z.js")',
    'module.parent.require("./z.js")',
    'process.mainModule.require("./z.js")',
    'module.filename = "/lib/x"; require("./z.js")',
  ].map((text): Row => ['a.js', text, /^line 1: /]),
  ...[
    'await import(join(dirname(dirname(fileURLToPath(import.meta.url))), "z.mjs"))',
    'const __dirname = dirname(dirname(fileURLToPath(import.meta.url))); await import(__dirname + "/z.mjs")',
    'const __filename = fileURLToPath(import.meta.url); const __dirname = join(dirname(__filename), ".."); await import(join(__dirname, "z.mjs"))',
    'const here = dirname(fileURLToPath(new URL("../x", import.meta.url))); await import(here + "/z.mjs")',
    'await import(join(import.meta.filename, "..", "..", "z.mjs"))',
    'const from = import.meta.url; await import(new URL("../z.mjs", from))',
  ].map(
    (text): Row => [
      'd/a.mjs',
      `import { dirname, join } from "path"; import { fileURLToPath } from "url"; ${text}`,
      ['z.mjs'],
      { 'z.mjs': '' },
    ],
  ),
]

const USES_IN_MODULES: readonly string[] = [
  'import vm from "node:vm"; export const run = vm.runInThisContext',
  'import * as vm from "node:vm"; export { vm }',
  'import vm from "node:vm"; export default vm',
  'export * from "node:vm"',
  'const vm = await import("node:vm").catch(() => null); class Policy extends vm.Script {}',
  'const repl = await import("node:repl").catch(() => null); repl.start({ input })',
  'import * as test from "node:test"; const o = { files: ["./z"] }; for await (const one of test.run(o));',
  'export { default } from "node:module"',
  'import { Script } from "node:vm"; export { Script as Policy }',
  'import { "runInThisContext" as run } from "node:vm"; [t].map(run)',
]

/** Ordinary uses of what could load code. */
const ORDINARY: readonly (readonly [script: string, text: string])[] = [
  ...[
    'from importlib.util import find_spec\nif find_spec("yaml") is None: print(1)',
    'import importlib.metadata\nprint(importlib.metadata.version("ruff"))',
    'import unittest\nclass Rules(unittest.TestCase):\n    pass',
    'import ctypes\nctypes.c_int(1)',
  ].map((text) => ['a.py', text] as const),
  ...['node:fs', 'fs/promises', '@scope/name/part', 'name', 'data:application/json,1'].map(
    (name) => ['a.mjs', `import '${name}'`] as const,
  ),
  ...[
    'import data from "data:application/json,{}" with { type: "json" }; console.log(data)',
    'import { createRequire } from "node:module"; const require = createRequire(import.meta.url); require("fs")',
    'import { createRequire } from "node:module"; const { resolve } = createRequire(import.meta.url); resolve("fs")',
    'import { createRequire } from "node:module"; globalThis.require = createRequire(import.meta.url)',
    ...[
      'import.meta.filename',
      'import.meta.dirname + "/"',
      'join(import.meta.dirname, "package.json")',
      'fileURLToPath(import.meta.url)',
      'new URL(import.meta.url)',
      'new URL("./package.json", import.meta.url)',
      '__filename',
    ].map(
      (from) =>
        `import { createRequire } from "node:module"; const __filename = fileURLToPath(import.meta.url); createRequire(${from})("fs")`,
    ),
    'import Module, { isBuiltin } from "node:module"; isBuiltin("fs") && Module.builtinModules.includes("fs")',
    'import test, { describe, it } from "node:test"; test("a", () => {}); test.skip("b"); describe("c", () => it("d", run)); function run() {}',
    'const fs = await import("node:fs").catch(() => null); fs.readFileSync(0)',
    'import { isMainThread, Worker } from "node:worker_threads"; if (isMainThread && Worker) console.log(1)',
    'export { isMainThread, parentPort } from "node:worker_threads"',
    'import { Session } from "node:inspector/promises"; const session = new Session(); await session.post("Profiler.enable")',
    'import vm, { Script, isContext } from "node:vm"; if (isContext(a) && !(b instanceof Script)) vm.createContext({})',
    'import cluster from "node:cluster"; if (cluster.isPrimary) cluster.fork()',
    'import module from "./module.mjs"; console.log(module, module[a])',
    'export { exec, eval } from "./module.mjs"',
  ].map((text) => ['a.mjs', text] as const),
  ...[
    'if (require.main === module) module.exports = { a: 1 }',
    'const load = require; load("fs"); delete require.cache[__filename]; require.resolve("fs")',
    'if (typeof module !== "undefined" && module.exports) module.exports = a',
    'const { filename, paths } = module; console.log(filename, paths)',
    'require("module").createRequire(__filename)("fs"); require("module").createRequire(__dirname + "/x")("fs")',
    'module.require("fs"); globalThis.require?.("fs")',
    'for (const module of [1, 2]) console.log(module)',
    'const vm = require("vm"); if (a instanceof vm.Script || typeof vm.SourceTextModule === "function") vm.runInNewContext("1")',
    'require("vm").createContext(); typeof eval; a.constructor === Function || a instanceof Function',
    '/** @type {Function} */ const a = Function.prototype.toString.call(b); Function.prototype.call.call(b)',
    'const AsyncFunction = (async () => {}).constructor; console.log(a instanceof AsyncFunction)',
    'const name = Object.getPrototypeOf(a).constructor.name',
    'class A { copy() { return new this.constructor(1) } } const a = new A(); new a.constructor(2)',
    'const main = require.main; if (require.main?.filename === __filename && main === module) console.log(1)',
    'if (typeof WebAssembly === "object" && a instanceof WebAssembly.Module) WebAssembly.validate(a)',
    'const { execSync } = require("child_process"); if (execSync) (0, execSync)("git status")',
    'require("module").enableCompileCache?.()',
    'const a = require("vm").constants.USE_MAIN_CONTEXT_DEFAULT_LOADER',
  ].map((text) => ['a.js', text] as const),
  [
    'a.mts',
    'import type { Script } from "node:vm"; import type Module from "node:module"; let a: Script | Function | typeof Module; class B implements Script {}; export type { Script }',
  ],
]

const MODULES: readonly Row[] = [
  ...['@/z', '$lib/z', 'https://host/z.mjs', 'npm:z'].map(
    (name): Row => ['a.mts', `import '${name}'`, /^line 1: import /],
  ),
  ['a.mts', "import './lib/x.js'", ['lib/x.ts'], { 'lib/x.ts': '' }],
  ['a.mts', "import './lib/x.mjs'", ['lib/x.mts'], { 'lib/x.mts': '' }],
  ['a.mts', "await import('./lib/x.js')", ['lib/x.tsx'], { 'lib/x.tsx': '' }],
  ...[
    "import './m.mjs?v=1'",
    "import './m.mjs#a'",
    "import './%6d.mjs'",
    "import './m\\t.mjs'",
    "export * from './m.mjs?v=1'",
    "export { a } from './m.mjs?v=1'",
    "await import('./m.mjs?v=1')",
    "await import(new URL('./m.mjs?v=1', import.meta.url))",
    "import { Worker } from 'node:worker_threads'; new Worker(new URL('./m.mjs?v=1', import.meta.url))",
  ].map((text): Row => ['a.mjs', text, ['m.mjs'], { 'm.mjs': '' }]),
  ['a.mts', "import './m.mts?v=1'", ['m.mts'], { 'm.mts': '' }],
  ['a.js', "import('./m.mjs?v=1')", ['m.mjs'], { 'm.mjs': '' }],
  ['a.mjs', "export * from 'data:text/javascript,0'", /line 1: export/],
  ['a.mjs', "import 'data:text/javascript,0'", /line 1: import/],
  ...[
    'const f = "z.js"; cp.execSync("node " + f)',
    'const f = "z.js"; cp.execSync(`node ${f}`)',
    'const f = "z.js"; cp.execSync(["node", f].join(" "))',
    'cp.execSync("node ".concat("z.js"))',
    'let line = "node"; line += " z.js"; cp.execSync(line)',
    'const words = ["node"]; words.push("z.js"); cp.execSync(words.join(" "))',
    'require("module").enableCompileCache(__dirname + "/.cache")',
    'const { enableCompileCache: on } = require("module"); on(__dirname + "/.cache")',
    'const on = require("module").enableCompileCache; on(__dirname + "/.cache")',
    'const { runInThisContext: run } = require("vm"); run(require("fs").readFileSync("z"))',
    'const { Script: Policy } = require("vm"); new Policy(require("fs").readFileSync("z"))',
    'const vm = require("vm"); new vm.Script("1", { cachedData: require("fs").readFileSync("z") })',
    'const { instantiate: make } = WebAssembly; make(require("fs").readFileSync("z"))',
    'const { _extensions: table } = require("module"); table[".js"](module, "./z")',
    'require("crypto").setEngine("./z")',
    'const { loadEnvFile: env } = process; env("z"); cp.execSync("node -v")',
    'import("child_process").then(({ execSync: run }) => run("node z.js " + process.argv[2]))',
    'const line = process.argv[2] ? "git status" : "node z.js"; cp.execSync(line)',
    'const run = (line) => cp.execSync(line); run("git status"); run("node z.js")',
    'const run = (line) => cp.execSync(line); ["node z.js"].forEach(run)',
    'const run = (line) => cp.execSync(line); module.exports = { run }; run("git status")',
    'cp.execSync("git status; node z.js")',
    'cp.execSync("git status $(sh z.sh)")',
    'cp.spawnSync("node", ["-r", "./z.js", "y.js"])',
    'cp.spawnSync("timeout", ["5", "./z.sh"])',
    'cp.spawnSync("env", ["node", "z.js"])',
    'cp.spawnSync("sh", ["-c", "sh z.sh"])',
    'cp.spawnSync("node z.js", { shell: true })',
    'cp.spawnSync("sh z.sh", ["a"], { shell: true })',
    'cp.spawnSync("true", { shell: "./z.sh" })',
    'process.env.PATH = __dirname + "/bin:" + process.env.PATH; cp.execSync("ls")',
    'process.env.PATH += ":./node_modules/.bin"; cp.execSync("ls")',
    'process.env["PATH"] = `${process.cwd()}/bin:${process.env.PATH}`; cp.execSync("ls")',
    'const key = "PATH"; process.env[key] = "./bin"; cp.execSync("ls")',
    'const env = { ...process.env, PATH: __dirname + "/bin:" + process.env.PATH }; cp.execSync("ls", { env })',
    'const PATH = "./bin:" + process.env.PATH; cp.execSync("ls", { env: { PATH } })',
    'const more = { PATH: "./bin" }; cp.execSync("ls", { env: more })',
    'const more = {}; more.PATH = "./bin"; cp.execSync("ls", { env: more })',
    'Object.assign(process.env, { PATH: "./bin" }); cp.execSync("ls")',
    'cp.execSync("ls", { env: { PATH: [__dirname, process.env.PATH].join(require("path").delimiter) } })',
    'const withBin = (from) => ({ ...from, PATH: __dirname + ":" + from.PATH }); cp.execSync("ls", { env: withBin(process.env) })',
    'const make = () => { const vars = { ...process.env }; vars.PATH = __dirname + ":" + vars.PATH; return vars }; cp.execSync("ls", { env: make() })',
    'const extra = { PATH: [__dirname].concat(process.env.PATH).join(":") }; cp.execSync("ls", { env: { ...process.env, ...extra } })',
    'const extra = { PATH: __dirname + ":/usr/bin:/bin" }; cp.execSync("ls", { env: { ...process.env, ...extra } })',
    'const own = process.env; own.PATH = "bin:" + own.PATH; cp.execSync("ls")',
    'const o = {}; const vars = { ...process.env }; vars.PATH = "bin"; o.env = vars; cp.execSync("ls", o)',
    'function setPath(target) { target.PATH = "bin:" + target.PATH } setPath(process.env); cp.execSync("ls")',
    'const key = process.platform === "win32" ? "Path" : "PATH"; cp.execSync("ls", { env: { ...process.env, [key]: __dirname + process.env[key] } })',
    'const key = Object.keys(process.env).find((k) => /^path$/i.test(k)); process.env[key] = __dirname + ":" + process.env[key]',
    'const vars = Object.assign({}, process.env); const key = "PATH"; vars[key] = __dirname; cp.execSync("ls", { env: vars })',
    'const add = (name, value) => ({ ...process.env, [name]: value }); cp.execSync("ls", { env: add("PATH", __dirname) })',
    'for (const [k, v] of [["PATH", __dirname]]) process.env[k] = v',
    'const env = new Map(); env.set("PATH", __dirname); cp.execSync("ls", { env: Object.fromEntries(env) })',
    'class Vars { PATH = __dirname + "/bin" } cp.execSync("ls", { env: new Vars() })',
    'cp.execSync("ls", { env: { get PATH() { return __dirname } } })',
    'const path = require("path"), os = require("os"); process.env.PATH = path.resolve(os.homedir(), __dirname, "bin")',
    'const homedir = () => __dirname; process.env.PATH = homedir() + "/bin:" + process.env.PATH',
    'const env = Object.fromEntries(Object.entries(process.env).map(([k, v]) => [k, k === "PATH" ? __dirname + v : v]))',
    'const { env: vars } = process; const key = Object.keys(vars).find(isPath); vars[key] = __dirname',
    'let vars; vars = { ...process.env }; vars[key()] = __dirname',
    'Object.defineProperty(process.env, "PATH", { value: __dirname })',
    'Reflect.set(process.env, "PATH", __dirname)',
    'const KEY = "PATH"; const map = new Map(); map.set(KEY, __dirname)',
    ';[process.env.PATH] = [__dirname]',
    '({ p: process.env.PATH } = { p: __dirname })',
    'process.env.HOME = __dirname; process.env.PATH = require("os").homedir() + "/bin"',
    'process.env.NODE_OPTIONS = "-r ./z.js"; cp.execSync("node -v")',
    'cp.execSync("ls", { env: { ...process.env, "BASH_ENV=./z": "sh" } })',
    'cp.execSync("ls", { env: { ...process.env, "NODE_OPTIONS=--require": "./z.js" } })',
    'process.env.LD_PRELOAD += "./z.so"; cp.execSync("ls")',
    'process.execArgv.push("-r", "./z.js"); cp.fork("./y.js")',
    'process.env.PATH = "/usr/bin/../../ws/bin"; cp.execSync("ls")',
    'process.env.PATH = "/usr/local/" + process.argv[2]; cp.execSync("ls")',
    'cp.execSync("PATH=./bin:$PATH ls")',
    'cp.execSync(`export PATH=${__dirname}/bin:$PATH; ls`)',
    'process.execArgv = ["-r", "./z.js"]; cp.fork("./y.js")',
    'cp.execSync("true", { shell: __dirname + "/z.sh" })',
    'const options = {}; options.shell = "./z.sh"; cp.execSync("true", options)',
    'cp.fork("./y.js", { execPath: "./z.sh" })',
    'cp.fork("./y.js", { execArgv: ["--require", "./z.js"] })',
    'cp["exec" + "Sync"]("node z.js")',
    'cp["execSync"]("node z.js")',
    'cp.execSync.call(null, "node z.js")',
    ';["node z.js"].forEach(cp.execSync)',
    'const f = { run: cp.execSync }; f.run("node z.js")',
    'const all = { ...cp }; all.execSync("node z.js")',
    'const { promisify } = require("util"); const run = promisify(cp.exec); run("node z.js")',
    'process.loadEnvFile("z.env"); cp.spawnSync("bash", ["-c", "true"])',
    'let c = "npm -v"; if (process.argv.length > 1) c = "sh z.sh"; cp.execSync(c)',
    'let c = "true"; try { c = "sh z.sh" } catch {} cp.execSync(c)',
    'let c = "true"; for (c of ["sh z.sh"]) cp.execSync(c)',
    'let c = "true"; [c] = ["sh z.sh"]; cp.execSync(c)',
    'let c = "true"; c &&= "sh z.sh"; cp.execSync(c)',
    'let c = "true"; function set() { c = "sh z.sh" } set(); cp.execSync(c)',
    'let p = "echo"; p = "sh"; cp.spawnSync(p, ["z.sh"])',
    'let p = "echo"; [p = "sh"] = [undefined]; cp.spawnSync(p, ["z.sh"])',
    'const w = ["sh", "-n"]; w[1] = "z.sh"; cp.spawnSync(w[0], w)',
    'if (true) { var c = "true" } c = "sh z.sh"; cp.execSync(c)',
    'var c = "true"; if (true) { var c = "sh z.sh" } cp.execSync(c)',
    'if (true) { function run(c) { cp.execSync(c) } run("true") } run("sh z.sh")',
  ].map((text): Row => ['a.js', `const cp = ${CP}\n${text}`, /^line \d/]),
  ...[
    `const run = ${CP}.execSync; run("node z.js")`,
    `["node z.js"].forEach(${CP}.execSync)`,
    `const { execSync: { call } } = ${CP}`,
    'const { Worker } = require("worker_threads"); new Worker("./y.js", { execArgv: ["--require", "./z.js"] })',
    'const { Worker } = require("worker_threads"); new Worker("./y.js", { env: { NODE_OPTIONS: "-r ./z.js" } })',
    `const { Worker } = require("worker_threads"); new Worker('require("./z.js")', { eval: true })`,
    'const cluster = require("cluster"); cluster.setupPrimary({ exec: "z.js" }); cluster.fork()',
    'const { run } = require("node:test"); run({ files: ["./z.js"] })',
    'process.execve("/usr/bin/env", ["env", "node", "z.js"])',
    'require.call(null, "./z.js")',
    'Reflect.apply(require, null, ["./z.js"])',
    '["./z.js"].forEach(require)',
    'const load = require; load(process.argv[2])',
    '["1"].map(eval)',
    'Reflect.construct(Function, [require("fs").readFileSync("z.js", "utf8")])()',
    '[].at.constructor(require("fs").readFileSync("z.js", "utf8"))()',
    'const AsyncFunction = (async () => {}).constructor; AsyncFunction(require("fs").readFileSync("z.js", "utf8"))()',
    'require("module").prototype.require.call(module, "./z.js")',
    'Bun.spawnSync(["node", "z.js"])',
    'await Bun.$`node z.js`',
    'new Deno.Command("node", { args: ["z.js"] })',
  ].map((text): Row => ['a.js', text, /^line \d/]),
  ['a.js', `const { promisify } = require("util"); promisify(${CP}.execFile)("node", ["z.js"])`, ['z.js']],
  ['a.js', 'module["require"]("./z.js")', ['z.js']],
  [
    'a.js',
    'const { Worker: W } = require("worker_threads"); new W(__dirname + "/y.js")',
    ['y.js'],
    { 'y.js': '' },
  ],
  [
    'a.mjs',
    'import { Worker as W } from "worker_threads"; new W(new URL("./y.js", import.meta.url))',
    ['y.js'],
    { 'y.js': '' },
  ],
  ['a.js', 'const { Worker: W } = require("worker_threads"); new W("1", { eval: true })', /^line 1/],
  [
    'a.mjs',
    'import x, { execSync } from "child_process"\nconst f = "z.js"\nexecSync(`node ${f}`)',
    /^line 3/,
  ],
  [
    'a.js',
    'require("node:module").register("./z.mjs", require("url").pathToFileURL(__filename))',
    ['z.mjs'],
    { 'z.mjs': '' },
  ],
  ['a.mjs', 'import * as cp from "child_process"\nexport const run = cp.execSync', /^line 2/],
  ['a.mjs', 'import { exec } from "child_process"\nexport { exec }', /^line 2/],
  ['a.mjs', 'export { exec } from "child_process"', /^line 1/],
  ...USES_OF_LOADERS.map((text): Row => ['a.js', text, /^line 1: /]),
  ...USES_IN_MODULES.map((text): Row => ['a.mjs', text, /^line 1: /]),
  ...FROM_ELSEWHERE,
  [
    'a.mjs',
    'import { run } from "./lib.mjs"; run(process.argv[2])',
    /^lib\.mjs line 1: export/,
    { 'lib.mjs': 'export { runInThisContext as run } from "node:vm"' },
  ],
  // The folder in which a program starts.
  ...[
    'cp.spawnSync("node", ["y.js"], { cwd: "d" })',
    'cp.execFileSync("sh", ["y.sh"], { cwd: __dirname + "/d" })',
    'cp.execFileSync("./y.sh", { cwd: "d" })',
    'cp.execFileSync("./y.sh", [], { cwd: process.env.CLAUDE_PROJECT_DIR + "/d" })',
    'cp.exec("./y.sh", { cwd: "d" })',
    'cp.fork("./y.js", [], { cwd: "d" })',
    'const options = { cwd: "d" }; cp.spawnSync("node", ["y.js"], options)',
    'const cwd = "d"; cp.spawnSync("node", ["y.js"], { cwd })',
    'const options = {}; options.cwd = "d"; cp.spawnSync("node", ["y.js"], options)',
    'cp.spawnSync("node", ["y.js"], { ...JSON.parse(process.argv[2]) })',
    'process.chdir("d"); cp.execFileSync("node", ["y.js"])',
    'process.chdir("d"); new (require("worker_threads").Worker)("./y.js")',
    'process.chdir("d"); require(require("path").resolve("y.js"))',
  ].map((text): Row => ['a.js', `const cp = ${CP}\n${text}`, /^line \d/, { 'y.js': '', 'y.sh': '' }]),
  [
    'a.mjs',
    'import { chdir } from "process"\nimport { execFileSync } from "child_process"\nchdir("d")\nexecFileSync("node", ["y.js"])',
    /^line 4/,
  ],
  ...[
    'cp.execFileSync("node", ["y.js"])',
    'cp.execFileSync("sh", ["./y.sh"])',
    'cp.spawn("./y.sh")',
    'cp.exec("./y.sh")',
    'cp.fork("./y.js")',
    'new (require("worker_threads").Worker)("./y.js")',
    'require(require("path").resolve("y.js"))',
  ].map(
    (text): Row => [
      'd/a.js',
      `const cp = ${CP}\n${text}`,
      [/sh"/.test(text) ? 'y.sh' : 'y.js'],
      { 'y.js': '', 'y.sh': '' },
    ],
  ),
  ['a.js', `${CP}.spawnSync("node", [__dirname + "/d/y.js"], { cwd: "e" })`, ['d/y.js'], { 'd/y.js': '' }],
]

const WHOLE: readonly (readonly [script: string, text: string])[] = [
  [
    'a.py',
    `import json, logging.config, os, pathlib, re, shlex, shutil, subprocess, sys

def run(cmd, cwd=None):
    return subprocess.run(cmd, cwd=cwd, capture_output=True, text=True)

def git(*args):
    return subprocess.check_output(["git", *args], text=True).strip()

def sh(line: str):
    try:
        return subprocess.run(line, shell=True, capture_output=True, timeout=10).stdout
    except subprocess.TimeoutExpired:
        return None

class Runner:
    def _run(self, args, **more):
        return subprocess.run(["git"] + args, **more)
    def check(self, path):
        return self._run(["diff", path])

data = json.load(sys.stdin)
path = data["tool_input"]["file_path"]
run(["git", "status"], cwd=os.getcwd())
sh("git rev-parse HEAD")
sh(f"git diff {shlex.quote(path)}")
subprocess.run(["git", "diff", path])
subprocess.run(["ruff", "format", path], check=False)
cmd = ["ruff", "check"]
if path:
    cmd.append(path)
cmd += ["--fix"]
subprocess.run(cmd)
for tool, args in [("ruff", ["check"]), ("black", ["-q"])]:
    if shutil.which(tool):
        subprocess.run([tool, *args, path])
formatter = None
if path.endswith(".go"):
    formatter = ["gofmt", "-w"]
elif path.endswith(".rs"):
    formatter = ["stylua"]
if formatter:
    subprocess.run(formatter + [path])
gofmt = shutil.which("gofmt") or "gofmt"
subprocess.run([gofmt, "-w", path])
subprocess.run(f'git add "{path}" && git status --short 2>&1 | head -3 > /dev/null', shell=True)
os.system("git status")
subprocess.check_output("git rev-parse --show-toplevel".split())
subprocess.run("git log -1 --format='%h %s'", shell=True, executable="/bin/bash")
subprocess.Popen(["notify-send", "Done", data["message"]], stdout=subprocess.DEVNULL)
subprocess.run(["sh", "-c", "git status"])
os.environ["PATH"] = "/usr/bin:/bin"
os.environ["PATH"] = "/opt/homebrew/bin" + os.pathsep + os.environ.get("PATH", "")
os.environ["PATH"] += ":" + os.path.expanduser("~/.local/bin")
os.environ["PATH"] = os.pathsep.join([str(pathlib.Path.home() / ".local/bin"), os.environ["PATH"] or ""])
os.environ["PATH"] = ":".join(one for one in os.environ["PATH"].split(":") if one)
os.environ["PATH"] = f"{os.path.dirname(sys.executable)}:{os.getenv('PATH')}"
os.environ["LANG"] = "C"
subprocess.run(["git", "status"], env={"PATH": os.environ["PATH"], "NODE_OPTIONS": "--no-warnings"})
subprocess.run(["git", "status"], env=dict(os.environ, PATH="/usr/local/bin:/usr/bin"))
found = os.environ.copy()
found["PATH"] = "/usr/local/bin:" + found["PATH"]
kept_env = {name: os.environ[name] for name in ("PATH", "HOME")}
for flag in ["CI", "NO_COLOR"]:
    os.environ[flag] = "1"
FIELDS = {"FILE_PATH": "tool_input.file_path", "COMMAND": "tool_input.command"}
process = subprocess.Popen(["jq", "."], stdin=subprocess.PIPE)
assert isinstance(process, subprocess.Popen) and hasattr(os, "fork")
re.compile("x").search(path)
logging.config.dictConfig({"version": 1, "handlers": {"a": {"class": "logging.StreamHandler"}}})
exec("x = 1")`,
  ],
  [
    'a.mjs',
    `import { exec, execFile, execFileSync, execSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
const run = promisify(exec)
const runFile = promisify(execFile)
const input = JSON.parse(readFileSync(0, 'utf8'))
const file = input.tool_input?.file_path ?? ''
const cwd = input.cwd
execSync('git status')
execSync(${'`git diff -- "${file}"`'}, { cwd, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
execSync(${'`git add ${JSON.stringify(file)} && git status --short | head -3`'})
execFileSync('git', ['diff', file])
execFileSync('ruff', ['format', file], { stdio: 'inherit', shell: process.platform === 'win32' })
const args = ['check', '--fix']
if (file) args.push(file)
spawnSync('ruff', args, { env: { ...process.env, FORCE_COLOR: '0' } })
const { stdout } = await run('git branch --show-current')
await runFile('git', ['log', '-1'])
spawn('notify-send', ['Done', file], { detached: true }).unref()
const sh = (command) => execSync(command, { cwd: process.cwd() }).toString().trim()
sh('git rev-parse HEAD')
sh('git log -1')
function git(...words) { return spawnSync('git', words, { cwd }) }
git('status')
git('diff', file)
for (const tool of ['ruff', 'black']) spawnSync(tool, [file])
let line = 'git log'
if (file) line = line + ' -1'
execSync(line)
const formatter = file.endsWith('.go') ? ['gofmt', '-w'] : ['stylua']
spawnSync(formatter.join(' ') + ' ' + file, { shell: true })
spawn('jq', ['.']).stdin.end('{}')
/x/.exec(file)
exec('command -v jq', (error) => error && process.exit(1))
execSync('git log -1', { stdio: 'ignore', shell: '/bin/bash' })
process.env.PATH = '/usr/bin:/bin'
process.env.PATH = '/opt/homebrew/bin:' + (process.env.PATH ?? '')
process.env.PATH += path.delimiter + path.join(homedir(), '.local/bin')
process.env.PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter)
process.env.PATH = process.env.PATH.split(':').filter((one) => one !== '.').join(':')
const { PATH, HOME } = process.env
execSync('git status', { env: { PATH, HOME, LANG: 'C', NODE_OPTIONS: '--no-warnings' } })
spawnSync('git', ['status'], { env: { ...process.env, PATH: ${'`${process.env.HOME}/.bun/bin:${PATH}`'} } })
const vars = { ...process.env }
vars.PATH = '/usr/local/bin:' + vars.PATH
const kept = {}
for (const name of ['PATH', 'HOME']) kept[name] = process.env[name]
for (const flag of ['CI', 'NO_COLOR']) process.env[flag] = '1'
const names = ['PATH', 'HOME']
let itself
itself = (itself)
itself[names.at(-1)] = '/x'
const FIELDS = { FILE_PATH: 'tool_input.file_path', COMMAND: 'tool_input.command' }
process.execArgv.push('--no-warnings')
execSync('PATH=/usr/local/bin:$PATH git status')
execSync('export PATH="$HOME/.local/bin:${'$'}{PATH}"; git status; echo PATH=. "PATH=$PATH"')
execFileSync('tsc', ['--noEmit', '-p', path.join(cwd, 'tsconfig.json')])`,
  ],
  [
    'a.js',
    `const { execSync, spawnSync } = require('child_process')
const cp = require('node:child_process')
function run(line) { try { return execSync(line, { encoding: 'utf8' }) } catch { return '' } }
const branch = run('git rev-parse --abbrev-ref HEAD')
run('git diff --name-only ' + branch)
cp.execSync('git status')
spawnSync('python3', ['--version'])
if (require.main === module) run('git log')
if (typeof require !== 'undefined') run('git show')
module.exports = { branch }`,
  ],
]

for (const [script, text, seen, files = {}] of [...PYTHON, ...MODULES])
  test(`trust sees what a script starts or loads, or says that it does not: ${JSON.stringify(text)}`, async (t) => {
    const hook = await hookOf(t, { [script]: text, 'z.py': '', 'z.sh': '', 'z.js': '', ...files }, script)
    for (const file of seen instanceof RegExp ? [] : seen)
      assert.ok(hook.files.includes(file), `${file}: ${hook.files}`)
    if (seen instanceof RegExp) assert.match(hook.unseen.join('; '), seen)
    else assert.deepEqual(hook.unseen, [])
  })

for (const [script, text] of WHOLE)
  test(`what starts nothing of the workspace is not named: a whole script ${extname(script)}`, async (t) => {
    const hook = await hookOf(t, { [script]: text }, script)
    assert.deepEqual(hook.unseen, [])
  })

for (const [script, text] of ORDINARY)
  test(`an ordinary use of what could load code is not named: ${text}`, async (t) => {
    const hook = await hookOf(t, { [script]: text, 'module.mjs': '' }, script)
    assert.deepEqual(hook.unseen, [])
  })

function hookOf(t: TestContext, files: Files, script: string) {
  const texts = Object.entries(files).map(([name, text]) => [name, `${text}\n`])
  return hookFiles(t, `${BY[extname(script)]} ${script}`, Object.fromEntries(texts))
}
