// Adds the shop's own rules to the prompt before it is assembled.
// A file of this name in the home folder is hidden by this one.

export default {
  name: 'house-style',
  hooks: {
    async prompt_assembly_before(ctx) {
      const rules = { name: 'house style', content: 'Write prices as $12.50. Never promise a delivery date.' }
      return { ...ctx, sections: [...ctx.sections, rules] }
    },

    async prompt_assembly_after(ctx) {
      return { ...ctx, systemPrompt: ctx.systemPrompt.trim() }
    },
  },
}
