export * from './vocabulary.ts'
export { sign, verify } from './web-crypto.ts'
