export default { name: 'wrong', hooks: { tool_execute_befor: () => {} } }
