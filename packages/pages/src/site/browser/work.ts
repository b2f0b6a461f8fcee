import { addStyle } from '../../delivery/browser/load-work.ts'
import { openableViewer } from '../../delivery/browser/viewer.ts'

await addStyle()

/** Opens the photo of a link. */
export const open = openableViewer()
