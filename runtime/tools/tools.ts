// The tools for agents, each defined once: the MCP server and the editor offer these, package.json is written from them.

import { sentence } from '../contract/suggest.ts'
import { mismatchText } from '../contract/validate.ts'
import { visible } from '../contract/visible.ts'
import { check } from './check.ts'
import { explain } from './explain.ts'
import { list } from './list.ts'
import { replay } from './replay.ts'
import type { Tool, ToolAnswer, ToolRuntime } from './tool.ts'

/** All of them. */
export const TOOLS: readonly Tool[] = [list, check, explain, replay]

/** The tool of this name. */
export function toolNamed(name: string): Tool {
  const found = TOOLS.find((one) => one.name === name)
  if (found !== undefined) return found
  throw new Error(`There is no tool "${name}"; there are ${TOOLS.map((one) => one.name).join(', ')}.`)
}

/** Calls a tool with whatever a model wrote; rejects with one line where that is not its input. */
export async function callTool(tool: Tool, input: unknown, runtime: ToolRuntime): Promise<ToolAnswer> {
  const wrong = mismatchText(tool.input, input)
  if (wrong !== undefined) throw new Error(`${tool.name}: ${sentence(wrong)}`)
  const answer = await tool.call(input as never, runtime)
  // What a hook or a file says reaches the model as a person sees it.
  return { ...answer, text: visible(answer.text) }
}
