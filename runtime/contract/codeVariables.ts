// Environment variables through which the system, a shell or an interpreter finds code: their values run, although no
// command names them. Names only; callers interpret the values.

/**
 * The meaning of such a variable's value: file paths, options that load files, a command, or places where code is
 * found.
 */
export type CodeVariable = 'files' | 'options' | 'command' | 'places'

const NAMED: Readonly<Record<CodeVariable, RegExp>> = {
  files:
    /^(?:BASH_ENV|ENV|PYTHONSTARTUP|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|DOTNET_STARTUP_HOOKS|OPENSSL_CONF|MAKEFILES|RIPGREP_CONFIG_PATH|CORECLR_PROFILER_PATH(?:_\d+)?|COR_PROFILER_PATH(?:_\d+)?|WGETRC|HGRCPATH|R_PROFILE(?:_USER)?|LUA_INIT(?:_\d+_\d+)?)$/,
  options:
    /^(?:NODE_OPTIONS|BUN_OPTIONS|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS|TAR_OPTIONS|ZIP|ZIPOPT|GIT_ALLOW_PROTOCOL|BASH_FUNC_.*)$/,
  command:
    /^(?:PROMPT_COMMAND|PS4|RSYNC_RSH|RUSTC(?:_WORKSPACE)?_WRAPPER|SUDO_ASKPASS|GIT_PROXY_COMMAND|(?:npm_config|NPM_CONFIG)_(?:script_shell|node_options|git|SCRIPT_SHELL|NODE_OPTIONS|GIT)|PIP_PYTHON|PY_SAX_PARSER|PYTHON_DOM|GIT_SSH_COMMAND|GIT_SSH|GIT_EXTERNAL_DIFF|GIT_ASKPASS|SSH_ASKPASS|GIT_PAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GOPACKAGESDRIVER|LESSOPEN|LESSCLOSE|PERL5DB|PYTHONBREAKPOINT|VIMINIT|EXINIT|_PYTHON_SYSCONFIGDATA_NAME)$/,
  places:
    /^(?:PATH|CDPATH|LD_LIBRARY_PATH|DYLD_(?!INSERT_LIBRARIES$)\w+|PYTHONPATH|PYTHONHOME|PYTHONUSERBASE|NODE_PATH|NODE_COMPILE_CACHE|PERL5LIB|PERLLIB|RUBYLIB|GEM_HOME|GEM_PATH|LUA_C?PATH(?:_\d+_\d+)?|PHPRC|PHP_INI_SCAN_DIR|CLASSPATH|PSModulePath|PSMODULEPATH|GCONV_PATH|LOCPATH|GIT_EXEC_PATH|GIT_CONFIG(?:_\w+)?|GIT_TEMPLATE_DIR|ZDOTDIR|CURL_HOME|EMACSLOADPATH|OPENSSL_MODULES|OPENSSL_ENGINES|BASH_LOADABLES_PATH|FPATH|AWKPATH|AWKLIBPATH|GUILE_LOAD_(?:COMPILED_)?PATH|JULIA_LOAD_PATH|R_LIBS(?:_USER|_SITE)?|TCLLIBPATH|PYTHONEXECUTABLE|PYTHONPLATLIBDIR)$/,
}

// Common values that load nothing.
const HARMLESS: Readonly<Record<string, (value: string) => boolean>> = {
  PS4: (value) => !/\$\(|`/.test(value),
  MAKEFLAGS: isHarmlessMake,
  GNUMAKEFLAGS: isHarmlessMake,
  NODE_OPTIONS: (value) => value.split(' ').every((word) => NODE_SETTING.test(word)),
  ZIP: isHarmlessZip,
  ZIPOPT: isHarmlessZip,
  GIT_ALLOW_PROTOCOL: (value) => /^(?:(?:file|git|https?|ssh):?)*$/.test(value),
  TAR_OPTIONS: (value) => !/-[IF]|exec|program|script/.test(value),
}

const NODE_SETTING =
  /^(?:--(?:no-[a-z-]+|max[-_]old[-_]space[-_]size=\d+|enable-source-maps|trace-[a-z-]+|experimental-(?:vm-modules|strip-types|transform-types)))?$/

function isHarmlessZip(value: string): boolean {
  return !/(?:^|\s)(?:-\w*T|--(?:un|te))/.test(value)
}

function isHarmlessMake(value: string): boolean {
  return value
    .split(/\s+/)
    .every((word) => /^(?:-?[jklnsw]*\d*|--(?!eval|file|makefile|include)[a-z-]+(?:=\w+)?)$/.test(word))
}

/** Whether a variable of this name may make something run. */
export function isCodeVariable(name: string): boolean {
  return Object.values(NAMED).some((names) => names.test(passedName(name)))
}

// A process is given `NAME=value` as one text, so what follows a `=` in a name is the beginning of the value.
function passedName(name: string): string {
  return name.replace(/=.*$/s, '')
}

/** What a variable with this name and value makes run; undefined where it loads nothing. */
export function codeVariable(name: string, value: string): CodeVariable | undefined {
  const passed = passedName(name)
  if (passed !== name) return codeVariable(passed, `${name.slice(passed.length + 1)}=${value}`)
  if (Object.hasOwn(HARMLESS, name) && HARMLESS[name]?.(value)) return undefined
  return (Object.keys(NAMED) as CodeVariable[]).find((kind) => NAMED[kind].test(name))
}
