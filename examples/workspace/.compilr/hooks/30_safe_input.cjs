// Makes tool input safe: file paths stay inside the project, and a query without a limit gets one.
// Returns undefined when there is nothing to change.

const { posix } = require('node:path')

function insideTheProject({ input }) {
  if (typeof input.path !== 'string') return undefined
  const path = posix.join('/', input.path).slice(1)
  return path === input.path ? undefined : { input: { ...input, path } }
}

function limitedQuery({ toolName, input }) {
  if (toolName !== 'query' || /\blimit\b/i.test(input.sql)) return undefined
  return { input: { ...input, sql: `${input.sql} LIMIT 100` } }
}

module.exports = {
  beforeTool: [insideTheProject, limitedQuery],
}
