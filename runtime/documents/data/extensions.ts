// SecureYeoman's configuration for whoever helps its author: what the runtime says of it, and where it could be said.
// Which variables are set where the runtime will run, nobody knows here.

import { dataShape } from '../../contract/files.ts'
import type { Problem } from '../../contract/problems.ts'
import { readExtensions } from '../extensions.ts'
import { parseYaml } from '../yaml.ts'
import type { DataDocument, DataInput } from './read.ts'
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

// What a running workspace goes by meanwhile, it says itself.
function withoutAll(one: Problem): Problem {
  return {
    ...one,
    message: `${one.message.replace(/(?:, so it does not count)?[.]?$/, '')}, so nothing of the file counts.`,
  }
}
