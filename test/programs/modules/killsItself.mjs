export const tool_execute_before = () => process.kill(process.pid, 'SIGKILL')
