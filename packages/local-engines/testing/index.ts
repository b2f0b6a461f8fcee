export { isRunning, processTree, until } from './processes.ts'
