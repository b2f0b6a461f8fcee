import type { Format } from '../../../format.ts'
import type { Settings } from '../settings.ts'
import { TEXTS } from '../texts.ts'
import { counts, isBegun, isUnderWay, type Row } from './row.ts'
import { Progress, sum } from './totals.ts'

const part = (id: string) => document.getElementById(id) as HTMLElement

interface BarActions {
  start(): void
  again(): void
}

/** The bar at the foot of the page: all files together, and the one thing to do next. */
export class Bar {
  readonly #format: Format
  readonly #settings: Settings
  readonly #progress = new Progress()
  readonly #start = part('start') as HTMLButtonElement
  readonly #again = part('again') as HTMLButtonElement
  #wasRunning = false
  #wasOnline = true

  constructor(settings: Settings, format: Format, actions: BarActions) {
    this.#settings = settings
    this.#format = format
    this.#start.onclick = () => actions.start()
    this.#again.onclick = () => actions.again()
  }

  /** @param here how many files the project has now */
  show(rows: readonly Row[], here: number): void {
    const ready = rows.filter(({ state }) => state === 'ready')
    const failed = rows.filter(({ state }) => state === 'failed')
    const isRunning = rows.some(isUnderWay)
    const begun = rows.filter(isBegun)
    part('bar').hidden = rows.length === 0
    this.#button(this.#start, TEXTS.start, ready.length)
    this.#button(this.#again, TEXTS.again, isRunning ? 0 : failed.length)
    part('sign-in').hidden = !failed.some(({ reason }) => reason === TEXTS.sessionEnded)
    part('project').hidden = isRunning || begun.length === 0
    const { share, text } = this.#progress.of(rows, this.#format)
    const total = part('total') as HTMLProgressElement
    total.hidden = begun.length === 0
    total.value = share
    part('sum').textContent = this.#text(rows, begun, text)
    const coming = rows.filter((row) => counts(row) && row.state !== 'done')
    const isFull = here + coming.length > this.#settings.maxMedia
    part('count').textContent = TEXTS.count(here)
    this.#start.disabled = isFull && ready.length > 0
    if (this.#start.disabled) {
      part('sum').textContent = TEXTS.tooMany(String(this.#settings.maxMedia))
    }
    this.#announce(isRunning, rows)
  }

  #button(button: HTMLButtonElement, text: (files: string) => string, count: number): void {
    // A button that goes while it has the focus would leave the keyboard at the top of the page.
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
      return TEXTS.sum(TEXTS.file(ready.length), this.#format.bytes(size))
    }
    return begun.length === 0 ? TEXTS.nothingNew : ending(begun)
  }

  /** For screen readers: what begins and ends, and not each percent. */
  #announce(isRunning: boolean, rows: readonly Row[]): void {
    const said = part('said')
    const isOnline = navigator.onLine
    if (isRunning && !this.#wasRunning) said.textContent = TEXTS.started
    else if (!isRunning && this.#wasRunning) said.textContent = ending(rows.filter(isBegun))
    else if (isRunning && isOnline !== this.#wasOnline) {
      said.textContent = isOnline ? TEXTS.online : TEXTS.offline
    }
    this.#wasRunning = isRunning
    this.#wasOnline = isOnline
  }
}

function ending(rows: readonly Row[]): string {
  const here = rows.filter(({ state }) => state === 'done').length
  const failed = rows.filter(({ state }) => state === 'failed').length
  return failed === 0 ? TEXTS.finished(here) : TEXTS.ended(here, rows.length, failed)
}
