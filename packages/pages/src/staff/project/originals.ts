import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { changeForm } from '../change-form.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

/** The button that downloads all files of a project as they were uploaded. */
export function originals({ staff, here, media, hasArchives }: View): Html {
  if (media.length === 0 || !hasArchives || !staff.may('createArchive')) return nothing
  const bytes = media.reduce((sum, { size }) => sum + size, 0)
  return changeForm({
    action: `${here}/originals`,
    class: 'download',
    content: html`<button>${icon('download')}${TEXTS.files.originals} <span class="soft">${staff.format.bytes(bytes)}</span></button>`,
  })
}
