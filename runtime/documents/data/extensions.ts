// Reads SecureYeoman's configuration for editors and checks: the runtime's problems, and spots for every key and value.
// Which environment variables the runtime will have is unknown here.

import { dataShape } from '../../contract/files.ts'
import type { Problem } from '../../contract/problems.ts'
import { readExtensions } from '../extensions.ts'
import { parseYaml } from '../yaml.ts'
import type { DataDocument, DataInput } from './document.ts'
import { spotsOf } from './spots.ts'
import { shortTimes } from './times.ts'
import { webhookProblems } from './webhooks.ts'
import { yamlTree } from './yaml.ts'

/** Reads a configuration of extensions. */
export function readExtensionsData({ path, text }: DataInput): DataDocument {
  const yaml = parseYaml(text)
  const tree = yamlTree(text, yaml)
  const shape = dataShape('extensions')
  const { problems, unreadable } = readExtensions(text, path, 'unknown', yaml)
  return {
    spots: spotsOf(tree, { text, side: { of: 'extensions' }, shape, variables: true }),
    problems: [
      ...(unreadable ? problems.map(withoutAll) : problems),
      ...(shape === undefined ? [] : shortTimes(tree, shape, path)),
      ...webhookProblems(tree, path),
    ],
  }
}

// Adds the consequence for the whole file; a running workspace reports what it uses instead.
function withoutAll(one: Problem): Problem {
  return {
    ...one,
    message: `${one.message.replace(/(?:, so it is ignored)?[.]?$/, '')}, so the file is ignored.`,
  }
}
