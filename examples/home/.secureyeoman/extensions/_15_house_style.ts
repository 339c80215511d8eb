// Asks for short answers in every project that has no house style of its own.
// The shop has one, so there this file is hidden.

export default {
  name: 'house-style',
  hooks: {
    async prompt_assembly_before(ctx) {
      return { ...ctx, sections: [...ctx.sections, { name: 'house style', content: 'Answer briefly.' }] }
    },
  },
}
