export { default } from './confirm-delete.ts'
