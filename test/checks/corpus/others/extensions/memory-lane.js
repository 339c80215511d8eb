// The same kind of plugin, with a table of handlers and a base that is spread.
const base = require('./base.js')

module.exports = {
  name: 'memory-lane',
  kind: 'memory',
  ...base,
  hooks: { before_agent_start: (event) => event, agent_end() {}, tool_result_persist: null },
}
