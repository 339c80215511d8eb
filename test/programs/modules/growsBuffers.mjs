const kept = []
export const tool_execute_before = async () => {
  for (;;) {
    kept.push(Buffer.alloc(4 * 1024 * 1024, 1))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
