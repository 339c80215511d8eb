import { gone } from './gone.mjs'

export const tool_execute_before = () => gone
