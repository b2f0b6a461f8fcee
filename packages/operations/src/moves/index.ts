export { atItsNewHome } from './moved-home.ts'
