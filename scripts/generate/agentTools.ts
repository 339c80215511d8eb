// Generates the editor's declarations of the agent tools: `contributes.languageModelTools` in package.json and their
// texts in package.nls.json; also the dialects in package.json. The rest of both files is kept.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '../../runtime/tools/tool.ts'
import { TOOLS } from '../../runtime/tools/tools.ts'
import { type GeneratedManifest, withDialects } from './manifest.ts'

/** Both files, updated from their current contents. */
export function agentToolFiles(root: string): readonly (readonly [path: string, text: string])[] {
  const manifest = withDialects(read(root, 'package.json') as GeneratedManifest)
  const texts = read(root, 'package.nls.json') as Readonly<Record<string, string>>
  const contributes = { ...manifest.contributes, languageModelTools: TOOLS.map(contributed) }
  return [
    ['package.json', json({ ...manifest, contributes })],
    ['package.nls.json', json({ ...texts, ...Object.fromEntries(TOOLS.flatMap(properties)) })],
  ]
}

function contributed(tool: Tool) {
  const { name, reference, description, icon, input } = tool
  return {
    name,
    toolReferenceName: reference,
    displayName: `%${titleOf(tool)}%`,
    userDescription: `%${titleOf(tool)}.description%`,
    modelDescription: description,
    canBeReferencedInPrompt: true,
    icon,
    tags: ['hooks', 'hookbench'],
    // In Restricted Mode there is no runtime.
    when: 'isWorkspaceTrusted',
    inputSchema: input,
  }
}

function properties(tool: Tool): readonly (readonly [string, string])[] {
  return [
    [titleOf(tool), tool.title],
    [`${titleOf(tool)}.description`, tool.summary],
  ]
}

function titleOf({ name }: Tool): string {
  return `tool.${name.replace('hookbench_', '')}`
}

function read(root: string, path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
