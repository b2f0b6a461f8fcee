import {
  ALTERATION_KINDS,
  type AlterationKind,
  MAX_ALTERATION_NOTE_LENGTH,
  MAX_FILENAME_LENGTH,
} from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { alterationName } from '../../alterations.ts'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, changeOf, choice, field } from '../change-form.ts'
import type { List } from '../read-record.ts'
import type { Media } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { change } from './change.ts'
import { picture, urlsOf } from './files.ts'
import type { Visit } from './read.ts'
import { TEXTS } from './texts.ts'

const SIZES = '(min-width: 1100px) 760px, 94vw'

/** The page of a file: the picture, its original, and what can be done with it. */
export async function showFile(visit: Visit, mediaId: string, notice?: Notice) {
  const { staff, url, here } = visit
  const [list, single] = await Promise.all([
    staff.call<List<Media> & ErrorBody>({ method: 'GET', url: `${url}/media` }),
    staff.call<Media & ErrorBody>({ method: 'GET', url: mediaUrl(mediaId) }),
  ])
  const refused = [list, single].find(({ status }) => status !== 200)
  if (refused) return sendStaffProblem(visit, refused)
  const media = list.body.data
  const index = media.findIndex(({ id }) => id === single.body.id)
  if (index < 0) return sendStaffProblem(visit, { ...single, status: 404 })
  const file = { visit, media, index, item: single.body, etag: String(single.headers.etag) }
  return sendStaffPage(visit, {
    title: single.body.filename,
    notice,
    styles: ['staff/project/style.css'],
    urls: urlsOf(media),
    body: html`<p class="parts"><a href="${here}#files">${TEXTS.file.back}</a>${neighbour(file, -1, TEXTS.file.before)}${neighbour(file, 1, TEXTS.file.after)}</p>
${pictures(file)}
${facts(file)}
<div class="forms">${forms(file)}</div>`,
  })
}

function mediaUrl(mediaId: string): string {
  return `/media/${encodeURIComponent(mediaId)}`
}

interface File {
  visit: Visit
  /** All files of the project, in their order. */
  media: readonly Media[]
  index: number
  item: Media
  etag: string
}

function neighbour({ visit, media, index }: File, step: number, text: string): Html {
  const other = media[index + step]
  return other ? html`<a href="${visit.here}/files/${other.id}">${text}</a>` : nothing
}

function pictures({ media, item }: File): Html {
  const original = media.find(({ id }) => id === item.alteredFromMediaId)
  const one = (each: Media, text: string) =>
    html`<figure><span class="frame">${picture(each, SIZES)}</span><figcaption dir="auto">${text}</figcaption></figure>`
  return html`<div class="originals">${original ? one(original, TEXTS.file.original) : nothing}${one(item, original ? alterationName(item.alteration?.kind) : item.filename)}</div>`
}

function facts({ visit: { staff }, media, index, item }: File): Html {
  const texts = TEXTS.file
  const isLost =
    item.alteredFromMediaId !== null && media.every(({ id }) => id !== item.alteredFromMediaId)
  return html`<dl class="facts"><dt>${texts.position}</dt><dd>${texts.of(index + 1, media.length)}</dd>
<dt>${texts.type}</dt><dd>${TEXTS.files.types[item.type]}</dd>
<dt>${texts.size}</dt><dd>${staff.format.bytes(item.size)} · <a href="${item.cdnUrl}" rel="noreferrer">${texts.open}</a></dd>
<dt>${texts.uploaded}</dt><dd>${staff.format.dayAndTime(item.createdAt)}</dd>
${item.preview?.reason ? html`<dt>${texts.noPreview}</dt><dd>${item.preview.reason}</dd>` : nothing}
${item.alteration?.note ? html`<dt>${texts.note}</dt><dd dir="auto">${item.alteration.note}</dd>` : nothing}
${isLost ? html`<dt>${texts.original}</dt><dd class="alarm">${texts.lost}</dd>` : nothing}</dl>`
}

function forms(file: File): Html {
  const { visit, media, index, item, etag } = file
  const { staff, here } = visit
  const texts = TEXTS.file
  const at = `${here}/files/${item.id}`
  const place = html`<input type="hidden" name="from" value="${index + 1}">
<p class="field"><label for="to">${texts.moveTo}</label><input id="to" name="to" type="number" required min="1" max="${media.length}" value="${index + 1}"></p>
<button>${texts.move}</button>`
  const name = html`${field({ name: 'filename', label: texts.name, value: item.filename, isRequired: true, maxLength: MAX_FILENAME_LENGTH })}
<button>${texts.rename}</button>`
  return html`${staff.may('reorderMedia') && media.length > 1 ? changeForm({ action: `${at}/move`, content: place }) : nothing}
${staff.may('renameMedia') ? changeForm({ action: `${at}/rename`, etag, content: name }) : nothing}
${item.type === 'PHOTO' && staff.may('updateMedia') ? changeForm({ action: `${at}/original`, etag, content: pair(file) }) : nothing}
${
  staff.may('deleteMedia')
    ? html`<details class="menu"><summary>${texts.delete}…</summary><div><p>${texts.deleteSure}</p>
${changeForm({ action: `${at}/delete`, etag, content: html`<button class="danger">${texts.delete}</button>` })}</div></details>`
    : nothing
}`
}

function pair({ media, item }: File): Html {
  const texts = TEXTS.file
  const others = media.flatMap(({ id, type, filename }, index): [string, string][] =>
    type === 'PHOTO' && id !== item.id ? [[id, `${index + 1} · ${filename}`]] : [],
  )
  const originals: [string, string][] = [['', texts.isOriginal], ...others]
  const kinds = ALTERATION_KINDS.map((kind): [string, string] => [kind, alterationName(kind)])
  return html`${choice('original', texts.alteredFrom, originals, item.alteredFromMediaId)}
${choice('kind', texts.kind, kinds, item.alteration?.kind ?? null)}
${field({ name: 'note', label: texts.note, value: item.alteration?.note ?? '', maxLength: MAX_ALTERATION_NOTE_LENGTH })}
<button>${texts.savePair}</button>`
}

/** Changes of a file, by the last step of their address. */
export const FILE_CHANGES: Record<string, (visit: Visit, id: string) => Promise<FastifyReply>> = {
  move: moveFile,
  rename: renameFile,
  original: pairFile,
  delete: deleteFile,
}

function renameFile(visit: Visit, id: string) {
  const filename = formOf(visit.request).text('filename') ?? ''
  return change<Media>(visit, {
    call: {
      method: 'PATCH',
      url: `${mediaUrl(id)}/rename`,
      payload: { filename },
      ...stateOf(visit),
    },
    done: 'renamed',
    section: 'files',
    record: { url: mediaUrl(id), wanted: () => filename, now: (media) => media.filename },
    refuse: (notice) => showFile(visit, id, notice),
  })
}

function deleteFile(visit: Visit, id: string) {
  return change<Media>(visit, {
    call: { method: 'DELETE', url: mediaUrl(id), ...stateOf(visit) },
    done: 'deleted',
    section: 'files',
    record: { url: mediaUrl(id), wanted: () => TEXTS.file.delete, now: (media) => media.filename },
    refuse: (notice) => showFile(visit, id, notice),
  })
}

/** Says of which file a picture was made, and how. */
function pairFile(visit: Visit, id: string) {
  const form = formOf(visit.request)
  const alteredFromMediaId = form.text('original') || null
  const kind = ALTERATION_KINDS.find((each) => each === form.text('kind')) ?? 'OTHER'
  const alteration = alteredFromMediaId && { kind, note: form.text('note')?.trim() || null }
  const nameOf = async (original: string | null, made: AlterationKind | undefined) => {
    if (original === null) return TEXTS.file.isOriginal
    const { status, body } = await visit.staff.call<Media>({
      method: 'GET',
      url: mediaUrl(original),
    })
    return `${alterationName(made)}: ${status === 200 ? body.filename : TEXTS.file.lost}`
  }
  return change<Media>(visit, {
    call: {
      method: 'PATCH',
      url: mediaUrl(id),
      payload: { alteredFromMediaId, ...(alteration && { alteration }) },
      ...stateOf(visit),
    },
    done: 'paired',
    section: 'files',
    record: {
      url: mediaUrl(id),
      wanted: () => nameOf(alteredFromMediaId, kind),
      now: (media) => nameOf(media.alteredFromMediaId, media.alteration?.kind),
    },
    refuse: (notice) => showFile(visit, id, notice),
  })
}

/** Moves a file to another place. An order has no ETag: the place that the person saw stands for it. */
async function moveFile(visit: Visit, id: string): Promise<FastifyReply> {
  const { request, staff, url } = visit
  const form = formOf(request)
  const [from, to] = [Number(form.text('from')), Number(form.text('to'))]
  const list = await staff.call<List<Media> & ErrorBody>({ method: 'GET', url: `${url}/media` })
  if (list.status !== 200) return sendStaffProblem(visit, list)
  const placeIn = ({ data }: List<Media>) => data.findIndex((each) => each.id === id) + 1
  const place = placeIn(list.body)
  if (place === 0) return sendStaffProblem(visit, { ...list, status: 404 })
  const { data } = list.body
  if (!Number.isInteger(to) || to < 1 || to > data.length) {
    visit.reply.code(400)
    return showFile(visit, id, { kind: 'problem', text: TEXTS.file.badPlace(data.length) })
  }
  const mediaIds = data.map((each) => each.id)
  mediaIds.splice(to - 1, 0, ...mediaIds.splice(place - 1, 1))
  return change<List<Media>>(visit, {
    call: {
      method: 'PATCH',
      url: '/media/reorder',
      payload: { projectId: data[0]?.projectId, mediaIds },
    },
    done: 'reordered',
    section: 'files',
    record: {
      url: `${url}/media`,
      wanted: () => TEXTS.file.place(to),
      now: (now) => TEXTS.file.place(placeIn(now)),
      isSeen: (now) => placeIn(now) === from && from !== to,
      fields: (now) => ({ from: String(placeIn(now)) }),
    },
    refuse: (notice: Notice) => showFile(visit, id, notice),
  })
}

function stateOf({ request }: Visit) {
  return { ifMatch: changeOf(request).ifMatch }
}
