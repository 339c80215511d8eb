export const tool_execute_before = () => ({
  mapped: [1].map(String),
  patched: process.env.PATCHED,
  electron: process.env.ELECTRON_RUN_AS_NODE,
  event: process.env.HOOKBENCH_EVENT,
  dialect: process.env.HOOKBENCH_DIALECT,
  kept: process.env.KEPT,
  cwd: process.cwd(),
})
