export default { name: 'answers', hooks: { tool_execute_before: async (ctx: { input: object }) => ({ ...ctx, input: { seen: true } }) } }
