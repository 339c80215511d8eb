import confirmDelete from './confirm-delete.ts'
import { setup } from './setup/index.ts'

export * from './shared.ts'
export default setup(confirmDelete)
