// Order of several spots at one place: the smallest first, and a name before the value it stands for.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Spot } from '../../../runtime/documents/spots.ts'
import { fieldSpots, knownSpotsAt } from '../../../server/features/spotsAt.ts'
import { inMemory, withDocument } from '../../support/project.ts'

const side = { of: 'payload', events: ['before_tool_call'] } as const
const field = (name: string, start: number, end: number): Spot => ({
  kind: 'field',
  side,
  path: [name],
  quote: '"',
  access: 'read',
  sure: true,
  range: { start, end },
})

test('the smallest spot is the nearest, and one that ends at the place counts', async () => {
  const wide = field('tool_input', 0, 30)
  const near = field('tool_name', 10, 14)
  const value: Spot = { ...near, kind: 'value', value: 'bash' } as Spot
  const { view } = inMemory({ '.kodelet/hooks/guard': '#!/bin/sh\necho 0123456789012345678901234\n' })
  const spots = [wide, value, near, field('cwd', 15, 20)]
  const here = withDocument(await view('.kodelet/hooks/guard'), { spots })
  assert.deepEqual(await knownSpotsAt(here, 14), [near, value, wide])
  assert.deepEqual(await knownSpotsAt(here, 31), [])
})

test('spots of the types are added to those of the text, each once', async () => {
  const { view } = inMemory({ '.kodelet/hooks/guard': '#!/bin/sh\necho 0123456789\n' })
  const [one, two] = [field('tool_name', 10, 14), field('cwd', 4, 7)]
  const plain = withDocument(await view('.kodelet/hooks/guard'), { spots: [one] })
  const typed = { spot: () => one, fields: () => [one, two] }
  const both = { ...plain, typed: async () => typed as never }
  assert.deepEqual(await knownSpotsAt(both, 12), [one])
  assert.deepEqual(await fieldSpots(both), [two, one])
})
