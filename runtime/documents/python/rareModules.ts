// Modules of Python's own that a script imports and that are not known to load no code: each counts as a program that is
// not known. What those load that scripts often use is known by function, in `starters.ts`.

import type { CalledProgram } from '../document.ts'
import { opaqueAt } from '../opaque.ts'
import { child, childrenOf, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { aliasesOf, withoutAlias } from './aliases.ts'
import { stringOf } from './literals.ts'
import { dottedName } from './references.ts'
import { STANDARD_MODULES } from './standard.ts'
import { isKnownByFunction, startingOf } from './starters.ts'

/** Modules of the standard library, with those in them, none of whose functions loads code or starts what it is given. */
const LOADS_NOTHING: ReadonlySet<string> = new Set(
  (
    'abc aifc argparse array ast asynchat asyncore atexit audioop base64 binascii binhex bisect bz2 calendar chunk cmath ' +
    'codecs collections colorsys compression concurrent configparser contextlib contextvars copy copyreg crypt csv curses ' +
    'dataclasses datetime dbm decimal difflib dis email enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ' +
    'ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imghdr ' +
    'inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox math mimetypes mmap msvcrt netrc nis ' +
    'nntplib ntpath numbers opcode operator optparse ossaudiodev pathlib platform plistlib poplib posixpath pprint pwd ' +
    'pyexpat queue quopri random re readline reprlib resource sched secrets select selectors shlex shutil signal smtplib ' +
    'sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep ' +
    'struct sunau symtable sysconfig syslog tarfile telnetlib tempfile termios textwrap this threading time token tokenize ' +
    'tomllib traceback tracemalloc tty types typing unicodedata urllib uu uuid warnings wave weakref winreg winsound xdrlib ' +
    'xml xmlrpc zipfile zlib zoneinfo ' +
    '__future__ __main__ _collections_abc _io _json _socket _ssl _thread _typeshed _weakref'
  ).split(' '),
)

/** The imports of such modules. */
export function rareModulesIn(root: SyntaxNode): readonly CalledProgram[] {
  const aliases = aliasesOf(root)
  return nodesIn(root).flatMap((node) =>
    [...new Set(namesIn(node, aliases))].filter(isRare).map((name) => ({
      kind: 'tool module',
      name,
      text: opaqueAt(root.text, node.start - root.start, node.text),
    })),
  )
}

// The whole names of the modules that a node imports.
function namesIn(node: SyntaxNode, aliases: ReturnType<typeof aliasesOf>): readonly string[] {
  if (node.type === 'import_statement')
    return childrenOf(node, 'name').map((one) => (child(one, 'name') ?? one).text)
  if (node.type === 'import_from_statement') {
    const module = child(node, 'module_name')?.text ?? ''
    if (module.startsWith('.')) return []
    const isMain = childrenOf(node, 'name').some((one) => (child(one, 'name') ?? one).text === '__main__')
    return isMain ? [module, `${module}.__main__`] : [module]
  }
  if (node.type !== 'call') return []
  const called = withoutAlias(dottedName(child(node, 'function')) ?? '', aliases)
  if (startingOf(called) !== 'import') return []
  const [first] = named(child(node, 'arguments'))
  return [(first && stringOf(first)) ?? '']
}

function isRare(module: string): boolean {
  const [name = ''] = module.split('.', 1)
  const isStandard = STANDARD_MODULES.has(name) || /^_\w/.test(name)
  // `import unittest.__main__` runs what the command line names, or finds tests.
  if (isStandard && module.endsWith('.__main__')) return true
  return isStandard && !LOADS_NOTHING.has(name) && !isKnownByFunction(name) && !isKnownByFunction(module)
}
