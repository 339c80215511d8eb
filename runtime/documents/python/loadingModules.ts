// Modules of Python's own that load, or start, most of what they are given: every name of theirs counts but those known
// not to. `starters.ts` has the functions of modules that are used for much else. Names only.

/** By module, the names that load nothing. A name may have the members of what it names behind it. */
const LOAD_NOTHING: Readonly<Record<string, RegExp>> = {
  bdb: /^(?:BdbQuit|Breakpoint)$/,
  cProfile: /^label$/,
  code: /^$/,
  ctypes:
    /^(?:c_\w+|(?:Big|Little)Endian\w+|windll\.\w+|RTLD_\w+|sizeof|util|wintypes|alignment|addressof|(?:get|set)_(?:errno|last_error)|GetLastError|FormatError|WinError|ArgumentError|Array|ARRAY|Structure|Union|POINTER|SetPointerType|pointer|byref|cast|create_(?:string|unicode)_buffer|HRESULT|DEFAULT_MODE|mem(?:move|set)|memoryview_at|py_object|(?:CFUNC|WINFUNC|PYFUNC)TYPE|resize|wstring_at|string_at|_SimpleCData|_Pointer|_CFuncPtr)(?:\W|$)/,
  doctest: /^(?:[A-Z_]+|OutputChecker|register_optionflag)$/,
  imp: /^(?:[A-Z_]+|find_module|reload|new_module|get_\w+|is_\w+|init_\w+|(?:acquire|release)_lock|lock_held|\w+_from_\w+)$/,
  importlib: /^(?:abc|invalidate_caches|machinery|metadata|readers|reload|resources|simple|util)(?:\W|$)/,
  'logging.config': /^(?:IDENTIFIER|DEFAULT_LOGGING_CONFIG_PORT|stopListening|valid_ident)$/,
  marshal: /^(?:dumps?|version)$/,
  pdb: /^(?:set_trace|post_mortem|pm|Restart)$/,
  pickle: /^(?:dumps?|Pickler|\w*Error|\w+_PROTOCOL|PickleBuffer)(?:\W|$)/,
  pkgutil: /^(?:get_importer|iter_importers|iter_modules|ModuleInfo)(?:\W|$)/,
  profile: /^$/,
  pydoc: /^(?:getdoc|plain|splitdoc|stripid|cram|describe|isdata|ispath|pager|plainpager|ttypager)$/,
  runpy: /^$/,
  shelve: /^$/,
  site: /^(?:get\w+|USER_\w+|ENABLE_USER_SITE|PREFIXES|check_enableusersite)$/,
  subprocess:
    /^(?:[A-Z_]+|\w*Error|TimeoutExpired|CompletedProcess|STARTUPINFO|list2cmdline|os|sys|time|signal)(?:\W|$)/,
  timeit: /^default_(?:timer|number|repeat)$/,
  trace: /^CoverageResults$/,
  unittest:
    /^(?:\w*TestCase|TestSuite|(?:Text)?TestResult|TextTestRunner|SkipTest|expectedFailure|skip\w*|mock|case|suite|result|runner|signals|util|async_case|(?:install|remove|register)\w+|(?:add|enter|do)Module\w+)(?:\W|$)/,
  webbrowser: /^(?:open(?:_new(?:_tab)?)?|Error)$/,
}

/** Whether a dotted name is of such a module and not known to load nothing. What a call returns is not judged here. */
export function isOfLoadingModule(name: string): boolean {
  if (name.includes('(')) return false
  const parts = name.split('.')
  for (let end = Math.min(parts.length - 1, 2); end > 0; end--) {
    const module = parts.slice(0, end).join('.')
    if (Object.hasOwn(LOAD_NOTHING, module))
      return LOAD_NOTHING[module]?.test(parts.slice(end).join('.')) === false
  }
  return false
}
