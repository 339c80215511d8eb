// Files of code that the words of a command name, whatever the program is. Reads texts only.

import { dashed } from '../nodeOptions.ts'

/** Programs that only read, write or move their files; a formatter runs none of them. */
const ONLY_READS =
  /^(?:cat|head|tail|wc|grep|egrep|fgrep|rg|ls|stat|test|\[|\[\[|echo|printf|cp|mv|rm|mkdir|rmdir|touch|chmod|chown|ln|diff|cmp|uniq|cut|tr|tee|(?:md5|sha\d+)sum|base64|basename|dirname|realpath|readlink|file|du|df|date|sleep|true|false|cd|pushd|popd|local|declare|readonly|read|return|exit|set|shift|unset|jq|yq|shellcheck|shfmt|gofmt|rustfmt|black|ruff|isort|pyright|command|type|which|hash|case|for|in|open|xdg-open|code|less|more|column|paste|rev|nl|od|xxd|sed|awk|gawk|mawk)$/
/** Options that name a file that controls what a program does. */
const CONFIGURES =
  /^(?:-[FKS]|--(?:config|rcfile|init-file|env-file(?:-if-exists)?|import-map|kubeconfig|conf|settings|options(?:-file)?|openssl-config|experimental-config-file))(?:=(.+))?$/
/** File endings of code for interpreters and linkers. */
const CODE_FILE =
  /\.(?:[bdkz]?a?sh|fish|nu|xsh|csh|py|pyw|pyc|[cm]?[jt]sx?|pl|pm|rb|lua|php|ps1|psm1|bat|cmd|r|jl|tcl|exp|scpt|applescript|gdb|vim|el|awk|sed|jq|sql|bc|m4|groovy|kts?|scala|exs?|java|jar|class|csx|fsx|go|so|dylib|dll|node|wasm|mk|cmake|specs|zig|dart|nims?|scm|sps|hs|lhs|mli?|swift|cr|elv|raku|rakumod|rkt|lisp|cl|fasl|clj[cs]?|pro|m|mlx|ipynb|janet|hx|v|odin|d|bats)$/i

/**
 * The code files among the words of a program, in whatever option: the options of all programs cannot be listed, and a
 * code file passed to a program is rarely only read.
 */
export function codeNamedIn(name: string, words: readonly (string | undefined)[]): readonly string[] {
  if (onlyReads(name)) return []
  const paths = words
    .flatMap((word = '') => word.match(/(?:\$\{\w+\}|[^\s=:,@!"'`()|&;<>{}])+/g) ?? [])
    .map((part) => part.replace(/^-\w?(?=\.{0,2}\/)/, ''))
    .filter((part) => isCodeFile(part) || /^\.{1,2}\/[^.]+$/.test(part))
  return [...paths, ...configuredBy(words)]
}

/** The files that options name as configuration. */
export function configuredBy(words: readonly (string | undefined)[]): readonly string[] {
  return words.flatMap((text = '', at) => {
    const [found, joined] = CONFIGURES.exec(dashed(text)) ?? []
    const next = at + 1 < words.length ? words[at + 1] : text
    const named = joined ?? (found === undefined ? undefined : next)
    return named === undefined ? [] : [named]
  })
}

/** Whether a program only reads, writes or moves its files. */
export function onlyReads(name: string): boolean {
  return ONLY_READS.test(name)
}

/** Whether a word is a path that interpreters or linkers treat as code. */
export function isCodeFile(path: string): boolean {
  return CODE_FILE.test(path)
}
