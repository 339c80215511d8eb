// The tool that reports problems in hook files and their configuration. Reads only; runs nothing.

import Type from 'typebox'
import { defined } from '../contract/defined.ts'
import { closed, left, workspace } from './fields.ts'
import { counted, first, shown } from './lines.ts'
import type { PlacedProblem } from './serverAnswers.ts'
import { tool } from './tool.ts'

const MOST = 100

export const check = tool({
  name: 'hookbench_check',
  reference: 'checkHooks',
  title: 'Check agent hooks',
  summary: 'Says what is wrong with hook files and their configuration. Runs nothing.',
  description:
    'Checks hook files, hook configuration, payload files, cases and recordings against the contract of their agent system: event names, payload fields that are read, results that are returned, files that will be passed over. Answers with place, severity, code, what will happen and what to do. Use it after every edit of a hook, and before trying one out. It only reads: no hook is run, so untrusted and broken hooks can be checked.',
  icon: '$(checklist)',
  runs: false,
  input: Type.Object(
    {
      paths: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Only these files and folders, relative to the workspace; everything unless given.',
        }),
      ),
      severity: Type.Optional(
        Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('info')], {
          description: 'The lowest severity that is reported; info unless given.',
        }),
      ),
      workspace,
    },
    closed,
  ),
  output: Type.Object({
    findings: Type.Array(
      Type.Object({
        path: Type.String(),
        line: Type.Optional(Type.Integer()),
        column: Type.Optional(Type.Integer()),
        severity: Type.String(),
        code: Type.String(),
        message: Type.String(),
        fix: Type.Optional(Type.String()),
      }),
    ),
    left,
  }),
  async call({ paths, severity }, { root, ask }) {
    const found = await ask('check', {
      ...defined({ paths, severity }),
    })
    const sorted = found.toSorted((one, two) => rank(one) - rank(two))
    const { items, rest, left } = first(sorted, MOST, 'name paths, or ask for errors alone')
    const findings = items.map((one) => plain(one, root))
    const sum = found.length === 0 ? 'Nothing is wrong.' : `${counted(found.length, 'finding')}:`
    return {
      text: [sum, ...findings.map(line), ...rest].join('\n'),
      data: { findings, ...defined({ left }) },
    }
  },
})

function rank({ severity }: PlacedProblem): number {
  return ['error', 'warning', 'info'].indexOf(severity)
}

function plain({ path, start, severity, code, message, fix }: PlacedProblem, root: string) {
  return {
    path: shown(path, root),
    ...(start === undefined ? {} : { line: start.line, column: start.column }),
    ...{ severity, code, message },
    ...defined({ fix }),
  }
}

function line({ path, line, column, severity, code, message, fix }: ReturnType<typeof plain>): string {
  const place = line === undefined ? path : `${path}:${line}:${column}`
  return `- ${place} ${severity} ${code}: ${message}${fix === undefined ? '' : ` ${fix}`}`
}
