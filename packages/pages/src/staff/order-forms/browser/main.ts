import { copyButtons } from '../../browser/copy.ts'
import { livePreview } from '../../browser/live-preview.ts'

copyButtons()
livePreview()
