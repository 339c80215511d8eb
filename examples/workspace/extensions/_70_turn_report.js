// Prints what happens around a turn: when it begins and ends, what was sent, remembered and delegated.
// It only observes, so it returns nothing.

export default {
  name: 'turn-report',
  hooks: {
    async message_loop_start(ctx) {
      console.log(`turn ${ctx.turn} begins`)
    },

    async message_loop_end(ctx) {
      console.log(`turn ${ctx.turn} is over: ${ctx.endedBy}, ${ctx.durationMs} ms`)
    },

    async stream_end(ctx) {
      console.log(`answered in ${ctx.chunks} chunks`)
    },

    async message_sent(ctx) {
      console.log(`said on ${ctx.platform}: ${ctx.text}`)
    },

    async memory_save_after(ctx) {
      console.log(`remembered as ${ctx.memoryId}: ${ctx.content}`)
    },

    async delegation_after(ctx) {
      console.log(`${ctx.profileName} ${ctx.status} after ${ctx.durationMs} ms`)
    },

    async sub_agent_sealed(ctx) {
      console.log(`${ctx.subAgentId} sealed with ${ctx.messageCount} messages`)
    },
  },
}
