import { help } from './helper.ts'

export const tool_execute_before = () => ({ help: help() })
