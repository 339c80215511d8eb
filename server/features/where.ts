// Describes the side of a field in words.

import type { Side } from '../../runtime/documents/spots.ts'
import { inCode } from './text.ts'

/** `payload of before_tool_call`, `answer to …`, `Hookbench settings`. */
export function whereOf(side: Side): string {
  switch (side.of) {
    case 'payload':
      return `payload of ${side.events.map(inCode).join(', ')}`
    case 'result':
      return `answer to ${side.events.map(inCode).join(', ')}`
    case 'payload-file':
      return 'payload'
    case 'settings':
      return 'Hookbench settings'
    case 'extensions':
      return 'SecureYeoman configuration'
    case 'recording':
      return 'recording'
    case 'case':
      return 'case'
  }
}
