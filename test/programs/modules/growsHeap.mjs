const kept = []
export const tool_execute_before = () => {
  for (;;) kept.push(new Array(1000).fill(kept.length))
}
