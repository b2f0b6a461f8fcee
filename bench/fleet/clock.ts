import { setTimeout as pause } from 'node:timers/promises'
import { HOURS } from './setting.ts'

/** Work that ended before its end: the day is over, or a call was not answered. */
export class EndedEarly extends Error {}

const MS_PER_MINUTE = 60_000

/** The clock of a day that passes faster than a real one. Hours are numbers from 0 to 24. */
export class Clock {
  readonly #startedMs = Date.now()
  readonly #msPerHour: number
  readonly #stopped: AbortSignal

  constructor(minutes: number, stopped: AbortSignal) {
    this.#msPerHour = (minutes * MS_PER_MINUTE) / HOURS
    this.#stopped = stopped
  }

  hour(): number {
    return (Date.now() - this.#startedMs) / this.#msPerHour
  }

  /** Waits until this hour. @throws {EndedEarly} when the day is over by then. @throws when the run is stopped */
  async until(hour: number): Promise<void> {
    if (hour >= HOURS) throw new EndedEarly()
    await this.reach(hour)
    if (this.hour() >= HOURS) throw new EndedEarly()
  }

  /** Waits until it is at least this hour, also after the day. @throws when the run is stopped */
  async reach(hour: number): Promise<void> {
    const waitMs = (hour - this.hour()) * this.#msPerHour
    await pause(Math.max(waitMs, 0), undefined, { signal: this.#stopped })
  }
}

/** `9.5` as `09:30`. */
export function hourText(hour: number): string {
  const minutes = Math.floor(hour * 60)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}
