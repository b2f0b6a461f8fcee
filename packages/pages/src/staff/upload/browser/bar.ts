import type { Format } from '../../../format.ts'
import { TEXTS } from '../texts.ts'
import { counts, isBegun, isUnderWay, type Row, type Upload } from './row.ts'

const part = (id: string) => document.getElementById(id) as HTMLElement

interface BarActions {
  start(): void
  again(): void
}

/** The bottom bar: overall progress, and the next action. */
export class Bar {
  readonly #upload: Upload
  readonly #progress = new Progress()
  readonly #start = part('start') as HTMLButtonElement
  readonly #again = part('again') as HTMLButtonElement
  #wasRunning = false
  #wasOnline = true

  constructor(upload: Upload, actions: BarActions) {
    this.#upload = upload
    this.#start.onclick = () => actions.start()
    this.#again.onclick = () => actions.again()
  }

  /** @param here number of files the project has now */
  show(here: number): void {
    const { rows, format, settings } = this.#upload
    const ready = rows.filter(({ state }) => state === 'ready')
    const failed = rows.filter(({ state }) => state === 'failed')
    const isRunning = rows.some(isUnderWay)
    const begun = rows.filter(isBegun)
    part('bar').hidden = rows.length === 0
    this.#button(this.#start, TEXTS.start, ready.length)
    this.#button(this.#again, TEXTS.again, isRunning ? 0 : failed.length)
    part('sign-in').hidden = !failed.some(({ reason }) => reason === TEXTS.sessionEnded)
    part('project').hidden = isRunning || begun.length === 0
    const { share, text } = this.#progress.of(rows, format)
    const total = part('total') as HTMLProgressElement
    total.hidden = begun.length === 0
    total.value = share
    part('sum').textContent = this.#text(rows, begun, text)
    const coming = rows.filter((row) => counts(row) && row.state !== 'done')
    const isFull = here + coming.length > settings.maxMedia
    part('count').textContent = TEXTS.count(here)
    this.#start.disabled = isFull && ready.length > 0
    if (this.#start.disabled) {
      part('sum').textContent = TEXTS.tooMany(String(settings.maxMedia))
    }
    const isOver = !isRunning && ready.length === 0 && failed.length === 0
    this.#offerEnd(isOver && here > 0, rows.length > 0)
    this.#announce(isRunning, rows)
  }

  /** Offers to end the shoot once all files are sent. */
  #offerEnd(isOffered: boolean, isInBar: boolean): void {
    const end = document.getElementById('done')
    if (!end) return
    end.hidden = !isOffered
    const actions = part('bar').querySelector('.actions')
    if (isInBar && end.parentElement !== actions) actions?.prepend(end)
  }

  #button(button: HTMLButtonElement, text: (files: string) => string, count: number): void {
    // Hiding the focused button would reset the focus to the top of the page.
    const hadFocus = document.activeElement === button
    button.hidden = count === 0
    if (count > 0) button.textContent = text(TEXTS.file(count))
    else if (hadFocus) part('bar').focus({ preventScroll: true })
  }

  #text(rows: readonly Row[], begun: readonly Row[], progress: string): string {
    if (begun.some(isUnderWay)) return navigator.onLine ? progress : TEXTS.offline
    const ready = rows.filter(({ state }) => state === 'ready')
    if (ready.length > 0) {
      const size = sum(ready.map(({ file }) => file.size))
      const text = TEXTS.sum(TEXTS.file(ready.length), this.#upload.format.bytes(size))
      return [text, ...refusedOf(rows)].join('. ')
    }
    return ending(rows)
  }

  /** Announces start and end to screen readers, not each percent. */
  #announce(isRunning: boolean, rows: readonly Row[]): void {
    const said = part('said')
    const isOnline = navigator.onLine
    if (isRunning && !this.#wasRunning) said.textContent = TEXTS.started
    else if (!isRunning && this.#wasRunning) said.textContent = ending(rows)
    else if (isRunning && isOnline !== this.#wasOnline) {
      said.textContent = isOnline ? TEXTS.online : TEXTS.offline
    }
    this.#wasRunning = isRunning
    this.#wasOnline = isOnline
  }
}

/** What became of the files. Those refused here were never sent. */
function ending(rows: readonly Row[]): string {
  const begun = rows.filter(isBegun)
  const here = begun.filter(({ state }) => state === 'done').length
  const failed = begun.filter(({ state }) => state === 'failed').length
  const refused = refusedOf(rows)
  if (failed > 0) return [TEXTS.ended(here, begun.length, failed), ...refused].join(' ')
  if (begun.length > 0) return [TEXTS.finished(here), ...refused].join(' ')
  return refused[0] ?? TEXTS.nothingNew
}

function refusedOf(rows: readonly Row[]): string[] {
  const count = rows.filter(({ state }) => state === 'refused').length
  return count === 0 ? [] : [TEXTS.refused(count)]
}

/** Window for measuring the speed. */
const SPAN_MS = 20_000
/** Before this, the estimate would jump around. */
const FIRST_SPAN_MS = 3_000

interface Totals {
  /** 0 to 1. */
  share: number
  text: string
}

/** Computes the progress and the remaining time. */
class Progress {
  #samples: { at: number; sent: number }[] = []

  of(rows: readonly Row[], format: Format): Totals {
    const all = rows.filter(isBegun)
    const here = all.filter(({ state }) => state === 'done').length
    const size = sum(all.map(({ file }) => file.size))
    const sent = sum(all.map((row) => (row.state === 'done' ? row.file.size : row.sent)))
    const failed = sum(all.map((row) => (row.state === 'failed' ? row.file.size - row.sent : 0)))
    const left = all.some(isUnderWay) ? this.#left(sent, size - sent - failed, format) : ''
    const words = TEXTS.progress(here, all.length, format.bytes(sent), format.bytes(size))
    return {
      share: size === 0 ? 0 : sent / size,
      text: [words, ...(left ? [left] : [])].join(', '),
    }
  }

  #left(sent: number, rest: number, format: Format): string {
    if (!navigator.onLine) return ''
    const at = performance.now()
    const last = this.#samples.at(-1)
    // A restarted file resets its progress.
    if (last && sent < last.sent) this.#samples = []
    this.#samples = [...this.#samples.filter((each) => at - each.at < SPAN_MS), { at, sent }]
    const [first] = this.#samples
    if (!first || at - first.at < FIRST_SPAN_MS || sent === first.sent) return ''
    const minutes = ((rest / (sent - first.sent)) * (at - first.at)) / 60_000
    return minutes < 1 ? TEXTS.lessThanMinute : TEXTS.left(format.minutes(Math.ceil(minutes)))
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

const NAMES_SHOWN = 5

/** Shows a notice above the list, or hides it if empty. */
export function notify(text: string, ...more: HTMLElement[]): void {
  const notice = document.getElementById('notice')
  if (!notice) return
  notice.hidden = text === ''
  notice.replaceChildren(text, ...more)
}

/** The first names of a list. */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  return names.length > NAMES_SHOWN ? `${shown}…` : shown
}

let lock: WakeLockSentinel | undefined
let isWanted = false

/** Keeps the screen on, if supported: a sleeping phone stops the upload. */
export function stayAwake(isRunning: boolean): void {
  isWanted = isRunning
  if (isRunning) void requestLock()
  else void lock?.release()
}

// Browsers release the lock when the page is hidden.
document.addEventListener('visibilitychange', () => isWanted && void requestLock())

async function requestLock(): Promise<void> {
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return
  if (lock && !lock.released) return
  // Refused on low battery.
  lock = await navigator.wakeLock.request('screen').catch(() => undefined)
  if (!isWanted) void lock?.release()
}
