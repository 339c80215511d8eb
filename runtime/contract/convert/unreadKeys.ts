// Finds keys of an answer that one host reads and another does not, with effects that neither operation nor texts show:
// a session's title, variables for later hooks, permission rules.

import type { HookEntry } from '../entry.ts'
import { trial } from '../hosts/trial.ts'
import { isObject, sameJson } from '../json.ts'
import { fieldsOf, type Path, shapeAt, valuesOf, type WalkedShape } from '../walk.ts'
import { type AtEvent, recordAt } from './matchers.ts'

export function keysUnread(
  answer: Readonly<Record<string, unknown>>,
  from: AtEvent,
  to: AtEvent,
  entry: HookEntry,
): readonly string[] {
  const { result } = recordAt(from)
  const there = new Set(keysIn(recordAt(to).result as WalkedShape))
  const whole = effectOf(answer)
  if (whole === undefined) return []
  return [...new Set(quietIn(answer, []))]

  function quietIn(value: Readonly<Record<string, unknown>>, path: Path): readonly string[] {
    return Object.entries(value).flatMap(([key, inner]) => {
      const at = [...path, key]
      const found = shapeAt(result, at)
      if (found.kind === 'absent' || isEmpty(inner) || /reason$|message$|^hookEventName$/i.test(key))
        return []
      if (found.kind === 'known' && isObject(inner) && fieldsOf(found.shape).length > 0)
        return quietIn(inner, at)
      if (there.has(plain(key))) return []
      const words = found.kind === 'known' ? valuesOf(found.shape) : undefined
      const others = [undefined, ...(words ?? [])].filter((one) => one !== inner)
      return others.every((one) => sameJson(effectOf(replaced(answer, at, one)), whole)) ? [key] : []
    })
  }

  function effectOf(value: unknown): unknown {
    const found = trial(from.dialect, entry, { exitCode: 0, stdout: JSON.stringify(value), stderr: '' })
    return found?.failure === undefined ? found : undefined
  }
}

const isEmpty = (value: unknown) => value === null || value === false || value === ''

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  return isObject(value) ? { ...value, [key]: replaced(value[key], rest, by) } : value
}

function keysIn(shape: WalkedShape): readonly string[] {
  return fieldsOf(shape).flatMap(({ name, shape: inner }) => [plain(name), ...keysIn(inner)])
}

const plain = (key: string) => key.replaceAll('_', '').toLowerCase()
