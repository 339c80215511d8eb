// Walks a script from top to bottom as it runs with given arguments, both branches where a condition is unknown. The
// work is bounded: beyond the limits, output and variables count as unknown.

import type { Range } from '../../../contract/problems.ts'
import { child, childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { assignments } from './assignments.ts'
import { allPrinted, alternatives, isChoice } from './choices.ts'
import { Spots } from './collect.ts'
import { simple } from './commands.ts'
import { bracketed, not } from './conditions.ts'
import { sinkIn } from './descriptors.ts'
import { finalTest, isLoggedSearch, isRefusingTest } from './finalTests.ts'
import { endsOnFailure, endsWith, isLastStatement, type Status, setStatus, statusAt } from './leaving.ts'
import { loop } from './loops.ts'
import { noteText, writtenIn } from './printing.ts'
import { payload, spent } from './reading.ts'
import { redirected } from './redirects.ts'
import { setByFunctions } from './setNames.ts'
import { freshState, SCRIPT, STATEMENT, type Walking } from './start.ts'
import { fork, join, listed, ownVars, print, printOneOf, setArgs, setVar } from './state.ts'
import { branches, cases, list } from './structures.ts'
import { apart, endsAlone, heeding, pipeline, subshell, unheededEnds, withRedirections } from './subshells.ts'
import { made, only, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Both, Context, End, EndMore, SimpleCommand, State, Walk, WalkedScript } from './walk.ts'
import { either, failing } from './ways.ts'
import { evaluate, isAllArguments } from './words.ts'
import { writeFile } from './writtenFiles.ts'

/** Thrown where the walk would take too long. */
class Exhausted extends Error {}

const MAX = { visits: 32, depth: 200, calls: 12, rounds: 64 } as const

export class Walker implements Walk {
  readonly spots = new Spots()
  readonly ends: End[] = []
  readonly lost: Walk['lost'] = []
  readonly script: WalkedScript
  readonly #walking: Walking
  readonly #visits = new Map<string, number>()
  readonly #saved: Map<string, ShellValue | undefined>[] = []
  readonly #endsAlone = new Map<string, boolean>()
  /** What was printed before the script's last statement. */
  #before: State['printed']
  #rounds = 0
  #meetings = 0
  /** The walk was given up, so the output is unknown. */
  exhausted = false

  constructor(walking: Walking) {
    this.#walking = walking
    this.script = walking.script
  }

  /** Walks the script. */
  run(): void {
    const { root } = this.script
    this.#bounded(() => {
      const args = this.#walking.args?.map((arg) => [made(arg)])
      const state = freshState(args, this)
      const context = { ...SCRIPT, breaks: [], continues: [] }
      const end = this.block(named(root), state, context)
      const last = named(root).at(-1)
      const test = finalTest(last, this.script)
      if (end.no !== undefined && test !== undefined)
        this.end({ ...fork(end.no), printed: this.#before }, 1, test, context, { undecided: 'test' })
      else if (end.no !== undefined && last !== undefined && isLoggedSearch(last))
        this.end(fork(end.no), 1, last, context, { undecided: 'search' })
      else if (end.no?.byContent === true && last !== undefined && isRefusingTest(last))
        this.end(fork(end.no), 1, last, context)
      if (end.yes === undefined && last?.text === 'false') this.end(end.no, 1, last, context)
      else this.end(join(end.yes, end.no), undefined, root, context)
      this.ends.push(...unheededEnds(this.lost, this.ends))
    })
  }

  /** Walks the functions that were never called. */
  runUncalled(): void {
    this.#bounded(() => {
      for (const [name, node] of this.script.functions) {
        if (this.#visits.has(name)) continue
        this.#visits.set(name, 1)
        const early = { returns: [], breaks: [], continues: [], ends: [] }
        this.#body(node, freshState(undefined, this), { ...SCRIPT, ...early, sure: false })
      }
    })
  }

  #bounded(walk: () => void): void {
    if (this.exhausted) return
    try {
      walk()
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error
      this.exhausted = true
    }
  }

  mayRepeat(rounds: number): boolean {
    this.#rounds += rounds
    return this.#rounds <= MAX.rounds
  }

  meeting(): number {
    return this.#meetings++
  }

  readonly differ = (one: ShellValue, two: ShellValue): void => {
    const [left, right] = [only(one), only(two)]
    if (left?.kind === 'data' && right?.kind === 'data' && left.path.join('\0') !== right.path.join('\0'))
      this.spots.doubt([...left.reads, ...right.reads])
  }

  /** Walks statements in sequence; the last one determines the branches. */
  block(nodes: readonly SyntaxNode[], state: State, context: Context): Both {
    let both: Both = { yes: state }
    const inner = context.test ? { ...context, test: false, excused: true } : context
    for (const [at, node] of nodes.entries()) {
      const here = join(both.yes, both.no)
      if (here === undefined) return {}
      if (context.depth === 0) this.#before = here.printed
      // The parser may leave nodes that it could not place between the items of a case.
      if (node.type === 'case_item') both = cases([node], undefined, here, inner)
      else both = this.walk(node, here, at === nodes.length - 1 ? context : heeding(inner, nodes[at + 1]))
      if (endsOnFailure(node, context, this.script))
        this.end(both.no && fork(both.no), 1, node, context, { undecided: 'search' })
    }
    return both
  }

  walk(node: SyntaxNode, state: State, context: Context): Both {
    if (!this.script.budget.take(STATEMENT)) throw new Exhausted()
    if (context.depth > MAX.depth) {
      this.put(undefined, node, state, context)
      return either(state)
    }
    const inner = { ...context, depth: context.depth + 1 }
    const plain = inner.test ? { ...inner, test: false, heedless: false, excused: true } : inner
    switch (node.type) {
      case 'command':
        return simple(node, state, redirected(childrenOf(node, 'redirect'), state, inner), inner)
      case 'redirected_statement':
        return withRedirections(node, state, inner)
      case 'list':
        return list(node, state, inner)
      case 'pipeline':
        return pipeline(named(node), state, inner)
      case 'negated_command':
        return not(failing(state, node, () => this.block(named(node), state, inner)))
      case 'test_command':
        return bracketed(node, state, plain)
      case 'if_statement':
        return branches(node, state, plain)
      case 'case_statement':
        return cases(
          named(node).filter(({ type }) => type === 'case_item'),
          child(node, 'value'),
          state,
          plain,
        )
      case 'while_statement':
      case 'until_statement':
      case 'for_statement':
      case 'c_style_for_statement':
        return loop(node, state, plain)
      case 'compound_statement':
      case 'do_group':
      case 'else_clause':
      case 'program':
      case 'ERROR':
        return this.block(named(node), state, inner)
      case 'subshell':
        return isLastStatement(node, inner, this.script)
          ? this.block(named(node), state, inner)
          : subshell(named(node), state, inner)
      case 'variable_assignment':
      case 'variable_assignments':
      case 'declaration_command':
        return assignments(node, state, plain, this.#saved.at(-1))
      case 'function_definition':
      case 'comment':
        return { yes: state }
      case 'unset_command':
        for (const { text } of named(node)) setVar(state, text, UNKNOWN_TEXT)
        return { yes: state }
      default:
        evaluate(node, state, plain)
        return either(state)
    }
  }

  capture(nodes: readonly SyntaxNode[], state: State, context: Context): ShellValue {
    const { shared } = state
    const inside = { ...fork(state), printed: undefined, muted: false as const }
    const after = apart(nodes, inside, { ...context, mute: false, file: undefined, captured: true })
    // Variables set inside are lost, so this subshell no longer shares the variables.
    state.shared = shared
    state.input = after?.input ?? state.input
    state.stderr = after?.stderr
    return allPrinted(after?.printed, state)
  }

  call(name: string, { node: from, args, values }: SimpleCommand, state: State, context: Context): Both {
    const node = this.script.functions.get(name)
    const visits = (this.#visits.get(name) ?? 0) + 1
    this.#visits.set(name, visits)
    if (node === undefined || visits > MAX.visits || this.#saved.length > MAX.calls) {
      for (const one of setByFunctions(this.script)) setVar(state, one, UNKNOWN_TEXT)
      this.put(undefined, node ?? this.script.root, state, context)
      return either(state)
    }
    const before = state.args
    const isPassedOn = before === undefined && args.length === 1 && isAllArguments(args[0])
    setArgs(state, isPassedOn ? undefined : values)
    this.#saved.push(new Map())
    const returns: Context['returns'] = []
    const heedless = context.heedless && !context.test
    const both = this.#body(node, state, {
      ...context,
      test: false,
      heedless,
      excused: context.excused || context.test,
      returns,
      breaks: [],
      continues: [],
    })
    const saved = this.#saved.pop() as Map<string, ShellValue | undefined>
    let { yes, no } = both
    if (returns.length > 0 && yes !== no) setStatus(yes, 0)
    const isLast = context.returns === undefined && !context.test && endsWith(from, this.script)
    for (const { state: one, status, node: at } of returns) {
      if (heedless) this.#lose(one, status, at, context, { goesOn: 'function' })
      setStatus(one, status, at)
      if (isLast && status !== undefined && status !== 0) this.end(one, status, at, context, statusAt(at))
      else if (status !== 0) no = join(no, status === undefined ? fork(one) : one)
      if (status === 0 || status === undefined) yes = join(yes, one)
    }
    for (const one of new Set([yes, no])) {
      if (one === undefined) continue
      one.args = before
      for (const [own, value] of saved) {
        if (value === undefined) ownVars(one).delete(own)
        else ownVars(one).set(own, value)
      }
    }
    return { yes, no }
  }

  put(value: ShellValue | undefined, node: SyntaxNode, state: State, context: Context): void {
    const sink = sinkIn(state, context)
    if (sink) {
      if (context.file !== undefined) writeFile(context.file, value, state)
      noteText(sink, value, node, state, context)
      return
    }
    const ways = value === undefined ? [] : alternatives(value, state)
    const known = ways.some((way) => way.some(({ kind }) => kind !== 'unknown')) || value?.length === 0
    if (known && value !== undefined && ways.length > 1 && isChoice(value))
      printOneOf(state, ways, writtenIn(node), node.end, value)
    else print(state, known ? value : undefined, writtenIn(node), node.end)
    if (context.captured || !known) return
    for (const way of ways)
      this.#walking.printed(way, state, context.sure, ways.length > 1 ? true : undefined)
    const wrong = context.sure ? this.#walking.judge(listed(state.printed)) : undefined
    if (wrong !== undefined) state.wrong = [...state.wrong, wrong]
  }

  end(state: State | undefined, status: Status, node: SyntaxNode, context: Context, more?: EndMore): void {
    if (state === undefined) return
    const trapped = state.trapped !== undefined && status !== undefined && state.trapped !== status
    const replaced = trapped && more?.goesOn === undefined ? ({ goesOn: 'trap' } as const) : {}
    if (context.ends === undefined && context.sure)
      this.ends.push({ ...state, status, node, ...more, ...replaced })
    else if (more?.goesOn === undefined) {
      context.ends?.push(state)
      if (context.unheeded) this.#lose(state, status, node, context, { ...more, goesOn: 'subshell' })
    }
  }

  // Records the end of a part of the script whose status is not used.
  #lose(state: State, status: Status, node: SyntaxNode, context: Context, more: EndMore): void {
    const what = more.goesOn === 'function' ? 'function' : 'subshell'
    const alone = this.#endsAlone.get(what) ?? endsAlone(this.script, what)
    this.#endsAlone.set(what, alone)
    if (context.sure && alone) this.lost.push({ ...state, status, node, ...more, before: this.ends.length })
  }

  read(state: State, context: Context, range: Range): ShellValue {
    if (context.stdin !== 'script') return context.stdin
    if (state.input === 'spent' && context.sure && state.fallback.length === 0)
      this.spots.problem(spent(this.script.path, range))
    return payload(state, context)
  }

  #body(node: SyntaxNode, state: State, context: Context): Both {
    const body = child(node, 'body')
    return body === undefined ? { yes: state } : this.walk(body, state, context)
  }
}
