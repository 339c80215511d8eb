// The tools for agents, each defined once: the MCP server and the editor offer them, and package.json is generated from
// them.

import { isDeeper } from '../contract/jsonDepth.ts'
import { sentence } from '../contract/suggest.ts'
import { mismatchText } from '../contract/validate.ts'
import { visible } from '../contract/visible.ts'
import { check } from './check.ts'
import { explain } from './explain.ts'
import { shortened } from './lines.ts'
import { list } from './list.ts'
import { replay } from './replay.ts'
import type { Tool, ToolAnswer, ToolRuntime } from './tool.ts'

export const TOOLS: readonly Tool[] = [list, check, explain, replay]

/** The tool with this name. Throws where there is none. */
export function toolNamed(name: string): Tool {
  const found = TOOLS.find((one) => one.name === name)
  if (found !== undefined) return found
  throw new Error(
    `There is no tool "${shortened(name, 100)}"; there are ${TOOLS.map((one) => one.name).join(', ')}.`,
  )
}

/**
 * Calls a tool with unvalidated input from a model; rejects with one line of at most 2,000 characters where the input is
 * invalid.
 */
export async function callTool(tool: Tool, input: unknown, runtime: ToolRuntime): Promise<ToolAnswer> {
  try {
    return await called(tool, input, runtime)
  } catch (error) {
    // A message names what is wrong, which may be as long as the input.
    throw new Error(shortened((error as Error).message, 2000))
  }
}

/** Deeper values cannot be written as JSON. */
const DEEPEST = 1000

async function called(tool: Tool, input: unknown, runtime: ToolRuntime): Promise<ToolAnswer> {
  if (isDeeper(input, DEEPEST))
    throw new Error(`${tool.name}: the arguments are nested more than ${DEEPEST} levels deep.`)
  const wrong = mismatchText(tool.input, input)
  if (wrong !== undefined) throw new Error(`${tool.name}: ${sentence(wrong)}`)
  const answer = await tool.call(input as never, runtime)
  // Text from hooks and files reaches the model with invisible and control characters escaped, as users see it.
  return { ...answer, text: visible(answer.text) }
}
