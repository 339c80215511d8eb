// Describes in messages what a schema allows and what a value is instead. Independent of the validator.

import { isObject } from './json.ts'

/** The part of a schema that determines which values it allows. */
export type Branch = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Branch[]
  readonly properties?: Readonly<Record<string, Branch>>
}

/** The field for which a branch has a constant and the value has something else. */
export function strays(branch: Branch, value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  return Object.entries(branch.properties ?? {}).find(([name, field]) => {
    const fixed = choicesOf(field)
    return isFixed(field) && Object.hasOwn(value, name) && !fixed.includes(shown(value[name]))
  })?.[0]
}

function isFixed(schema: Branch): boolean {
  return 'const' in schema || 'enum' in schema || schema.anyOf?.every(isFixed) === true
}

/** The values a schema allows, each as a type name or as a literal. */
export function choicesOf(schema: Branch): readonly string[] {
  if ('const' in schema) return [shown(schema.const)]
  if (schema.enum !== undefined) return schema.enum.map(shown)
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(choicesOf)
  return schema.type === undefined ? ['anything'] : [schema.type].flat()
}

/** `a, b or c`. */
export function oneOf(choices: readonly string[]): string {
  const all = [...new Set(choices)]
  return all.length < 2 ? `${all[0]}` : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}

/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** A value as a message shows it: at most 60 characters, and never the contents of a list or an object. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
