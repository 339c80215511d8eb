import { useCallback, useState } from 'react'

export const name = 'useToggle'
export const hooks = { before_tool_cal: 'not ours' }
export default function useToggle(initial = false) {
  const [on, set] = useState(initial)
  return [on, useCallback(() => set((x) => !x), [])] as const
}
