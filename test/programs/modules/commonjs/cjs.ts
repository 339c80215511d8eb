const { part } = require('./helper')

module.exports = { hooks: { tool_execute_before: (ctx: object) => ({ ...ctx, by: part as string }) } }
