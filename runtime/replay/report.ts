// Formats the results of cases: as text, as JSON and as JUnit XML for CI.

import { isAbsolute, relative, sep } from 'node:path'
import type { Difference } from './compare.ts'
import { type CaseResult, titleOf } from './runCase.ts'

export type CaseReport = {
  readonly v: 1
  readonly cases: readonly CaseResult[]
  readonly passed: number
  readonly failed: number
  /** Files that are not valid cases, with reasons; they make the test run fail. */
  readonly problems: readonly string[]
}

/** The output of `hookbench test --json`. */
export function caseReport(cases: readonly CaseResult[], problems: readonly string[] = []): CaseReport {
  const passed = cases.filter(({ status }) => status === 'passed').length
  return { v: 1, cases, passed, failed: cases.length - passed, problems }
}

/** The report as lines for a terminal, without colors. */
export function caseText(report: CaseReport): string {
  const { cases, passed, failed, problems } = report
  const lines = cases.flatMap((one) => [
    `${one.status === 'passed' ? '✓' : '✗'} ${titleOf(one)} (${Math.round(one.durationMs)} ms)`,
    ...details(one).map((line) => `    ${line}`),
  ])
  const broken = problems.map((problem) => `! ${problem}`)
  const sum = `${passed} passed, ${failed} failed${problems.length === 0 ? '' : `, ${problems.length} not readable`}`
  return `${[...lines, ...broken, sum].join('\n')}\n`
}

/** The report as JUnit XML. Paths of files below `from` are relative to it, as code hosts expect. */
export function caseJunit({ cases, failed, problems }: CaseReport, from = process.cwd()): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const total = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0))
  const counts = `tests="${cases.length + problems.length}" failures="${failed}" errors="${problems.length}" time="${total}"`
  const results = cases.map((one) => {
    const place = one.path === undefined ? '' : ` file="${xml(shownPath(one.path, from))}"`
    const head = `    <testcase classname="${xml(`${one.dialect}.${one.event}`)}" name="${xml(titleOf(one))}"${place} time="${seconds(one.durationMs)}"`
    if (one.status === 'passed') return `${head}/>`
    const [first = 'failed', ...rest] = details(one)
    return `${head}>\n      <failure message="${xml(first)}">${xml([first, ...rest].join('\n'))}</failure>\n    </testcase>`
  })
  const errors = problems.map(
    (problem) =>
      `    <testcase classname="cases" name="${xml(problem.split(': ')[0] ?? problem)}" time="0.000">\n      <error message="${xml(problem)}"/>\n    </testcase>`,
  )
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hookbench" ${counts}>`,
    `  <testsuite name="cases" ${counts}>`,
    ...results,
    ...errors,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')}\n`
}

function shownPath(path: string, from: string): string {
  const inside = relative(from, path)
  const isBelow = !isAbsolute(inside) && inside.split(sep)[0] !== '..'
  return isBelow ? inside.replaceAll(sep, '/') : path
}

function details({ status, why, differences }: CaseResult): readonly string[] {
  if (status === 'passed') return []
  return [...(why === undefined ? [] : [why]), ...differences.map(differenceText)]
}

function differenceText({ path, recorded, replayed, masked }: Difference): string {
  const note = masked === true ? ' (masked)' : ''
  return `${path}: expected ${shown(recorded)}, got ${shown(replayed)}${note}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

// Characters that XML 1.0 cannot hold even when escaped become U+FFFD.
function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;')
}
