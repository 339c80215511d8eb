export * from './storage.ts'
export { default as audit } from './audit.ts'
