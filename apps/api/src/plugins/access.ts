export * from '../access.ts'
