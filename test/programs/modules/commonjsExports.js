// The nearest package.json says "module"; the syntax says otherwise and wins.
exports.tool_execute_before = (ctx) => ({ ...ctx, by: require('node:path').basename(__filename) })
