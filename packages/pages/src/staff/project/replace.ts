import { MAX_FILE_BYTES } from '@mediajobs/domain'
import { attributes, type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { section } from '../parts.ts'
import type { Item, Media } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { picture, urlsOf } from './files.ts'
import type { View } from './read.ts'
import { TEXTS } from './replace-texts.ts'
import { currentOf, isCurrent } from './version-chain.ts'

/** What pages with replaceable files need: the module, and the origins of pictures and uploads. */
export function replacing({ request }: StaffVisit, files: readonly Media[]) {
  return {
    more: 'staff/project/browser/replace.ts',
    urls: [...urlsOf(files), request.server.host.uploadOrigin],
  } as const
}

/** Formats that get a preview. HEIC is left out, so iPhones convert their photos to JPEG. */
const PICTURES = 'image/jpeg,image/png,image/webp,image/tiff'

export function mayReplace(staff: Pick<Staff, 'may'>): boolean {
  return staff.may('presignUpload') && staff.may('confirmUpload')
}

/**
 * A button to choose a replacement for `file`, enabled by the module.
 *
 * @param item API path of the comment that the file answers, whose form contains the button
 * @param done URL of the next page, up to the value of `done`
 * @param at anchor on that page
 */
export function replaceButton(
  staff: Pick<Staff, 'may'>,
  { id, projectId, type }: Media,
  { item, done, at }: { item?: string; done: string; at: string },
): Html {
  if (!mayReplace(staff)) return nothing
  const isPhoto = type === 'PHOTO'
  const data = attributes({
    'data-replaces': id,
    'data-job': projectId,
    'data-type': type,
    'data-item': item,
    'data-done': done,
    'data-at': at,
    'data-max': MAX_FILE_BYTES,
  })
  return html`<span class="replace"${data}><label class="button chooser go">${icon('arrow-left-right')}${isPhoto ? TEXTS.photo : TEXTS.file}<input type="file"${attributes({ accept: isPhoto && PICTURES })}></label></span>`
}

/** The button next to a comment, unless its file was deleted. */
export function replaceButtonOf(view: View, roundId: string, { id, mediaId }: Item): Html {
  const { staff, here, project, media, replaced } = view
  const file = currentOf([...media, ...replaced], mediaId)
  const item = `/projects/${project.id}/revisions/${roundId}/items/${id}`
  const at = `#item-${id}`
  return file ? replaceButton(staff, file, { item, done: `${here}?done=`, at }) : nothing
}

/** A note that the buttons need JavaScript. */
export function replaceNote(staff: Pick<Staff, 'may'>): Html {
  return mayReplace(staff)
    ? html`<noscript><p class="soft">${TEXTS.noScript}</p></noscript>`
    : nothing
}

/** Maximum versions shown; files rarely have more than three. */
export const SHOWN_VERSIONS = 12
const SIZES = '(min-width: 1100px) 420px, (min-width: 700px) 46vw, 94vw'

type NameOf = View['nameOf']

interface Shown {
  staff: Staff
  here: string
  /** Newest first. */
  versions: readonly Media[]
  nameOf: NameOf
}

/** A file's versions side by side, with upload time and person; empty for a single one. */
export function versionList({ staff, here, versions, nameOf }: Shown): Html {
  if (versions.length < 2) return nothing
  const left = versions.length - SHOWN_VERSIONS
  return section(
    'versions',
    TEXTS.title,
    html`<ol class="originals plain">${versions
      .slice(0, SHOWN_VERSIONS)
      .map(
        (each) =>
          html`<li><figure><a href="${here}/files/${each.id}"><span class="frame">${picture(each, SIZES, each.filename)}</span></a><figcaption>${isCurrent(each) ? html`<b class="mark">${TEXTS.now}</b> ` : nothing}<bdi>${each.filename}</bdi><br>${uploaded(staff, each, nameOf)}</figcaption></figure></li>`,
      )}</ol>
${left > 0 ? html`<p class="soft">${TEXTS.earlier(left)}</p>` : nothing}`,
  )
}

/** When a file was uploaded, and by whom. */
export function uploaded(
  { format }: Staff,
  { createdAt, uploadedByUserId: by }: Media,
  nameOf: NameOf,
): string {
  return TEXTS.uploaded(format.dayAndTime(createdAt), by === null ? undefined : nameOf(by))
}

type Files = Pick<View, 'here' | 'media' | 'replaced' | 'nameOf'>

/** The replacement file that a comment led to. */
export function replacement(
  { here, media, replaced, nameOf }: Files,
  { mediaId, resolvedMediaId }: Item,
): Html {
  const file = [...media, ...replaced].find(({ id }) => id === resolvedMediaId)
  if (!file || file.id === mediaId) return nothing
  const { uploadedByUserId: by, filename, id } = file
  return html`<p class="soft">${TEXTS.replaced(by === null ? undefined : nameOf(by))} <bdi>${filename}</bdi> · <a href="${here}/files/${id}#versions">${TEXTS.seeBoth}</a></p>`
}
