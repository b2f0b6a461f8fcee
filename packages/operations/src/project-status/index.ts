export { changeStatus } from './change-status.ts'
