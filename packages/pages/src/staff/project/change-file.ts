import { ALTERATION_KINDS, type AlterationKind } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { alterationName } from '../../alterations.ts'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { conflictOf } from '../ask.ts'
import { changeOf } from '../change-form.ts'
import type { List } from '../read-record.ts'
import type { Media } from '../records.ts'
import type { Notice } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import { ask } from './ask.ts'
import { back, change } from './change.ts'
import { mediaUrl, showFile } from './file.ts'
import { TEXTS } from './texts.ts'
import type { Visit } from './visit.ts'

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
  const { request, reply, staff, url } = visit
  const form = formOf(request)
  const list = await staff.call<List<Media> & ErrorBody>({ method: 'GET', url: `${url}/media` })
  if (list.status !== 200) return sendStaffProblem(request, reply, staff, list)
  const mediaIds = list.body.data.map((each) => each.id)
  const now = mediaIds.indexOf(id) + 1
  const [from, to] = [Number(form.text('from')), Number(form.text('to'))]
  if (now === 0) return sendStaffProblem(request, reply, staff, { ...list, status: 404 })
  if (!Number.isInteger(to) || to < 1 || to > mediaIds.length) {
    reply.code(400)
    const text = TEXTS.file.badPlace(mediaIds.length)
    return showFile(visit, id, { kind: 'problem', text })
  }
  if (now === to) return back(visit, 'same', 'files')
  if (now !== from) return askForPlace(visit, to, now)
  mediaIds.splice(to - 1, 0, ...mediaIds.splice(now - 1, 1))
  const projectId = list.body.data[0]?.projectId
  return change(visit, {
    call: { method: 'PATCH', url: '/media/reorder', payload: { projectId, mediaIds } },
    done: 'reordered',
    section: 'files',
    record: { url: mediaUrl(id), wanted: () => String(to), now: () => String(now) },
    refuse: (notice: Notice) => showFile(visit, id, notice),
  })
}

function askForPlace(visit: Visit, to: number, now: number) {
  visit.reply.code(412)
  return ask(visit, {
    ...conflictOf(TEXTS.file.place(to), TEXTS.file.place(now)),
    fields: { from: String(now) },
    etag: undefined,
    section: 'files',
  })
}

function stateOf({ request }: Visit) {
  return { ifMatch: changeOf(request).ifMatch }
}
