export const tool_execute_before = () => {
  const x: number = ;
}
