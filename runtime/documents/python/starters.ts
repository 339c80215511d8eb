// The functions of Python that start programs, load code by a computed name or path, or run code that they are given.

import { rowOf } from '../../contract/json.ts'

/** By module, all names that start a program. */
const STARTERS: Readonly<Record<string, readonly string[]>> = {
  subprocess: ['run', 'Popen', 'call', 'check_call', 'check_output', 'getoutput', 'getstatusoutput'],
  os: [
    ...['system', 'popen', 'startfile', 'posix_spawn', 'posix_spawnp'],
    ...[
      '_execvpe',
      '_spawnvef',
      'execl',
      'execle',
      'execlp',
      'execlpe',
      'execv',
      'execve',
      'execvp',
      'execvpe',
    ],
    ...['spawnl', 'spawnle', 'spawnlp', 'spawnlpe', 'spawnv', 'spawnve', 'spawnvp', 'spawnvpe'],
  ],
  asyncio: ['create_subprocess_exec', 'create_subprocess_shell'],
  'asyncio.subprocess': ['create_subprocess_exec', 'create_subprocess_shell'],
  pty: ['spawn'],
}

/** By module, names that load or run code, whatever they are given. */
const LOADERS: Readonly<Record<string, readonly string[]>> = {
  importlib: ['import_module', '__import__', 'find_loader'],
  // Finding a module imports the packages that it is in.
  'importlib.util': ['spec_from_file_location', 'module_from_spec', 'find_spec'],
  'importlib.machinery': [
    ...['SourceFileLoader', 'SourcelessFileLoader', 'ExtensionFileLoader'],
    ...['FileFinder', 'PathFinder'],
  ],
  'importlib.metadata': ['entry_points', 'EntryPoint'],
  _ctypes: ['dlopen', 'LoadLibrary'],
  _imp: ['create_dynamic', 'exec_dynamic'],
  _posixsubprocess: ['fork_exec'],
  _testcapi: ['run_in_subinterp'],
  _winapi: ['CreateProcess'],
  'distutils.core': ['run_setup'],
  'pip._internal': ['main'],
  'test.support': [
    'run_in_subinterp',
    'import_module',
    'import_fresh_module',
    'script_helper',
    'import_helper',
  ],
  'test.support.import_helper': ['import_module', 'import_fresh_module'],
  'test.support.script_helper': [
    ...[
      'assert_python_ok',
      'assert_python_failure',
      'spawn_python',
      'run_python_until_end',
      'run_test_script',
    ],
  ],
  sys: ['remote_exec'],
  imaplib: ['IMAP4_stream'],
  'multiprocessing.util': ['spawnv_passfds'],
  // Finding a resource imports its package.
  'importlib.resources': [
    ...['files', 'path', 'contents', 'is_resource', 'open_text', 'open_binary', 'read_text', 'read_binary'],
  ],
  'unittest.mock': ['patch'],
  imp: ['load_source', 'load_module', 'load_compiled', 'load_dynamic'],
  runpy: ['run_path', 'run_module', '_run_module_as_main', '_run_module_code', '_run_code'],
  builtins: ['exec', 'eval', 'compile', '__import__'],
  ctypes: ['CDLL', 'PyDLL', 'cdll', 'pydll', 'pythonapi'],
  zipimport: ['zipimporter'],
  code: ['InteractiveConsole', 'InteractiveInterpreter', 'compile_command', 'interact'],
  site: ['addsitedir', 'addpackage', 'addsitepackages', 'addusersitepackages'],
  bdb: ['Bdb'],
  'concurrent.interpreters': ['create', 'list_all', 'get_current', 'get_main'],
  _interpreters: ['exec', 'run_string', 'run_func', 'call'],
  multiprocessing: ['set_executable'],
  'multiprocessing.spawn': ['set_executable'],
  // What they receive is unpickled.
  'multiprocessing.connection': ['Client', 'Listener'],
  tracemalloc: ['Snapshot.load'],
  webbrowser: ['get', 'register', 'GenericBrowser', 'BackgroundBrowser'],
  pkgutil: ['get_data', 'resolve_name', 'extend_path', 'walk_packages', 'find_loader', 'get_loader'],
  pyclbr: ['readmodule', 'readmodule_ex'],
  unittest: ['main', 'TestProgram', 'TestLoader', 'defaultTestLoader'],
  'distutils.spawn': ['spawn'],
  pipes: ['Template'],
  pydoc: [
    ...['locate', 'importfile', 'safeimport'],
    ...['pipepager', 'pipe_pager', 'tempfilepager', 'tempfile_pager'],
  ],
  'logging.config': ['dictConfig', 'fileConfig', 'listen'],
  trace: ['Trace'],
  timeit: ['timeit', 'repeat', 'Timer', 'main'],
  cProfile: ['run', 'runctx', 'Profile'],
  profile: ['run', 'runctx', 'Profile'],
  'xml.sax': ['make_parser', '_create_parser'],
  'http.server': ['CGIHTTPRequestHandler'],
  types: ['CodeType', 'FunctionType'],
  typing: ['get_type_hints', 'ForwardRef'],
  pdb: ['run', 'runeval'],
  doctest: ['testfile', 'testmod'],
  sqlite3: ['SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION'],
  warnings: ['_getcategory', '_processoptions', '_setoption'],
  pickle: ['load', 'loads', 'Unpickler'],
  _pickle: ['load', 'loads', 'Unpickler'],
  marshal: ['load', 'loads'],
}

/** The names that `from module import *` may bring along. */
export function namesFrom(module: string): readonly string[] {
  return [
    ...(rowOf(STARTERS, module) ?? []),
    ...(rowOf(LOADERS, module) ?? []),
    ...(module === 'sys' ? ['path', 'executable'] : []),
  ]
}

const dotted = (all: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(all).flatMap(([module, names]) => names.map((name) => `${module}.${name}`))

const STARTER: ReadonlySet<string> = new Set([
  ...dotted(STARTERS),
  ...['check_output', 'check_call', 'Popen', 'sp.run', 'sp.check_output', 'sp.Popen'],
  ...['popen', 'commands.getoutput', 'commands.getstatusoutput'],
  ...(STARTERS.os ?? []).flatMap((name) => [`posix.${name}`, `nt.${name}`]),
])
const LOADER: ReadonlySet<string> = new Set([
  ...dotted(LOADERS),
  ...['import_module', '__import__', 'exec', 'eval', 'compile', 'execfile', 'addsitedir', 'pytest.main'],
])
/** Names that mean the same in every module; the module may be renamed. */
const BY_LAST_NAME =
  /(?:^|\.)(?:spec_from_file_location|SourceFileLoader|SourcelessFileLoader|ExtensionFileLoader|load_source|run_path|run_module|execfile|CDLL|PyDLL|LoadLibrary|(?:enable_)?load_extension|zipimporter|module_from_spec|(?:exec|load)_module|subprocess_(?:exec|shell))$|\.(?:entry_points|set_forkserver_preload)$/
/** Functions of the interpreter itself. */
const IN_PYTHON = /(?:^|\.)pythonapi\.\w+$/
/** Deserializers whose input may call any code, such as pickle. */
const OBJECTS =
  /^(?:c?[pP]ickle|marshal|dill|cloudpickle|joblib|torch|shelve|jsonpickle)\.(?:load|loads|Unpickler|open|decode)$/

/** Modules that are used for much else, and so count by their functions only. */
const OF_MANY_USES = [
  ...['importlib.metadata', 'unittest', 'unittest.mock', 'distutils.core', 'pip._internal'],
  ...['asyncio', 'asyncio.subprocess', 'logging.config', 'warnings', 'sqlite3'],
  ...['multiprocessing', 'multiprocessing.spawn', 'multiprocessing.util', 'multiprocessing.connection'],
  ...['webbrowser', 'tracemalloc'],
  ...['importlib.resources', 'test.support', 'imaplib', 'sys', 'types', 'typing', 'xml.sax', 'http.server'],
]

/** Modules that a script has to name in full; passed on as a value, what is called of them is not known. */
const MODULES: ReadonlySet<string> = new Set(
  [...Object.keys(STARTERS), ...Object.keys(LOADERS)].filter((name) => !OF_MANY_USES.includes(name)),
)

/** Modules that others have as a member, perhaps behind `_`. */
const MEMBERS = /^(?:builtins|ctypes|importlib|marshal|os|pickle|posix|pty|runpy|subprocess)$/

// `tempfile._os.system`, `inspect.importlib.import_module`: the module's own name of the function.
function ofModule(name: string): string {
  const parts = name.split('.').map((part) => part.replace(/^_+(?=[a-z])/, ''))
  const at = parts.findLastIndex((part, index) => index > 0 && index < parts.length - 1 && MEMBERS.test(part))
  return at === -1 ? name : parts.slice(at).join('.')
}

const KNOWN_BY_FUNCTION: ReadonlySet<string> = new Set([
  ...[...Object.keys(STARTERS), ...Object.keys(LOADERS)].filter((name) => !name.startsWith('test.')),
  ...['distutils', 'logging', 'pip', 'shelve'],
])

/** Whether a module is known by the functions of it that start programs or load code. */
export function isKnownByFunction(name: string): boolean {
  return KNOWN_BY_FUNCTION.has(name)
}

export type Starting = 'program' | 'import' | 'code' | 'loads'

/** What a function of this dotted name does; undefined where it neither starts nor loads anything. */
export function startingOf(called: string): Starting | undefined {
  const name = ofModule(called)
  // `lib.subprocess.run`, `self.subprocess.run`
  if (STARTER.has(called) || STARTER.has(name) || STARTER.has(name.split('.').slice(-2).join('.')))
    return 'program'
  if (
    /^(?:(?:importlib\.)?import_module|importlib\.util\.find_spec|(?:builtins\.|importlib\.)?__import__)$/.test(
      name,
    )
  )
    return 'import'
  if (/^(?:builtins\.)?(?:exec|eval|compile)$/.test(name)) return 'code'
  const loads =
    LOADER.has(called) ||
    LOADER.has(name) ||
    IN_PYTHON.test(name) ||
    BY_LAST_NAME.test(name) ||
    OBJECTS.test(name)
  return loads ? 'loads' : undefined
}

/** Whether a member of an object has the name of a module that starts programs or loads code: `shutil.os`. */
export function isMemberModule(name: string): boolean {
  return MEMBERS.test(name.replace(/^_+/, ''))
}

/** Whether the module's functions start programs or load code. */
export function isStartingModule(name: string): boolean {
  return MODULES.has(name)
}
