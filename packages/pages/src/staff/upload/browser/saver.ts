import { callWithRetries, Refused, readMedia, reasonOf } from './connection.ts'
import { type Medium, originalId, type Row, type Upload } from './row.ts'

/** Files uploaded within this time are confirmed together. */
const GATHER_MS = 1_000
/** How long a file waits for earlier ones: a video may take hours. */
const HOLD_MS = 10_000

/** Confirms uploaded files, keeping the list order. */
export class Saver {
  readonly #upload: Upload
  #isSaving = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(upload: Upload) {
    this.#upload = upload
  }

  /** Call whenever a row's state changes. */
  wake(): void {
    if (this.#timer !== undefined || this.#isSaving || !this.#upload.rows.some(isSent)) return
    this.#timer = setTimeout(
      () => void this.#save(),
      this.#upload.rows.some(isOnItsWay) ? GATHER_MS : 0,
    )
  }

  async #save(): Promise<void> {
    this.#timer = undefined
    this.#isSaving = true
    const batch = this.#ready()
    if (batch.length > 0) await this.#confirm(batch)
    this.#isSaving = false
    const isHeld = batch.length === 0 && !this.#upload.rows.some(isOnItsWay)
    if (!isHeld) this.wake()
  }

  /** Uploaded files whose predecessors are settled; after a while, all uploaded ones. */
  #ready(): Row[] {
    const now = performance.now()
    const first = this.#upload.rows.findIndex(isOnItsWay)
    const savable = this.#upload.rows.filter((row) => isSent(row) && isOriginalSaved(row))
    const inOrder =
      first < 0 ? savable : savable.filter((row) => this.#upload.rows.indexOf(row) < first)
    const isLate = savable.some(({ sentAt }) => now - sentAt > HOLD_MS)
    return (isLate ? savable : inOrder).slice(0, this.#upload.settings.maxBatchFiles)
  }

  async #confirm(batch: readonly Row[]): Promise<void> {
    try {
      const { projectId } = this.#upload.settings
      const body = { projectId, files: batch.map(confirmation) }
      const { data } = await callWithRetries<{ data: Medium[] }>(
        this.#upload.connection,
        'POST',
        '/media/confirm-batch',
        body,
      )
      for (const [i, row] of batch.entries()) row.mediaId = data[i]?.id
      await this.#order(batch)
      // The person may leave the page now.
      for (const row of batch) {
        row.state = 'done'
        this.#upload.changed(row)
      }
    } catch (error) {
      await this.#refused(batch, error)
    }
  }

  /** A refused file doesn't stop the others. */
  async #refused(batch: readonly Row[], error: unknown): Promise<void> {
    const isOfOne = error instanceof Refused && error.status !== 0 && error.status !== 401
    if (isOfOne && batch.length > 1) {
      for (const row of batch) await this.#confirm([row])
      return
    }
    for (const row of batch) {
      row.state = 'failed'
      row.reason = reasonOf(error)
      // On errors unrelated to the file, keeps the upload, so a retry only confirms it.
      if (isOfOne) row.upload = undefined
      this.#upload.changed(row)
    }
  }

  /** Moves new files to their place in the list's order. Usually a no-op: files mostly arrive in order. */
  async #order(batch: readonly Row[]): Promise<void> {
    const { projectId } = this.#upload.settings
    const added = new Set(batch.flatMap(({ mediaId }) => mediaId ?? []))
    const listed = this.#upload.rows.flatMap(({ mediaId }) => mediaId ?? [])
    if (isLastOf(listed, added)) return
    try {
      const media = await readMedia<Medium>(this.#upload.connection, projectId)
      const present = media.map(({ id }) => id)
      const mediaIds = placed(present, listed, added)
      if (String(mediaIds) === String(present)) return
      await callWithRetries(this.#upload.connection, 'PATCH', '/media/reorder', {
        projectId,
        mediaIds,
      })
    } catch {
      this.#upload.unordered()
    }
  }
}

function confirmation({ name, file, type, upload, pair }: Row) {
  const original = pair && originalId(pair)
  return {
    filename: name,
    size: file.size,
    type,
    key: upload?.key,
    ...(original !== undefined && {
      alteredFromMediaId: original,
      alteration: { kind: pair?.kind, note: pair?.note || null },
    }),
  }
}

function isLastOf(listed: readonly string[], added: ReadonlySet<string>): boolean {
  return listed.slice(-added.size).every((id) => added.has(id))
}

function isSent({ state }: Row): boolean {
  return state === 'sent'
}

function isOnItsWay({ state }: Row): boolean {
  return state === 'checking' || state === 'waiting' || state === 'sending'
}

function isOriginalSaved({ pair }: Row): boolean {
  return pair === undefined || originalId(pair) !== undefined
}

/**
 * The order of a project's files with new ones inserted: each follows its predecessor in the person's list. Existing
 * files keep their places, which may be deliberate.
 *
 * @param present ids of all the project's files, in order
 * @param listed ids of the list, in order
 * @param added ids of the new files
 */
function placed(
  present: readonly string[],
  listed: readonly string[],
  added: ReadonlySet<string>,
): string[] {
  const order = present.filter((id) => !added.has(id))
  for (const [at, id] of listed.entries()) {
    if (!added.has(id) || !present.includes(id)) continue
    const before = listed.slice(0, at).findLast((each) => order.includes(each))
    const after = listed.slice(at + 1).find((each) => order.includes(each))
    if (before !== undefined) order.splice(order.indexOf(before) + 1, 0, id)
    else if (after !== undefined) order.splice(order.indexOf(after), 0, id)
    else order.push(id)
  }
  return order
}
