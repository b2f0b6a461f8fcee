export { isRunning, processTree, until } from './processes.ts'
export { FOLDER_PREFIX, scratchFolder } from './scratch-folder.ts'
