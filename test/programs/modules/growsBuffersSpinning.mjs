const kept = []
export const tool_execute_before = () => {
  for (let n = 0; ; n++) if (n % 200_000 === 0) kept.push(Buffer.alloc(1024 * 1024, 1))
}
