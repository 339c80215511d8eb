// Parses the client's initializationOptions. Fields of an unexpected type are ignored.

import { isObject } from '../runtime/contract/json.ts'
import type { ClientOptions } from './feature.ts'

/** The recognized options. */
export function clientOptions(options: unknown): ClientOptions {
  if (!isObject(options)) return {}
  const { clientCommands, debug, placesOnly, typescript, schemas, renamedElsewhere } = options
  return {
    ...(typeof clientCommands === 'boolean' ? { clientCommands } : {}),
    ...(typeof debug === 'boolean' ? { debug } : {}),
    ...(typeof placesOnly === 'boolean' ? { placesOnly } : {}),
    ...(typeof typescript === 'boolean' ? { typescript } : {}),
    ...(typeof schemas === 'boolean' ? { schemas } : {}),
    ...(Array.isArray(renamedElsewhere)
      ? { renamedElsewhere: renamedElsewhere.filter((one) => typeof one === 'string') }
      : {}),
  }
}
