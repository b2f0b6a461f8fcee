import type { Format } from '../../../format.ts'
import { TEXTS } from '../texts.ts'
import { isBegun, isUnderWay, type Row } from './row.ts'

/** The speed is that of so long. */
const SPAN_MS = 20_000
/** Before that, a guess of the time would jump. */
const FIRST_SPAN_MS = 3_000

interface Totals {
  /** 0 to 1. */
  share: number
  text: string
}

/** Says how much is sent, and how long the rest takes. */
export class Progress {
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
    // A file that begins again takes back what it had sent.
    if (last && sent < last.sent) this.#samples = []
    this.#samples = [...this.#samples.filter((each) => at - each.at < SPAN_MS), { at, sent }]
    const [first] = this.#samples
    if (!first || at - first.at < FIRST_SPAN_MS || sent === first.sent) return ''
    const minutes = ((rest / (sent - first.sent)) * (at - first.at)) / 60_000
    return minutes < 1 ? TEXTS.lessThanMinute : TEXTS.left(format.minutes(Math.ceil(minutes)))
  }
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
