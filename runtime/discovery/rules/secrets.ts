// Reports secrets in an entry: anyone who reads the file, its history or the list of processes has them.

import type { JsonPath } from '../../contract/entry.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { type RuleInput, rangeWithin } from './rule.ts'

/** Tokens in the formats of their services, and values whose name marks them as secrets. */
const SECRETS: readonly RegExp[] = [
  /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/,
  /\bglpat-[A-Za-z0-9_-]{20,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{35}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{10,}/,
  /discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/,
  /\b[Bb]earer\s+(?=[A-Za-z0-9._~+/-]*\d)[A-Za-z0-9._~+/-]{24,}/,
  /(?<=\s(?:-u|--user)[ =]["']?[\w.@-]+:)(?=[^\s"'$]*[\d!@#%^&*])[^\s"'$]{8,}/,
  /(?<=:\/\/[\w.-]+:)(?=[^\s"'$@/]*\d)[^\s"'$@/]{8,}(?=@)/,
  /(?<=\b\w*(?:API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD)\w*=["']?)(?=[A-Za-z0-9+/_.-]*\d)(?=[A-Za-z0-9+/_.-]*[A-Za-z])[A-Za-z0-9+/_.-]{16,}(?![\w/])/i,
]

export function secretProblems({ file, entry }: RuleInput): readonly Problem[] {
  return textsIn(entry.fields, entry.at).flatMap(({ text, at }) => {
    const found = SECRETS.map((pattern) => pattern.exec(text)?.[0]).find((one) => one !== undefined)
    if (
      found === undefined ||
      /^(?:x+|\*+|your|example|placeholder|changeme)/i.test(found.replace(/^\w+[_-]|^Bearer\s+/i, ''))
    )
      return []
    return [
      problem(
        'entry.secret',
        file.path,
        'The configuration contains a secret: anyone who can read the file, its history or the process list can read it.',
        {
          range: rangeWithin(file, at, found),
          fix: 'Move it to an environment variable, and replace the secret where it was exposed.',
        },
      ),
    ]
  })
}

function textsIn(value: unknown, at: JsonPath): readonly { readonly text: string; readonly at: JsonPath }[] {
  if (typeof value === 'string') return [{ text: value, at }]
  if (typeof value !== 'object' || value === null || at.length > 12) return []
  return Object.entries(value).flatMap(([key, item]) =>
    textsIn(item, [...at, Array.isArray(value) ? Number(key) : key]),
  )
}
