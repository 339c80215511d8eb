import { nope } from './helper.ts'

export const tool_execute_before = () => nope
