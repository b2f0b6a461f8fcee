import { copyButtons } from '../../browser/copy.ts'

copyButtons()
