import { fillFiles, keepFiles } from './kept-file.ts'
import { watchProgress } from './progress.ts'

keepFiles()
fillFiles()
watchProgress()
