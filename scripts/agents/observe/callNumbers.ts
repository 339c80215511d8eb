// Assigns each hook call the id of the tool call it was for. Payloads without an id are matched to the model's last
// reply: the first call of the tool that the hook was not called for yet, preferring one with the same input.

import type { AgentHost } from './host.ts'
import type { ModelRequest, NumberedCall } from './mockModel.ts'
import type { ObservedCall } from './standIn.ts'

export function numbered(
  host: AgentHost,
  calls: readonly ObservedCall[],
  requests: readonly ModelRequest[],
): readonly ObservedCall[] {
  const taken = new Set<string>()
  return calls.map((call) => {
    const { hook, payload, startedAt } = call
    const own = payload.tool_use_id
    if (typeof own === 'string') return { ...call, callId: host.callNumber?.(own) ?? own }
    const about = host.callIn?.(payload)
    if (about === undefined) return call
    const { calls: made = [] } = requests.findLast(({ at }) => at <= startedAt)?.reply ?? {}
    const open = made.filter(({ id, tool }) => tool === about.tool && !taken.has(`${hook} ${id}`))
    const found = open.find((one) => isSame(one, about)) ?? open[0]
    if (found === undefined) return call
    taken.add(`${hook} ${found.id}`)
    return { ...call, callId: found.id }
  })
}

const isSame = ({ input }: NumberedCall, about: { readonly input: object }) =>
  JSON.stringify(input) === JSON.stringify(about.input)
