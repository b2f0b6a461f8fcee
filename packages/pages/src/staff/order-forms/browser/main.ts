import '../../browser/copy.ts'
import { livePreview } from '../../browser/live-preview.ts'

livePreview()
