// Blanks the model's thinking in the stream, so that a customer only sees the answer.
// Written as an ES module although the package says "commonjs"; it loads all the same.

export default {
  name: 'hide-thinking',
  hooks: {
    async stream_chunk(ctx) {
      return ctx.channel === 'thinking' ? { ...ctx, text: '' } : ctx
    },
  },
}
