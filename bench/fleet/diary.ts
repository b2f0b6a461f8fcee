import { type Clock, hourText } from './clock.ts'

/** The time line of a run: what was done to the fleet, and what was seen. */
export class Diary {
  readonly lines: string[] = []
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(text: string): void {
    const line = `${hourText(this.#clock.hour())}  ${text}`
    this.lines.push(line)
    process.stdout.write(`  ${line}\n`)
  }
}
