export default {
  beforeTool: [
    async (ctx: { metadata: Record<string, unknown> }) => {
      ctx.metadata['first'] = true
    },
    async (ctx: { signal: AbortSignal }) => ({ skip: true, result: { success: ctx.signal instanceof AbortSignal } }),
    async (ctx: object) => ({ input: { ...ctx } }),
  ],
  onError: [
    async (ctx: { error: Error }) => ({
      handled: false,
      error: new TypeError(`${ctx.error instanceof Error}: ${ctx.error.message}`, { cause: ctx.error }),
    }),
  ],
}
