import { type Html, html, nothing } from '../../html.ts'
import { section } from '../parts.ts'
import type { Item, Media } from '../records.ts'
import type { Staff } from '../staff.ts'
import { picture } from './files.ts'
import type { View } from './read.ts'
import { TEXTS } from './replace-texts.ts'
import { isCurrent } from './version-chain.ts'

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

type Project = Pick<View, 'here' | 'media' | 'replaced' | 'nameOf'>

/** The replacement file that a comment led to. */
export function replacement(
  { here, media, replaced, nameOf }: Project,
  { mediaId, resolvedMediaId }: Item,
): Html {
  const file = [...media, ...replaced].find(({ id }) => id === resolvedMediaId)
  if (!file || file.id === mediaId) return nothing
  const { uploadedByUserId: by, filename, id } = file
  return html`<p class="soft">${TEXTS.replaced(by === null ? undefined : nameOf(by))} <bdi>${filename}</bdi> · <a href="${here}/files/${id}#versions">${TEXTS.seeBoth}</a></p>`
}
