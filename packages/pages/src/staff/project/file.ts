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
import { confirmButton, facts, ifMay } from '../parts.ts'
import { type List, pageNotFound, readList, readTagged } from '../read-record.ts'
import type { Media } from '../records.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import type { StaffCall } from '../staff.ts'
import { change } from './changes.ts'
import { picture } from './files.ts'
import { readNames, type Visit } from './read.ts'
import {
  mayReplace,
  replaceButton,
  replaceNote,
  replacing,
  SHOWN_VERSIONS,
  uploaded,
  versionList,
} from './replace.ts'
import { TEXTS as REPLACE } from './replace-texts.ts'
import { type Done, TEXTS } from './texts.ts'
import { isCurrent, versionsOf } from './version-chain.ts'

const SIZES = '(min-width: 1100px) 760px, 94vw'

/** A file's page: picture, original and actions. */
export async function showFile(visit: Visit, notice?: Notice) {
  const { staff, url, here } = visit
  const [{ data: all }, { body: item, etag }] = await Promise.all([
    readList<Media>(staff, `${url}/media?includeReplaced=true`),
    readTagged<Media>(staff, mediaUrl(visit)),
  ])
  const versions = versionsOf(all, item)
  const media = all.filter(isCurrent)
  const index = media.findIndex(({ id }) => id === versions[0]?.id)
  if (index < 0) throw pageNotFound()
  const uploaders = [item, ...versions.slice(0, SHOWN_VERSIONS)]
  const nameOf = await readNames(
    staff,
    uploaders.map((each) => each.uploadedByUserId),
  )
  const file = { visit, all, media, index, item, etag, versions, nameOf }
  return sendStaffPage(visit, {
    title: item.filename,
    notice,
    styles: ['staff/project/style.css'],
    module: 'staff/project/browser/main.ts',
    ...replacing(visit, all),
    body: html`<p class="tabs"><a href="${here}#files">${TEXTS.file.back}</a>${neighbor(file, -1, TEXTS.file.before)}${neighbor(file, 1, TEXTS.file.after)}</p>
${oldVersionNotice(file)}
${pictures(file)}
${factsOf(file)}
${versionList({ staff, here, versions, nameOf })}
<div class="forms">${forms(file)}</div>`,
  })
}

function mediaUrl({ params }: Visit): string {
  return `/media/${params.mediaId}`
}

interface File {
  visit: Visit
  /** All files of the project, including earlier versions. */
  all: readonly Media[]
  /** The current versions of all files, in order. */
  media: readonly Media[]
  /** Index in `media` of the shown file's current version. */
  index: number
  item: Media
  etag: string
  /** The shown file's versions, newest first. */
  versions: readonly Media[]
  nameOf: (id: string) => string
}

function neighbor({ visit, media, index }: File, step: number, text: string): Html {
  const other = media[index + step]
  return other ? html`<a href="${visit.here}/files/${other.id}">${text}</a>` : nothing
}

function oldVersionNotice({ visit: { here }, item, versions }: File): Html {
  const [current] = versions
  if (!current || isCurrent(item)) return nothing
  return html`<p class="notice problem">${REPLACE.isOld} <a href="${here}/files/${current.id}" dir="auto">${current.filename}</a></p>`
}

function pictures({ all, item }: File): Html {
  const original = all.find(({ id }) => id === item.alteredFromMediaId)
  const one = (each: Media, text: string) =>
    html`<figure><span class="frame">${each.type === 'VIDEO' ? player(each) : picture(each, SIZES)}</span><figcaption dir="auto">${text}</figcaption></figure>`
  return html`<div class="originals">${original ? one(original, TEXTS.file.original) : nothing}${one(item, original ? alterationName(item.alteration?.kind) : item.filename)}</div>`
}

// Half a second in: a film's first frame is often black.
function player({ cdnUrl, filename }: Media): Html {
  return html`<video controls playsinline preload="metadata" src="${cdnUrl}#t=0.5" aria-label="${filename}"></video>`
}

function factsOf({ visit: { staff }, all, media, index, item, nameOf }: File): Html {
  const texts = TEXTS.file
  const { alteredFromMediaId: original, alteration, preview } = item
  const isLost = original !== null && all.every(({ id }) => id !== original)
  return facts([
    [texts.position, html`${texts.of(index + 1, media.length)}`],
    [texts.type, TEXTS.files.types[item.type]],
    [
      texts.size,
      html`${staff.format.bytes(item.size)} · <a href="${item.cdnUrl}" rel="noreferrer">${texts.open}</a>`,
    ],
    [texts.uploaded, uploaded(staff, item, nameOf)],
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
  const sent = formOf(visit.request)
  const place = `${index + 1}`
  const limits = { min: 1, max: media.length }
  const position = html`${hidden({ from: place })}
${field({ name: 'to', label: texts.moveTo, type: 'number', value: sent.text('to') ?? place, isRequired: true, more: limits })}
<button>${texts.move}</button>`
  const name = html`${field({ name: 'filename', label: texts.name, value: sent.text('filename') ?? item.filename, isRequired: true, maxLength: MAX_FILENAME_LENGTH })}
<button>${texts.rename}</button>`
  const isNewest = isCurrent(item)
  const [label, question] = [
    texts.delete,
    isNewest && item.replacesMediaId !== null ? REPLACE.deleteSure : texts.deleteSure,
  ]
  return html`${isNewest ? replace(file) : nothing}
${isNewest && staff.may('reorderMedia') && media.length > 1 ? changeForm({ action: `${at}/move`, content: position }) : nothing}
${ifMay(staff, 'renameMedia', () => changeForm({ action: `${at}/rename`, etag, content: name }))}
${isNewest && item.type === 'PHOTO' && staff.may('updateMedia') ? changeForm({ action: `${at}/original`, etag, content: pair(file) }) : nothing}
${ifMay(staff, 'deleteMedia', () => confirmButton({ label, question, action: `${at}/delete`, etag }))}`
}

function replace({ visit: { staff, here }, item }: File): Html {
  if (!mayReplace(staff)) return nothing
  return html`<div>${replaceNote(staff)}${replaceButton(staff, item, { done: `${here}?done=`, at: '#files' })}</div>`
}

function pair({ visit, all, media, item }: File): Html {
  const texts = TEXTS.file
  const sent = formOf(visit.request)
  const { alteredFromMediaId, alteration } = item
  const others = media.flatMap(({ id, type, filename }, index): [string, string][] =>
    type === 'PHOTO' && id !== item.id ? [[id, `${index + 1} · ${filename}`]] : [],
  )
  const old = all.find((each) => each.id === alteredFromMediaId && !isCurrent(each))
  if (old) others.push([old.id, REPLACE.old(old.filename)])
  const kinds = ALTERATION_KINDS.map((kind) => [kind, alterationName(kind)] as const)
  return html`${field({
    name: 'original',
    label: texts.alteredFrom,
    choices: [['', texts.isOriginal], ...others],
    value: sent.text('original') ?? alteredFromMediaId,
  })}
${field({ name: 'kind', label: texts.kind, choices: kinds, value: sent.text('kind') ?? alteration?.kind })}
${field({ name: 'note', label: texts.note, value: sent.text('note') ?? alteration?.note ?? '', maxLength: MAX_ALTERATION_NOTE_LENGTH })}
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

/** Sets a picture's original and alteration. */
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

/** Moves a file. The order has no ETag, so the position the person saw stands in for it. */
export async function moveFile(visit: Visit): Promise<FastifyReply> {
  const { request, staff, url, params } = visit
  const form = formOf(request)
  const [from, to] = [Number(form.text('from')), Number(form.text('to'))]
  const { data } = await readList<Media>(staff, `${url}/media`)
  const placeIn = (media: readonly Media[]) =>
    media.findIndex(({ id }) => id === params.mediaId) + 1
  const place = placeIn(data)
  if (place === 0) throw pageNotFound()
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
