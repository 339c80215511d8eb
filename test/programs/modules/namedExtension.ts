export const extension = {
  name: 'named',
  hooks: {
    tag: 'this is kept',
    async tool_execute_before(this: { tag: string }, ctx: object) {
      return { ...ctx, by: this.tag }
    },
  },
}
