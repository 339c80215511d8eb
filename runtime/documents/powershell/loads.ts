// Files that a PowerShell script runs or loads, and loads that cannot be followed. Found by patterns over the text,
// because calls and their arguments can be written in many ways.

import type { HookDocument } from '../document.ts'
import { INTERPRETER, readOption } from '../interpreterOptions.ts'
import { isSubcommand } from '../nodeOptions.ts'
import { opaqueAt, withOpaque } from '../opaque.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { codeSetters } from './environments.ts'

const START = String.raw`(?:^|[;{|(=\n])[ \t]*`
const WORD = `("[^"\\n]*"|'[^'\\n]*'|[^\\s;|)}]+)`

/** A statement that runs or loads the file or module in its first word. */
const LOAD = new RegExp(
  `${START}(?:\\.(?=[ \\t"'$(])|&|(?:using[ \\t]+module|Import-Module|ipmo)(?:[ \\t]+-\\w+)*(?=[ \\t]))[ \\t]*${WORD}`,
  'gi',
)
/** A word whose value is computed. */
const COMPUTED = /\$|^[(@]/
/** A file in the script's own folder. */
const JOINED =
  /^\(Join-Path[ \t]+(?:-Path[ \t]+)?["']?\$\{?PSScriptRoot\}?["']?[ \t]+(?:-ChildPath[ \t]+)?["']?([\w./\\-]+)["']?[ \t]*\)/i
/** The keys of a module's manifest whose values are files that are run or loaded with the module. */
const MANIFEST = new RegExp(
  `${START}(?:RootModule|ModuleToProcess|NestedModules|(?:Scripts|Types|Formats)ToProcess|RequiredAssemblies)[ \\t]*=([^=@][^\\n;}]*|[ \\t]*@\\([^)]*)`,
  'gi',
)
/** A program or script by its path. */
const RUN = new RegExp(`${START}((?:\\.{1,2}|[\\w.-]+)[\\\\/][^\\s;|(){}"']+)`, 'g')
/** A statement that changes the folder in which paths are looked up. */
const GOES = new RegExp(
  `${START}(?:Set-Location|Push-Location|Pop-Location|sl|cd|chdir|pushd|popd)\\b[^\\n;|}]*`,
  'gi',
)
/** The folder of the script itself, in which its files are looked up anyway. */
const OWN_FOLDER = /^\S+\s+(?:-\w+\s+)?["']?\$\{?PSScriptRoot\}?["']?\s*$/i
/** Code that is created from text or started in another process. */
const OPAQUE =
  /\b(?:Invoke-Expression|iex|Add-Type|Start-(?:Process|Job|ThreadJob)|Invoke-Command|Invoke-Item|icm|saps|sajb)\b[^\n;|}]*|\bii(?=[ \t]+[.$"'(])[^\n;|}]*|\bNew-Object[ \t]+(?:-TypeName[ \t]+)?["']?(?:System\.)?Diagnostics\.Process\b[^\n]*|\[scriptblock\]::Create\([^\n]*|\[(?:System\.)?Reflection\.Assembly\]::Load\w*\([^\n]*|-enc(?:odedcommand)?\b[^\n]*|\bProcess(?:StartInfo)?\]::(?:Start|new)\([^\n]*|\bProcessStartInfo\b[^\n]*|\bInvokeCommand\.(?:InvokeScript|NewScriptBlock|ExpandString)\([^\n]*|\.AddScript\([^\n]*|\bUpdate-(?:Format|Type)Data\b[^\n]*|\b(?:Register-(?:ScheduledJob|ScheduledTask|PSSessionConfiguration)|New-Service|Add-PSSnapin|Import-PSSession|Enter-PSHostProcess|Show-Command)\b[^\n;|}]*|\b(?:New|Set|Copy|Move|Rename)-Item\b[^\n;|}]{0,200}?\benv:[\\/]*["']?(?![\w\\/"'])[^\n;|}]*/gi
/** Objects and methods of .NET by which a library, a text or another command's code runs. */
const LOADS_TYPE =
  /\.ScriptBlock\b[^\n]*|\.GetScriptBlock\([^\n]*|\bNew-Object[ \t]+-Com(?:Object)?\b[^\n]*|(?:::|\.)(?:(?:Unsafe)?LoadFrom\w*|LoadFile|LoadUnmanagedDll\w*|CreateInstanceFrom\w*)\([^\n]*|\bNativeLibrary\]::\w+\([^\n]*|\bCurrentDomain\.(?:Load|ExecuteAssembly)\w*\([^\n]*|\bXamlReader\]::\w+\([^\n]*/gi
/** A code file as an argument of any command: `python guard.py`, `pwsh -File other.ps1`, `.\other.ps1`. */
const NAMED =
  /(?<![\w.$/\\-])((?:\$PSScriptRoot[\\/]|\.{0,2}[\\/])?(?:[\w.-]+[\\/])*[\w-][\w.-]*\.(?:ps1|psm1|psd1|py|sh|bash|[cm]?[jt]s|rb|pl|php|bat|cmd|dll))(?![\w.])/gi
/** A command with its words, up to the end of its statement. */
const COMMAND = new RegExp(`${START}(?:[&.][ \\t]*)?["']?([\\w.-]+)["']?[ \\t]+([^\\n;|)}]*)`, 'gi')

/** An interpreter without words, which reads its code from what is piped into it: `Get-Content x | sh`. */
const ALONE = new RegExp(`${START}(?:[&.][ \\t]*["']?)?([\\w.-]+)["']?[ \\t]*(?=[\\n;|)}]|$)`, 'gi')
const READS_INPUT = new RegExp(`${INTERPRETER.source}|^(?:pwsh|powershell)$`, 'i')
/** A command whose name has escaped letters: `./x`.ps1`. */
const ESCAPED = new RegExp(`${START}(?:[&.][ \\t]*)?[\\w./\\\\~$:-]*\`[^\\s][^\\n;|]*`, 'g')

/** Files relative to the script that it runs or loads, and loads that cannot be followed. */
export function loadsIn({ text }: SyntaxNode): Pick<HookDocument, 'imports' | 'opaque'> {
  const imports = new Set<string>()
  const opaque: string[] = []
  const code = text.replaceAll(/<#[\s\S]*?#>|(?<![`\w])#[^\n]*/g, (comment) => ' '.repeat(comment.length))
  /** A path is looked up in the folder that the script may have changed to. */
  let usesFolder = /(?<![\w$/\\.-])\.{1,2}[\\/]\w/.test(code)
  for (const { 0: load, 1: word = '', index } of code.matchAll(LOAD)) {
    const start = index + load.length - word.length
    const own = ownFile(word, code.slice(start, start + LONGEST_JOIN))
    if (COMPUTED.test(own)) opaque.push(opaqueAt(text, start, load))
    else if (/^[^/~][^:]*\//.test(own)) {
      module(besides(own))
      // A path that is not computed and begins with a parenthesis joins the script's own folder.
      usesFolder ||= !/^\(|PSScriptRoot/i.test(word)
    }
  }
  for (const { 0: line, 1: values = '', index } of code.matchAll(MANIFEST)) {
    if (values.includes('$')) opaque.push(opaqueAt(text, index, line))
    for (const [word] of values.matchAll(/"[^"\n]*"|'[^'\n]*'/g)) module(besides(pathOf(word)))
  }
  for (const [, path = ''] of code.matchAll(RUN)) {
    imports.add(besides(pathOf(path)))
    usesFolder = true
  }
  if (usesFolder)
    for (const { 0: going, index } of code.matchAll(GOES))
      if (!OWN_FOLDER.test(going.replace(/^[\s;{|(=]+/, ''))) opaque.push(opaqueAt(text, index, going))
  for (const pattern of [OPAQUE, LOADS_TYPE])
    for (const { 0: load, index } of code.matchAll(pattern)) opaque.push(opaqueAt(text, index, load))
  for (const { 0: command, 1: program = '', 2: words = '', index } of code.matchAll(COMMAND)) {
    const script = scriptOf(program.toLowerCase().replace(/\.exe$/, ''), words)
    if (script === 'unseen' || (script !== undefined && /[$`]/.test(script)))
      opaque.push(opaqueAt(text, index, command))
    else if (script !== undefined) imports.add(besides(script))
  }
  for (const { 0: command, 1: program = '', index } of code.matchAll(ALONE))
    if (READS_INPUT.test(program.replace(/\.exe$/i, ''))) opaque.push(opaqueAt(text, index, command))
  for (const { 0: command, index } of code.matchAll(ESCAPED)) opaque.push(opaqueAt(text, index, command))
  for (const { text: setting, index } of codeSetters(code)) opaque.push(opaqueAt(text, index, setting))
  for (const [, word = ''] of code.matchAll(NAMED)) {
    const own = pathOf(word)
    if (!/^\/|\$/.test(own)) imports.add(besides(own))
  }
  return { imports: [...imports], ...withOpaque(opaque) }

  // A module may be named without its ending, or by its folder.
  function module(path: string): void {
    const name = path.slice(path.lastIndexOf('/') + 1)
    for (const ending of ['', '.psm1', '.psd1', '.ps1', `/${name}.psm1`, `/${name}.psd1`])
      imports.add(`${path}${ending}`)
  }
}

function besides(path: string): string {
  return /^\.{1,2}\//.test(path) ? path : `./${path}`
}

/** The most characters of `(Join-Path $PSScriptRoot 'name')` that are looked at. */
const LONGEST_JOIN = 1000

// The word, or the file in the script's own folder that the command in parentheses joins.
function ownFile(word: string, rest: string): string {
  const joined = JOINED.exec(rest)?.[1]
  return joined === undefined ? pathOf(word) : `./${joined.replaceAll('\\', '/')}`
}

function pathOf(word: string): string {
  const path = word.replaceAll(/^["']|["']$/g, '').replaceAll('\\', '/')
  return path.replace(/^\$\{?PSScriptRoot\}?\/|^\(Join-Path \$PSScriptRoot\s+/i, './')
}

// The script that an interpreter runs: the first word that is no option and no value of one. `unseen` where the code is
// given in another way; undefined for other programs, for absolute paths, and where nothing is run.
function scriptOf(program: string, line: string): string | undefined {
  if (!INTERPRETER.test(program)) return undefined
  const words = (line.match(/"[^"\n]*"|'[^'\n]*'|[^\s"']+/g) ?? []).map(pathOf)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (!/^[-+]./.test(word)) {
      if (isSubcommand(program, word)) continue
      return word.startsWith('/') ? undefined : word
    }
    const { brings, values } = readOption(program, word)
    if (brings !== undefined) return brings === 'nothing' ? undefined : 'unseen'
    at += values
  }
  return 'unseen'
}
