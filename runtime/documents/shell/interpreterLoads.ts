// The code that an interpreter runs, according to its words: the script, a module, code in an option, code to load first.

import { joinedScript, readOption, runsScriptBesides } from '../interpreterOptions.ts'
import { bringsCode, dashed, isSubcommand } from '../nodeOptions.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { type CommandLoad, fileLoad, type TextOfWord, textNode, unseenLoad } from './commandLoad.ts'
import { isKnownModule } from './knownPrograms.ts'
import { codeNamedIn } from './namedFiles.ts'
import { moduleAfter } from './pythonModules.ts'

const SHELL = /sh$/
const LOADS = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload|--init-file|--rcfile)$/

/** Placeholders that `xargs` and similar programs replace. */
const PLACEHOLDER = /^(?:\{\}|%|@)$/

/** What an interpreter of this name runs. */
export function interpreterLoads(
  name: string,
  args: readonly SyntaxNode[],
  textOf: TextOfWord,
): readonly CommandLoad[] {
  const found: CommandLoad[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as SyntaxNode
    const text = textOf(word)
    if (text === '-') break
    if (text === undefined || !/^[-+]/.test(text)) {
      if (text !== undefined && isSubcommand(name, text)) continue
      if (name === 'deno' && text === 'eval') return [...found, ...code(name, args[at + 1], word, textOf)]
      return [...found, ...fileLoad(word, name)]
    }
    // Options for library folders, and settings that load code.
    if (
      (/^-(?:[Id]|[mM]lib\b|r\W)/.test(text) && /^(?:perl|ruby|php|lua)/.test(name)) ||
      (/^-[CX]/.test(text) && name === 'ruby') ||
      (/^-l/.test(text) && name === 'lua')
    )
      found.push(unseenLoad(word))
    const [, option = text, joined] = /^(--[\w-]+)=(.*)$/s.exec(text) ?? []
    if (/^node/.test(name) && bringsCode(dashed(option))) found.push(unseenLoad(word))
    const script = joinedScript(name, text)
    if (script !== undefined) return [...found, ...fileLoad(textNode(word, script), name)]
    const use = readOption(name, text)
    if (use.brings === 'nothing') return found
    if (use.brings === 'input') break
    const own = use.text === undefined ? undefined : textNode(word, use.text)
    if (use.brings === 'code') {
      const behind = args.slice(at + 1 + use.values)
      const brought = own ?? (SHELL.test(name) ? firstCommand(name, behind, textOf) : behind[0])
      found.push(...code(name, brought, word, textOf))
      if (!runsScriptBesides(name, text)) return found
      if (own === undefined) at++
      continue
    }
    if (use.brings === 'module') {
      const module = own ?? args[++at]
      if (module === undefined) return found
      // `python3 -m pdb x.py`: a standard module that runs the file it gets.
      const rest = args.slice(at + 1)
      const modules = [module, ...moduleAfter(module, rest, textOf)]
      const called = textOf(module) ?? ''
      const more = { kind: 'named', paths: codeNamedIn(called || name, rest.map(textOf)) } as const
      const isKnown = isKnownModule(called, rest.map(textOf))
      const tool: readonly CommandLoad[] = isKnown ? [] : [{ kind: 'tool module', called }]
      return [...found, ...modules.map((one) => ({ kind: 'module', name: one }) as const), ...tool, more]
    }
    if (LOADS.test(dashed(option))) {
      const loaded = joined === undefined ? args[++at] : textNode(word, joined)
      found.push(...paths(loaded, name, textOf))
    } else at += use.values
  }
  return [...found, { kind: 'input', program: name }]
}

// Code for an interpreter, which `option` announces.
function code(
  name: string,
  text: SyntaxNode | undefined,
  option: SyntaxNode,
  textOf: TextOfWord,
): readonly CommandLoad[] {
  // `xargs sh -c`, `xargs -I{} sh -c {}`: the code is read from standard input.
  if (text === undefined || PLACEHOLDER.test(textOf(text) ?? '')) return [unseenLoad(text ?? option)]
  return [SHELL.test(name) ? { kind: 'line', text } : { kind: 'code', program: name, text }]
}

// Further options of a shell may follow its `-c`.
function firstCommand(name: string, args: readonly SyntaxNode[], textOf: TextOfWord): SyntaxNode | undefined {
  for (let at = 0; at < args.length; at++) {
    const text = textOf(args[at] as SyntaxNode)
    if (text === '--') return args[at + 1]
    if (text === undefined || !/^[-+]/.test(text)) return args[at]
    at += readOption(name, text).values
  }
  return undefined
}

// `-r dotenv/config` is a package, `-r ./setup.js` a file.
function paths(word: SyntaxNode | undefined, runBy: string, textOf: TextOfWord): readonly CommandLoad[] {
  const text = word && textOf(word)
  if (word !== undefined && text?.startsWith('data:')) return [unseenLoad(word)]
  if (word === undefined || (text !== undefined && !/^[./]|^\$/.test(text) && !text.includes('\u0001')))
    return []
  return fileLoad(word, runBy)
}
