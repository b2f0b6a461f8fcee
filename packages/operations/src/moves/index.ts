export type { Away } from './away-error.ts'
export { atItsNewHome, awayOfArchive } from './moved-home.ts'
