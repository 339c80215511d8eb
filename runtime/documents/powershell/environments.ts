// The variables that a PowerShell script sets for the programs that it starts. Found by patterns over its code.

import { UNKNOWN } from '../started/values.ts'
import { makesRun } from '../started/variables.ts'

/** Where a line sets a variable by which programs run code that trust does not see: the offset, and the words. */
export function codeSetters(code: string): readonly { readonly index: number; readonly text: string }[] {
  const kept = new Map([...code.matchAll(KEEPS)].map(([, variable = '', name = '']) => [variable, name]))
  return [...code.matchAll(SETS)].flatMap(({ 0: text, 1: own, 2: sign, 3: value, index, ...groups }) => {
    const name = own ?? groups[4] ?? groups[6] ?? groups[8] ?? ''
    const given = value ?? groups[5] ?? groups[7] ?? groups[9] ?? ''
    const whole = (sign === '+=' ? `$env:${name}` : '') + given
    // PowerShell does not distinguish `Path` and `PATH`.
    const key = /^path$/i.test(name) ? 'PATH' : name
    const variable = /^\s*\$(\w+)\s*$/.exec(whole)?.[1] ?? ''
    if (kept.get(variable)?.toLowerCase() === name.toLowerCase()) return []
    return makesRun(key, () => [shellValue(whole, name)]) ? [{ index, text }] : []
  })
}

const VALUE = String.raw`((?:"[^"\n]*"|'[^'\n]*'|[^\n;|}"'])+)`
const SETS = new RegExp(
  [
    String.raw`\$\{?env:(\w+)\}?[ \t]*(\+?=)[ \t]*${VALUE}`,
    String.raw`\b(?:Set|New)-(?:Item|Content|ItemProperty)\b[^\n;|}]{0,200}?["']?\benv:[\\/]*(\w+)["']?(?:[ \t]+-\w+)*[ \t]+${VALUE}`,
    String.raw`\b(?:si|sc|ni)[ \t]+(?:-\w+[ \t]+)*["']?env:[\\/]*(\w+)["']?(?:[ \t]+-\w+)*[ \t]+${VALUE}`,
    String.raw`::SetEnvironmentVariable\([ \t]*["'](\w+)["'][ \t]*,[ \t]*${VALUE}`,
  ].join('|'),
  'gi',
)

/** `$before = $env:PATH`, which is set again later. */
const KEEPS = /\$(\w+)[ \t]*=[ \t]*\$\{?env:(\w+)\}?[ \t]*$/gim

// The value in the words of a shell: the variable itself, folders of the system and the user, and what is not known.
function shellValue(text: string, name: string): string {
  const joined = text
    .replaceAll(/["']|[ \t]*\+[ \t]*|[ \t]+$/g, '')
    .replaceAll(/\$?\(?\[(?:System\.)?IO\.Path\]::PathSeparator\)?/gi, ';')
    .replaceAll(/\$\{?env:(\w+)\}?/gi, (_, one: string) =>
      one.toLowerCase() === name.toLowerCase() ? `$${/^path$/i.test(name) ? 'PATH' : name}` : ownFolder(one),
    )
    .replaceAll(/\$(?:HOME|PSHOME)\b/gi, '$HOME')
    .replaceAll(/\$(?!PATH\b|HOME\b)[\w{(]+/g, UNKNOWN)
  const parts = joined.split(';').map((part) => part.replaceAll('\\', '/'))
  // A folder on a drive of Windows is not one of the script's, unless it leads elsewhere.
  return parts.filter((part) => !/^[A-Za-z]:\/(?!.*\.\.)/.test(part)).join(':')
}

function ownFolder(name: string): string {
  return OWN.test(name) ? '$HOME' : UNKNOWN
}

const OWN = /^(?:USERPROFILE|HOME|(?:LOCAL)?APPDATA|Program(?:Files|Data|W6432)|SystemRoot|windir)$/i
