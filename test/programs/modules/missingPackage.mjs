import 'no-such-package-anywhere'

export const tool_execute_before = () => ({})
