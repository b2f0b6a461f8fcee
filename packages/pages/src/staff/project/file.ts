import {
  ALTERATION_KINDS,
  type AlterationKind,
  MAX_ALTERATION_NOTE_LENGTH,
  MAX_FILENAME_LENGTH,
} from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { alterationName } from '../../alterations.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import type { Compared } from '../change.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { badRequest } from '../list.ts'
import { askingButton, facts, ifMay } from '../parts.ts'
import { type List, nothingHere, readList, readTagged } from '../read-record.ts'
import type { Media } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { StaffCall } from '../staff.ts'
import { change } from './change.ts'
import { picture, urlsOf } from './files.ts'
import type { Visit } from './read.ts'
import { type Done, TEXTS } from './texts.ts'

const SIZES = '(min-width: 1100px) 760px, 94vw'

/** The page of a file: the picture, its original, and what can be done with it. */
export async function showFile(visit: Visit, notice?: Notice) {
  const { staff, url, here } = visit
  const [{ data: media }, { body: item, etag }] = await Promise.all([
    readList<Media>(staff, `${url}/media`),
    readTagged<Media>(staff, mediaUrl(visit)),
  ])
  const index = media.findIndex(({ id }) => id === item.id)
  if (index < 0) throw nothingHere()
  const file = { visit, media, index, item, etag }
  return sendStaffPage(visit, {
    title: item.filename,
    notice,
    styles: ['staff/project/style.css'],
    urls: urlsOf(media),
    body: html`<p class="tabs"><a href="${here}#files">${TEXTS.file.back}</a>${neighbour(file, -1, TEXTS.file.before)}${neighbour(file, 1, TEXTS.file.after)}</p>
${pictures(file)}
${factsOf(file)}
<div class="forms">${forms(file)}</div>`,
  })
}

function mediaUrl({ params }: Visit): string {
  return `/media/${params.mediaId}`
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

function factsOf({ visit: { staff }, media, index, item }: File): Html {
  const texts = TEXTS.file
  const { alteredFromMediaId: original, alteration, preview } = item
  const isLost = original !== null && media.every(({ id }) => id !== original)
  return facts([
    [texts.position, html`${texts.of(index + 1, media.length)}`],
    [texts.type, TEXTS.files.types[item.type]],
    [
      texts.size,
      html`${staff.format.bytes(item.size)} · <a href="${item.cdnUrl}" rel="noreferrer">${texts.open}</a>`,
    ],
    [texts.uploaded, staff.format.dayAndTime(item.createdAt)],
    [texts.noPreview, preview?.reason],
    [texts.note, alteration?.note],
    [texts.original, isLost ? html`<span class="alarm">${texts.lost}</span>` : undefined],
  ])
}

function forms(file: File): Html {
  const { visit, media, index, item, etag } = file
  const { staff, here } = visit
  const texts = TEXTS.file
  const at = `${here}/files/${item.id}`
  const place = `${index + 1}`
  const limits = { min: 1, max: media.length }
  const position = html`${hidden({ from: place })}
${field({ name: 'to', label: texts.moveTo, type: 'number', value: place, isRequired: true, more: limits })}
<button>${texts.move}</button>`
  const name = html`${field({ name: 'filename', label: texts.name, value: item.filename, isRequired: true, maxLength: MAX_FILENAME_LENGTH })}
<button>${texts.rename}</button>`
  const [label, question] = [texts.delete, texts.deleteSure]
  return html`${staff.may('reorderMedia') && media.length > 1 ? changeForm({ action: `${at}/move`, content: position }) : nothing}
${ifMay(staff, 'renameMedia', () => changeForm({ action: `${at}/rename`, etag, content: name }))}
${item.type === 'PHOTO' && staff.may('updateMedia') ? changeForm({ action: `${at}/original`, etag, content: pair(file) }) : nothing}
${ifMay(staff, 'deleteMedia', () => askingButton({ label, question, action: `${at}/delete`, etag }))}`
}

function pair({ media, item }: File): Html {
  const texts = TEXTS.file
  const others = media.flatMap(({ id, type, filename }, index) =>
    type === 'PHOTO' && id !== item.id ? [[id, `${index + 1} · ${filename}`] as const] : [],
  )
  const kinds = ALTERATION_KINDS.map((kind) => [kind, alterationName(kind)] as const)
  const { alteredFromMediaId, alteration } = item
  return html`${field({
    name: 'original',
    label: texts.alteredFrom,
    choices: [['', texts.isOriginal], ...others],
    value: alteredFromMediaId,
  })}
${field({ name: 'kind', label: texts.kind, choices: kinds, value: alteration?.kind })}
${field({ name: 'note', label: texts.note, value: alteration?.note ?? '', maxLength: MAX_ALTERATION_NOTE_LENGTH })}
<button>${texts.savePair}</button>`
}

export function renameFile(visit: Visit) {
  const filename = formOf(visit.request).text('filename') ?? ''
  return changeFile(visit, {
    call: { method: 'PATCH', url: `${mediaUrl(visit)}/rename`, payload: { filename } },
    done: 'renamed',
    texts: (media) => [filename, media.filename],
  })
}

export function deleteFile(visit: Visit) {
  return changeFile(visit, {
    call: { method: 'DELETE', url: mediaUrl(visit) },
    done: 'deleted',
    texts: (media) => [TEXTS.file.delete, media.filename],
  })
}

interface FileChange extends Pick<Compared<Media>, 'texts'> {
  call: StaffCall
  done: Done
}

function changeFile(visit: Visit, { call, done, texts }: FileChange) {
  return change<Media>(visit, {
    call,
    done,
    section: 'files',
    record: { url: mediaUrl(visit), texts },
    refuse: (notice) => showFile(visit, notice),
  })
}

/** Says of which file a picture was made, and how. */
export function pairFile(visit: Visit) {
  const form = formOf(visit.request)
  const alteredFromMediaId = form.text('original') || null
  const kind = ALTERATION_KINDS.find((each) => each === form.text('kind')) ?? 'OTHER'
  const alteration = alteredFromMediaId && { kind, note: form.text('note')?.trim() || null }
  const nameOf = async (original: string | null, made: AlterationKind | undefined) => {
    if (original === null) return TEXTS.file.isOriginal
    const url = `/media/${encodeURIComponent(original)}`
    const { status, body } = await visit.staff.call<Media>({ method: 'GET', url })
    return `${alterationName(made)}: ${status === 200 ? body.filename : TEXTS.file.lost}`
  }
  const payload = { alteredFromMediaId, ...(alteration && { alteration }) }
  return changeFile(visit, {
    call: { method: 'PATCH', url: mediaUrl(visit), payload },
    done: 'paired',
    texts: async (media) => [
      await nameOf(alteredFromMediaId, kind),
      await nameOf(media.alteredFromMediaId, media.alteration?.kind),
    ],
  })
}

/** Moves a file to another place. An order has no ETag: the place that the person saw stands for it. */
export async function moveFile(visit: Visit): Promise<FastifyReply> {
  const { request, staff, url, params } = visit
  const form = formOf(request)
  const [from, to] = [Number(form.text('from')), Number(form.text('to'))]
  const { data } = await readList<Media>(staff, `${url}/media`)
  const placeIn = (media: readonly Media[]) =>
    media.findIndex(({ id }) => id === params.mediaId) + 1
  const place = placeIn(data)
  if (place === 0) throw nothingHere()
  const refuse = (notice: Notice) => showFile(visit, notice)
  if (!Number.isInteger(to) || to < 1 || to > data.length) {
    return badRequest(visit, TEXTS.file.badPlace(data.length), refuse)
  }
  const mediaIds = data.map((each) => each.id)
  mediaIds.splice(to - 1, 0, ...mediaIds.splice(place - 1, 1))
  const payload = { projectId: data[0]?.projectId, mediaIds }
  return change<List<Media>>(visit, {
    call: { method: 'PATCH', url: '/media/reorder', payload },
    done: 'reordered',
    section: 'files',
    record: {
      url: `${url}/media`,
      texts: (now) => [TEXTS.file.place(to), TEXTS.file.place(placeIn(now.data))],
      isSeen: (now) => placeIn(now.data) === from && from !== to,
      fields: (now) => ({ from: String(placeIn(now.data)) }),
    },
    refuse,
  })
}
