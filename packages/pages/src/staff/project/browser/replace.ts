import { button, make } from '../../../browser/elements.ts'
import { call } from '../../browser/call.ts'
import {
  Attempts,
  Connection,
  callWithRetries,
  put,
  Refused,
  reasonOf,
} from '../../upload/browser/connection.ts'
import { contentTypeOf } from '../../upload/browser/row.ts'
import { TEXTS as UPLOAD } from '../../upload/texts.ts'
import { TEXTS } from '../replace-texts.ts'

interface Presigned {
  uploadUrl: string
  key: string
}

interface Item {
  status: string
  answer: string | null
  resolvedMediaId: string | null
}

/** Leaving the page during an upload would lose it. */
let isSending = false
addEventListener('beforeunload', (event) => isSending && event.preventDefault())

/** Uploads the chosen file as a replacement. */
export async function replace(place: HTMLElement, file: File): Promise<void> {
  const label = place.querySelector('label')
  if (!label || isSending) return
  const abort = new AbortController()
  const progress = make('progress', { max: file.size, attr: { 'aria-label': file.name } })
  const cancel = button(TEXTS.cancel, TEXTS.cancel, () => abort.abort())
  const said = make('p', { textContent: TEXTS.sending(file.name), attr: { role: 'status' } })
  place.replaceChildren(progress, cancel, said)
  cancel.focus({ preventScroll: true })
  isSending = true
  try {
    const done = await send(place, file, progress, abort.signal)
    isSending = false
    if (done !== null) return location.assign(`${place.dataset.done}${done}${place.dataset.at}`)
    place.replaceChildren(label)
  } catch (error) {
    const problem = make('p', { className: 'alarm', textContent: reasonOf(error) })
    problem.setAttribute('role', 'alert')
    place.replaceChildren(label, problem)
  }
  isSending = false
  label.querySelector('input')?.focus({ preventScroll: true })
}

/**
 * @returns the outcome; null if canceled before the file was uploaded
 * @throws {Refused}
 */
async function send(
  place: HTMLElement,
  file: File,
  progress: HTMLProgressElement,
  signal: AbortSignal,
): Promise<'replaced' | 'replacedOnly' | null> {
  const { replaces, job: projectId, type, item, max } = place.dataset
  if (file.size === 0) throw new Refused(UPLOAD.empty)
  if (file.size > Number(max)) throw new Refused(TEXTS.tooLarge)
  const connection = new Connection()
  const etag = item === undefined ? null : await expectSeen(item, place)
  const filename = file.name.normalize()
  const contentType = contentTypeOf(file)
  const presign = () =>
    callWithRetries<Presigned>(connection, 'POST', '/media/presign', {
      ...{ projectId, filename, contentType, mediaType: type },
    })
  const attempts = new Attempts(file)
  let { uploadUrl: url, key } = await presign()
  for (;;) {
    await connection.ready()
    const onProgress = (sent: number) => {
      progress.value = sent
    }
    const status = signal.aborted ? 0 : await put({ url, file, contentType, onProgress, signal })
    if (signal.aborted) return null
    if (status >= 200 && status < 300) break
    await attempts.expectAnother(status)
    if (status === 403) ({ uploadUrl: url, key } = await presign())
    connection.failed()
  }
  const { id } = await callWithRetries<{ id: string }>(
    connection,
    'POST',
    '/media/confirm-upload',
    {
      ...{ projectId, filename, size: file.size, type, key, replacesMediaId: replaces },
    },
  )
  if (item === undefined) return 'replaced'
  return (await settle(connection, item, place, id, etag)) ? 'replaced' : 'replacedOnly'
}

/** The ETag of a comment, if unchanged since the person saw it. @throws {Refused} */
async function expectSeen(path: string, place: HTMLElement): Promise<string | null> {
  const { isSuccess, body, etag } = await call<Item>('GET', path).catch(() => {
    throw new Refused(UPLOAD.noConnection)
  })
  const isSame =
    isSuccess &&
    body.status === fieldOf(place, 'was-status') &&
    (body.answer ?? '') === fieldOf(place, 'was-answer')
  if (!isSame) throw new Refused(TEXTS.changed)
  return etag
}

/** Answers a comment with the new file. @returns whether the answer was saved */
async function settle(
  connection: Connection,
  path: string,
  place: HTMLElement,
  resolvedMediaId: string,
  etag: string | null,
): Promise<boolean> {
  const answer = fieldOf(place, 'answer').trim() || null
  const body = { status: 'DONE', answer, resolvedMediaId }
  await call('PATCH', path, { body, ...(etag !== null && { etag }) }).catch(() => {})
  // Reads it back, in case only the response was lost.
  const now = await callWithRetries<Item>(connection, 'GET', path).catch(() => null)
  return now?.resolvedMediaId === resolvedMediaId
}

/** A field of a comment's form. */
function fieldOf(place: HTMLElement, name: string): string {
  const field = place.closest('form')?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value
    : ''
}
