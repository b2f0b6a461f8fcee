import { copyButtons } from './copy.ts'

copyButtons()
