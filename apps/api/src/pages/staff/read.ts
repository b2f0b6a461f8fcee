export * from './read-record.ts'
