// Looks up a used field in the contract's types: known, absent for certain, or undetermined.

import ts from 'typescript'
import { isContractField, isContractType } from './places.ts'
import { type TypedUse, typeLookedInto } from './uses.ts'

export type FieldLookup =
  | { readonly kind: 'known'; readonly symbols: readonly ts.Symbol[] }
  /** No form that the value can have here has the field; `known` are the fields that exist. */
  | { readonly kind: 'absent'; readonly known: readonly string[] }
  | { readonly kind: 'silent' }

const SILENT: FieldLookup = { kind: 'silent' }

/** Looks up a use in the type of the object it reads or writes. */
export function fieldAt(use: TypedUse, checker: ts.TypeChecker): FieldLookup {
  const type = typeLookedInto(use, checker)
  return type === undefined ? SILENT : fieldOf(type, use.name, checker)
}

// A field that only some forms of a union have is known.
function fieldOf(type: ts.Type, name: string, checker: ts.TypeChecker): FieldLookup {
  const forms = formsOf(type, checker)
  if (forms === undefined) return SILENT
  const symbols = forms.flatMap((form) => checker.getPropertyOfType(form, name) ?? [])
  const ours = symbols.filter(isContractField)
  if (ours.length > 0) return { kind: 'known', symbols: ours }
  if (symbols.length > 0 || !forms.every(isContractType)) return SILENT
  const known = new Set(forms.flatMap((form) => checker.getPropertiesOfType(form).map((one) => one.name)))
  if (forms.some((form) => checker.getIndexInfosOfType(form).length > 0)) return SILENT
  return known.size === 0 ? SILENT : { kind: 'absent', known: [...known] }
}

/** The contract fields of a type, by name; of all its forms. */
export function contractFields(
  type: ts.Type,
  checker: ts.TypeChecker,
): ReadonlyMap<string, readonly ts.Symbol[]> {
  const found = new Map<string, ts.Symbol[]>()
  for (const form of formsOf(checker.getNonNullableType(type), checker) ?? []) {
    for (const field of checker.getPropertiesOfType(form)) {
      if (isContractField(field)) found.set(field.name, [...(found.get(field.name) ?? []), field])
    }
  }
  return found
}

// Undefined where nothing is known: any, unknown, a type parameter.
function formsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] | undefined {
  if (type.flags & NOTHING_KNOWN) return undefined
  if (!type.isUnion()) return [type]
  const forms = type.types.filter((one) => (one.flags & EMPTY) === 0)
  // `any` absorbs a union, but a type parameter does not.
  return forms.some((one) => one.flags & NOTHING_KNOWN)
    ? undefined
    : forms.flatMap((one) => formsOf(one, checker) ?? [])
}

const NOTHING_KNOWN =
  ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never | ts.TypeFlags.TypeParameter
const EMPTY = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void
