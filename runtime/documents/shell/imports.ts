// Which local files a script sources or runs, which loads cannot be followed, and which programs it cannot work
// without.

import { defined } from '../../contract/defined.ts'
import { isDevice, isOfProcess } from '../../contract/systemPaths.ts'
import type { Anchored } from '../document.ts'
import { closedCode } from '../inlineCode.ts'
import { INTERPRETER } from '../interpreterOptions.ts'
import { withOpaque } from '../opaque.ts'
import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { isByName, programList, removedFunctions } from './calledPrograms.ts'
import { foldersOf, MOST_FOLDERS } from './changedFolders.ts'
import { startingTexts, startsByInput } from './commandInputs.ts'
import type { CommandLoad } from './commandLoad.ts'
import { hiddenCommands, isInString, isMisread, isQuotedEnd } from './hiddenCommands.ts'
import type { JoinedTree } from './joinedLines.ts'
import { inputOf } from './literalInput.ts'
import { changesLoading, evaluatesText, setByEnv, systemPlaces } from './loadingVariables.ts'
import { loadsOf } from './loads.ts'
import { besideScript } from './localLoad.ts'
import { isCodeFile } from './namedFiles.ts'
import { type Needs, runsOf } from './needs.ts'
import { OWN_FOLDER, textOf } from './paths.ts'
import { moduleFiles } from './pythonModules.ts'
import { runnerCalls } from './runnerFunctions.ts'
import { setsSeparators, valuesOf } from './setVariables.ts'
import { splitWordsOf } from './wordSplitting.ts'

/** Parses shell text inside a script; undefined where it does not parse. */
export type Inner = (text: string) => Promise<SyntaxNode | undefined>

/** The nesting depth of quoted commands that is followed. */
const DEEPEST = 3
/** The most texts of commands within the script that are followed: each is parsed by itself. */
const MOST_LINES = 1000

/** The local files the script sources or runs, and the tools it calls without checking that they exist. */
export async function needsOf({ root, shown }: JoinedTree, inner: Inner): Promise<Needs> {
  /** Each with the programs that run it. */
  const imports = new Map<string, Set<string | undefined>>()
  const anchored = new Map<string, Anchored>()
  const opaque = new Set<string>()
  const recipes = new Set<string>()
  const programs = programList()
  const hasReturns = root.text.includes('\r')
  const hasFunctions = /\(\)|\bfunction\b/.test(root.text)
  const startsText = startingTexts(root)
  let pythonFromCwd = false
  let lines = 0
  const called = new Set<string>()
  const own = new Set<string>()
  const looked = new Set<string>()
  const removed = removedFunctions(root.text)
  const variables = valuesOf(root)
  const wordText = (word: SyntaxNode) => textOf(word, variables)
  const isOpen = setsSeparators(root)
  const functions = new Map(
    root.children.filter(({ type }) => type === 'function_definition').map((node) => [nameOf(node), node]),
  )
  /** Functions that run a program whose name they are given: `run() { "$@"; }`. */
  const runners = runnerCalls(functions)
  const folders = new Set(foldersOf(root, variables))
  await walk(root, shown, 0, true)
  for (const { words, text, starts } of runners.found()) {
    followPassed(words, text)
    for (const start of starts) addPassed(start, text)
  }
  for (const name of removed) own.delete(name)
  const tools = [...called].filter((tool) => !own.has(tool) && !looked.has(tool))
  return {
    imports: [...imports.keys()],
    ...runsOf(imports),
    ...(anchored.size === 0 ? {} : { anchored: [...anchored.values()] }),
    ...withOpaque([...opaque]),
    ...(recipes.size === 0 ? {} : { recipes: [...recipes] }),
    ...programs.found(own),
    ...(own.size === 0 ? {} : { functions: [...own] }),
    ...(pythonFromCwd ? { pythonFromCwd } : {}),
    tools,
  }

  // `isOwn`: it runs where the functions of the script are known.
  async function walk(
    tree: SyntaxNode,
    shown: (node: SyntaxNode) => string,
    depth: number,
    isOwn: boolean,
  ): Promise<void> {
    const open: Open[] = [{ node: tree, inString: false, inFunction: false, inNumber: false }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node } = next
      if (isMisread(node)) recipes.add(shown(node))
      for (const line of hiddenCommands(node, next.inString)) {
        await followLine(line, shown(node), depth, isOwn)
        if (lines > MOST_LINES) break
      }
      if (node.type === 'function_definition') own.add(nameOf(node))
      if (changesLoading(node, wordText) || evaluatesText(node, wordText)) opaque.add(shown(node))
      if (startsByInput(node)) opaque.add(shown(node))
      else if (startsText(node)) recipes.add(shown(node))
      // A system path, unless the workspace is below it.
      if (node.type === 'variable_assignment')
        for (const file of systemPlaces(node))
          anchored.set(`${file}\n${shown(node)}`, { file, text: shown(node) })
      // `PAGER=./x.sh man ls`, and a file that is redirected into a program that executes it.
      if (node.type === 'variable_assignment' || (node.type === 'file_redirect' && node.text.startsWith('<')))
        named(node).forEach((word) => {
          const path = wordText(word)
          if (path !== undefined && isCodeFile(path)) followPath(path, { certain: false }, shown(node))
        })
      if (node.type === 'command') {
        for (const word of setByEnv(node, wordText)) opaque.add(shown(word))
        const words = splitWordsOf(node, variables, isOpen)
        const [, program] = words
        const runner = functions.get(nameOf(node))
        if (depth === 0 && runner !== undefined && program !== undefined)
          runners.addCall({ of: runner, words: words.slice(1), text: shown(node) })
        for (const load of loadsOf(words, wordText)) await follow(load, node, next, shown, depth, isOwn)
        const name = nameOf(node)
        if (TOOLS.has(name)) called.add(name)
        if (/^(command|type|which|hash)$/.test(name))
          for (const { text } of childrenOf(node, 'argument')) looked.add(text)
      }
      const more = {
        inString: isInString(node, next.inString),
        inFunction: next.inFunction || node.type === 'function_definition',
        inNumber: next.inNumber || (node.type === 'command_substitution' && ARITHMETIC.test(node.text)),
        ...(node.type === 'redirected_statement' ? { redirected: node } : {}),
      }
      const isQuoted = isQuotedEnd(node)
      for (let i = node.children.length - 1; i >= 0; i--) {
        const one = node.children[i] as SyntaxNode
        if (!(isQuoted && one.type === 'heredoc_body')) open.push({ node: one, ...more })
      }
    }
  }

  async function follow(
    load: CommandLoad,
    node: SyntaxNode,
    { redirected = node, inFunction, inNumber }: Open,
    shown: (node: SyntaxNode) => string,
    depth: number,
    isOwn: boolean,
  ): Promise<void> {
    if (load.kind === 'module' || ('program' in load && /^py/.test(load.program))) pythonFromCwd = true
    switch (load.kind) {
      case 'unseen':
        // A script with functions may choose among them by name.
        if (load.certain === true || !hasFunctions || load.called.text.includes('/')) opaque.add(shown(node))
        else if (depth === 0) runners.addProgram(load.called)
        return
      case 'program':
      case 'tool module':
        // What a function calls may be defined behind it.
        if (!inNumber && (depth > 0 || !isOwnFunction(node)))
          programs.add(load, shown(node), {
            byName: isByName(node, load.called),
            isLater: isOwn && (depth > 0 || inFunction),
          })
        return
      case 'named':
        for (const path of load.paths) followPath(path, { certain: false }, shown(node))
        return
      case 'file':
        followFile(load, shown(node))
        return
      case 'module':
        followModule(wordText(load.name), shown(node))
        return
      case 'code': {
        const code = wordText(load.text)
        if (code === undefined || !closedCode(load.program, code)) opaque.add(shown(node))
        return
      }
      case 'line':
        await followLine(wordText(load.text), shown(node), depth, isOwn && load.isOwn === true)
        return
      case 'input': {
        const given = inputOf(redirected)
        if (given === undefined) opaque.add(shown(node))
        else if (/sh$/.test(load.program)) await followLine(given, shown(node), depth, false)
        else if (!closedCode(load.program, given)) opaque.add(shown(node))
      }
    }
  }

  // `log test`, where the script has defined a function of that name before.
  function isOwnFunction(node: SyntaxNode): boolean {
    return !removed.has(nameOf(node)) && (functions.get(nameOf(node))?.end ?? node.end) <= node.start
  }

  // `run() { "$@"; }; run make`
  function addPassed(words: readonly SyntaxNode[], call: string): void {
    for (const load of loadsOf(words, wordText))
      if ((load.kind === 'program' || load.kind === 'tool module') && !own.has(load.called))
        programs.add(load, call, { byName: true, isLater: false })
  }

  // `run() { "$1" z; }; run ./x`, or `run sh`, whose script is among the words of the function.
  function followPassed(words: readonly SyntaxNode[], call: string): void {
    for (const [at, word] of words.entries()) {
      const text = wordText(word)
      if (at === 0 && text?.includes('/')) followFile({ file: word, certain: false, runBy: 'itself' }, call)
      if (text !== undefined && RUNS_WORDS.test(text.slice(text.lastIndexOf('/') + 1))) opaque.add(call)
    }
  }

  async function followLine(
    text: string | undefined,
    shown: string,
    depth: number,
    isOwn: boolean,
  ): Promise<void> {
    const isFollowed = text !== undefined && depth < DEEPEST && lines++ < MOST_LINES
    const tree = isFollowed ? await inner(text) : undefined
    if (tree === undefined) {
      opaque.add(shown)
      return
    }
    for (const folder of foldersOf(tree, variables))
      folders.add(folders.size < MOST_FOLDERS ? folder : undefined)
    await walk(tree, () => shown, depth + 1, isOwn)
  }

  function followFile({ file, ...how }: Followed & { readonly file: SyntaxNode }, shown: string): void {
    // A quoted `$` is a literal character, not a variable.
    const isLetter = /'[^']*\$|\\\$/.test(file.text)
    const path = isLetter ? undefined : wordText(file)
    followPath(path, how, shown)
    // To a shell, a carriage return before a line break is the last character of the line's last word.
    if (path !== undefined && hasReturns) followPath(`${path}\r`, how, shown)
  }

  function followPath(path: string | undefined, { certain, runBy }: Followed, shown: string): void {
    if (path === undefined) {
      if (certain) opaque.add(shown)
    } else if (path.startsWith(OWN_FOLDER)) {
      const beside = path.slice(OWN_FOLDER.length).replace(/^\/+/, '')
      add(/^\.\.\//.test(beside) ? beside : `./${beside}`, runBy)
    } else if (path.startsWith('${'))
      anchored.set(`${path}\n${runBy}\n${shown}`, { file: path, text: shown, ...defined({ runBy }) })
    else if (path.startsWith('~') || path.includes(OWN_FOLDER) || path.includes('${')) opaque.add(shown)
    else if (path.startsWith('/')) {
      if (isOfProcess(path) || (certain && isDevice(path) && path !== '/dev/null')) opaque.add(shown)
      else if (!isDevice(path)) add(path, runBy)
    } else if (path !== '') {
      if (certain && /[{*?[]/.test(path)) opaque.add(shown)
      add(besideScript(path), runBy)
      for (const folder of folders) {
        if (folder !== undefined) add(besideScript(`${folder}/${path}`), runBy)
        else if (certain) opaque.add(shown)
      }
    }
  }

  function followModule(name: string | undefined, shown: string): void {
    const files = name === undefined ? undefined : moduleFiles(name)
    if (files === undefined) opaque.add(shown)
    for (const file of files ?? []) add(file)
  }

  function add(file: string, runBy?: string): void {
    const programs = imports.get(file) ?? new Set()
    imports.set(file, programs.add(runBy))
  }
}

function nameOf(node: SyntaxNode): string {
  return child(node, 'name')?.text ?? ''
}

const RUNS_WORDS = new RegExp(`${INTERPRETER.source}|^(?:\\.|source|eval|exec|env)$|\\s`)
/** Within a string, the grammar takes `$((a + 1))` for a command. Where its parentheses do not match, it is one. */
const ARITHMETIC = /^\$\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)$/

type Open = {
  readonly node: SyntaxNode
  readonly inString: boolean
  readonly inFunction: boolean
  readonly inNumber: boolean
  readonly redirected?: SyntaxNode
}

type Followed = { readonly certain: boolean; readonly runBy?: string }

// Programs that hooks often require and that a bare system does not have.
const TOOLS: ReadonlySet<string> = new Set(['jq', 'yq'])
