// Command lines that need no parser.

/** A script by its path, or an interpreter with its script: the words of such a line name all that it runs. */
const SIMPLE = new RegExp(
  [
    '^(?:exec\\s+)?(?:(?:(?:ba|da|z)?sh\\s+(?:-[ux]+\\s+)*|python[\\d.]*\\s+(?:-[uBEsI]+\\s+)*|(?:ruby|perl|php)\\s+(?!["\']?-)',
    '|(?:node|(?:bun|deno|uv)(?: run)?)\\s+(?:--(?:quiet|no-warnings|script|allow-\\w+)\\s+)*',
    '|(?:pwsh|powershell)\\s+(?:-(?:NoProfile|NonInteractive|NoLogo|File|ExecutionPolicy Bypass)\\s+)*',
    ')(?!-)[^\\s|<>`&;()*?{[]*[/.][\\w"\'][^|<>`&;()*?{\\n]*',
    "|[\"']?(?!.*node_modules)(?:\\$(?!')|[~.\\\\]|\\/(?!(?:usr|bin|sbin|lib\\w*|opt|etc)\\/)|[A-Z]:)",
    '[^|<>`&;()*?{}[\\s]*\\.(?:[bz]?a?sh|py|[cm]?[jt]s|rb|pl|php|ps1)["\']?(?:\\s[^|<>`&;()*?{}\\n]*)?)$',
  ].join(''),
)

/** Whether the words of a line name all that it runs. */
export function namesItsScript(line: string): boolean {
  return SIMPLE.test(line.trimStart())
}
