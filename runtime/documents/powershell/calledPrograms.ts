// The programs that a PowerShell script calls and that may run more than its text shows. Cmdlets are told from programs
// by their approved verbs, aliases by name; the cmdlets that run code are found by `loads.ts`.

import type { CalledProgram, HookDocument } from '../document.ts'
import { INTERPRETER } from '../interpreterOptions.ts'
import { opaqueAt } from '../opaque.ts'
import { runsNothingElse } from '../shell/knownPrograms.ts'
import { allNodes, child, childOfType, named, type SyntaxNode } from '../treeSitter.ts'

/** The approved verbs of PowerShell's own cmdlets, and `Where`, `ForEach`, `Sort`, `Tee`. */
const CMDLET =
  /^(?:add|approve|assert|backup|block|checkpoint|clear|close|compare|complete|compress|confirm|connect|convert|convertfrom|convertto|copy|debug|deny|disable|disconnect|dismount|edit|enable|enter|exit|expand|export|find|foreach|format|get|grant|group|hide|import|initialize|install|join|limit|lock|measure|merge|mount|move|new|open|optimize|out|ping|pop|protect|publish|push|read|receive|redo|register|remove|rename|repair|request|reset|resize|resolve|restart|restore|resume|revoke|save|search|select|send|set|show|skip|sort|split|start|step|stop|submit|suspend|switch|sync|tee|test|trace|unblock|undo|uninstall|unlock|unprotect|unpublish|unregister|update|use|wait|watch|where|write)-\w+$/

/** Of `Invoke-…`, which modules name what runs a project's files (`Invoke-Pester`), those of PowerShell itself. */
const INVOKES =
  /^invoke-(?:asworkflow|cimmethod|command|expression|history|item|restmethod|webrequest|wmimethod|wsmanaction)$/

/** Give a name to a program, by which it is then called. */
const NAMES_PROGRAM = /^(?:(?:new|set)-alias|nal|sal)$/

/** Aliases of cmdlets that run nothing, and blocks and keywords that the grammar takes for commands. */
const ALIASES: ReadonlySet<string> = new Set(
  (
    '% ? ac cat cd chdir clc clear clhy cli clp cls clv cnsn compare copy cp cpi cpp cvpa dbp del diff dir dnsn ebp echo epal ' +
    'epcsv erase fc fhx fl foreach ft fw gal gbp gc gci gcm gcs gdr gerr ghy gi gin gjb gl gm gmo gp gps gpv group gsv gtz gu gv ' +
    'h help history ipcsv kill lp ls man md measure mi mount move mp mv nal ndr ni nsn nv ogv oh popd ps pushd pwd rbp rd ' +
    'rdr ren ri rm rmdir rmo rni rnp rp rv rvpa sal sasv sbp sc select set shcm si sl sleep sls sort sp spjb spps spsv ' +
    'sv tee trcm type where wjb write ' +
    'if elseif else for while do until switch try catch finally function filter class enum data inlinescript parallel sequence ' +
    'begin process end clean dynamicparam param return throw exit break continue prompt tabexpansion2'
  ).split(' '),
)

/** The calls of programs, and the functions that the script defines, in lower case: names have no letter case. */
export function programsIn(root: SyntaxNode): Pick<HookDocument, 'programs' | 'functions'> {
  const programs: CalledProgram[] = []
  const functions = new Set<string>()
  for (const node of allNodes(root)) {
    if (node.type === 'function_statement') {
      const name = childOfType(node, 'function_name')?.text ?? ''
      functions.add(name.replace(/^.*:/, '').toLowerCase())
    }
    const called = node.type === 'command' ? calledIn(node) : undefined
    if (called !== undefined)
      programs.push({ kind: 'program', name: called, text: opaqueAt(root.text, node.start, node.text) })
  }
  const left = programs.filter(({ name }) => !functions.has(name))
  return {
    ...(left.length === 0 ? {} : { programs: left }),
    ...(functions.size === 0 ? {} : { functions: [...functions] }),
  }
}

function calledIn(node: SyntaxNode): string | undefined {
  const written = child(node, 'command_name')?.text ?? ''
  const name = unquoted(written)
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com)$/, '')
  // Paths, computed names and the code of interpreters are followed, or named, otherwise.
  if (!/^[\w.+-]*[a-z][\w.+-]*$/.test(name) || INTERPRETER.test(name) || /\.\w+$/.test(name)) return undefined
  if (NAMES_PROGRAM.test(name)) return namedProgram(node)
  if (CMDLET.test(name) || INVOKES.test(name) || ALIASES.has(name)) return undefined
  const words = named(child(node, 'command_elements'))
    .filter(({ type }) => type !== 'command_argument_sep')
    .map(({ text }) => (/[$(]/.test(text) ? undefined : unquoted(text)))
  return runsNothingElse(name, words) ? undefined : name
}

// `Set-Alias ls make`: any of its words may be the program, but an option and the first, which is the new name.
function namedProgram(node: SyntaxNode): string | undefined {
  const words = named(child(node, 'command_elements')).map(({ text }) => unquoted(text).toLowerCase())
  // A path, or a computed one: what the name then calls is that file.
  const path = /\S*[\\/$(]\S*/.exec(child(node, 'command_elements')?.text ?? '')
  if (path !== null) return path[0].toLowerCase()
  const [, ...values] = words.filter((word) => /^[\w.+-]*[a-z][\w.+-]*$/.test(word) && !word.startsWith('-'))
  return values.find((word) => !CMDLET.test(word) && !INVOKES.test(word) && !runsNothingElse(word, []))
}

function unquoted(word: string): string {
  return word.replace(/^(["'])(.*)\1$/s, '$2')
}
