import { type Format, formatFor } from '../../../format.ts'
import type { Settings } from '../settings.ts'
import { TEXTS } from '../texts.ts'
import { Bar, namesOf, notify, stayAwake } from './bar.ts'
import { Connection, readMedia, reasonOf } from './connection.ts'
import { byNameAndSize, fileKey, rowsOf } from './new-rows.ts'
import { Queue } from './queue.ts'
import { isUnderWay, type Medium, type Row, type Upload } from './row.ts'
import { focusOn, type RowView, rowView } from './row-view.ts'
import { Saver } from './saver.ts'

/** The list of files and its actions. */
export class UploadList implements Upload {
  readonly rows: Row[] = []
  readonly settings: Settings
  readonly format: Format
  readonly connection = new Connection()
  readonly #views = new Map<Row, RowView>()
  readonly #queue: Queue
  readonly #saver: Saver
  readonly #bar: Bar
  /** The project's files before this upload. */
  #media: readonly Medium[] = []

  constructor(settings: Settings) {
    this.settings = settings
    this.format = formatFor(settings.locale, null)
    this.#queue = new Queue(this)
    this.#saver = new Saver(this)
    this.#bar = new Bar(this, {
      start: () => void this.#begin(this.rows.filter(({ state }) => state === 'ready')),
      again: () => void this.#begin(this.rows.filter(({ state }) => state === 'failed')),
    })
  }

  get isRunning(): boolean {
    return this.rows.some(isUnderWay)
  }

  /** Adds files to the list, without sending them yet. */
  async add(files: readonly File[], media: readonly Medium[]): Promise<void> {
    this.#media = media
    const { added, leftOut } = await rowsOf(files, this, media)
    this.rows.push(...added)
    for (const row of added) {
      const view = rowView(row, this)
      this.#views.set(row, view)
      document.getElementById('rows')?.append(view.element)
    }
    notify(leftOut.length > 0 ? TEXTS.leftOut(leftOut.length, namesOf(leftOut)) : '')
    this.refresh()
  }

  originals() {
    return { rows: this.rows, media: this.#media }
  }

  again(row: Row): void {
    row.isWanted ||= row.state === 'here'
    void this.#begin([row])
  }

  leaveOut(row: Row): void {
    row.abort?.abort()
    const { rows } = this
    const at = rows.indexOf(row)
    rows.splice(at, 1)
    for (const other of rows.filter(({ pair }) => pair?.original === row)) {
      other.pair = undefined
      other.warnings.push(TEXTS.warnings.lostOriginal)
      this.#show(other)
    }
    const next = rows[at]
    this.#views.get(row)?.element.remove()
    this.#views.delete(row)
    const place = (next && this.#views.get(next)?.element) ?? document.getElementById('bar')
    if (place) focusOn(place)
    this.#settled()
  }

  /** Called when a row's state changes. */
  changed(row: Row): void {
    this.#show(row)
    this.#settled()
  }

  moved(row: Row): void {
    this.#views.get(row)?.showProgress()
  }

  unordered(): void {
    notify(TEXTS.unordered)
  }

  refresh(): void {
    const here = new Set(this.#media.map(({ id }) => id))
    for (const { mediaId } of this.rows) if (mediaId !== undefined) here.add(mediaId)
    this.#bar.show(here.size)
    stayAwake(this.isRunning)
  }

  /** Rereads the project's files: some may come from another tab, or the first read failed. */
  async #begin(chosen: readonly Row[]): Promise<void> {
    for (const row of chosen) this.#become(row, 'checking')
    let here: ReadonlyMap<string, Medium>
    try {
      here = byNameAndSize(await readMedia<Medium>(this.connection, this.settings.projectId))
    } catch (error) {
      for (const row of chosen) {
        row.reason = reasonOf(error)
        this.#become(row, 'failed')
      }
      return
    }
    for (const row of chosen) this.#send(row, here.get(fileKey(row.name, row.file.size)))
    this.#queue.start()
  }

  #send(row: Row, found: Medium | undefined): void {
    // The row was removed from the list meanwhile.
    if (!this.rows.includes(row)) return
    const isHere = found !== undefined && !row.isWanted
    row.mediaId = isHere ? found.id : undefined
    // Fully uploaded: only the confirm failed.
    const isSent = row.upload !== undefined && row.sent === row.file.size
    this.#become(row, isHere ? 'here' : isSent ? 'sent' : 'waiting')
  }

  #become(row: Row, state: Row['state']): void {
    row.state = state
    this.changed(row)
  }

  #show(row: Row): void {
    this.#views.get(row)?.show()
  }

  #settled(): void {
    this.#saver.wake()
    keepUnfinished(this.settings.projectId, this.rows)
    this.refresh()
  }
}

// Pages can't store files, so they store names, to report which files are missing.

interface Unfinished {
  name: string
  size: number
}

/** Files from the last visit that weren't uploaded. */
export function readUnfinished(projectId: string): Unfinished[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUnfinished) : []
  } catch {
    return []
  }
}

export function keepUnfinished(projectId: string, rows: readonly Row[]): void {
  const left = rows.filter((row) => isUnderWay(row) || row.state === 'failed')
  const kept = left.map(({ name, file }) => ({ name, size: file.size }))
  try {
    if (kept.length === 0) localStorage.removeItem(keyOf(projectId))
    else localStorage.setItem(keyOf(projectId), JSON.stringify(kept))
  } catch {
    // Private windows may refuse storage. The upload works without it.
  }
}

function keyOf(projectId: string): string {
  return `upload ${projectId}`
}

function isUnfinished(each: unknown): each is Unfinished {
  if (typeof each !== 'object' || each === null) return false
  if (!('name' in each && 'size' in each)) return false
  return typeof each.name === 'string' && typeof each.size === 'number'
}
