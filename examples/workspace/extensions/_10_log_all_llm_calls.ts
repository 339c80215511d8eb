// Prints one line before and one after every model call.
// It changes nothing, but both events can change the context, so each hook must return it.

export default {
  name: 'log-all-llm-calls',
  version: '1.0.0',
  hooks: {
    async before_llm_call(ctx) {
      console.log(`-> ${ctx.model}: ${ctx.messages.length} messages, ${ctx.tools.length} tools`)
      return ctx
    },

    async after_llm_call(ctx) {
      console.log(`<- ${ctx.model}: ${ctx.usage.outputTokens} tokens in ${ctx.durationMs} ms, ${ctx.stopReason}`)
      return ctx
    },
  },
}
