// A client's initializationOptions: the known options are read, anything else is ignored.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOptions } from '../../server/clientOptions.ts'

test('options of the expected form are used, and any others count as missing', () => {
  const all = { clientCommands: true, debug: false, placesOnly: true, typescript: true, schemas: true }
  assert.deepEqual(clientOptions({ ...all, more: 1 }), all)
  for (const options of [
    undefined,
    null,
    'yes',
    [],
    { debug: 'yes', typescript: 1, clientCommands: null, placesOnly: 1, schemas: 'no' },
  ])
    assert.deepEqual(clientOptions(options), {}, JSON.stringify(options))
})
