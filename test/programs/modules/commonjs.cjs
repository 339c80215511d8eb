module.exports = { name: 'cjs', hooks: { tool_execute_before: (ctx) => ({ ...ctx, by: 'cjs' }) } }
