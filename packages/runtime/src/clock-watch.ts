import { Gauge, type Registry } from 'prom-client'
import type { Logger } from './logger.ts'

/** Compares the clock of this machine with the database's once a minute. */
export interface ClockWatch {
  start(): void
  stop(): void
  /** What a person should know about the clock now; null when it is right, or nothing is known yet. */
  warning(): string | null
}

interface ClockWatchOptions {
  registry: Registry
  logger: Pick<Logger, 'info' | 'warn'>
  /** By how many seconds the clock is ahead of the database's; negative when it is behind. */
  measure(): Promise<number>
  /** Default: a minute. */
  everyMs?: number
}

const EVERY_MS = 60_000
// A time service keeps a clock within milliseconds, so a minute means that none works. S3 refuses signatures from 15
// minutes on.
const WRONG_SECONDS = 60
// Less than the above: a clock near the limit does not fill the log.
const RIGHT_SECONDS = 30

/**
 * Watches the clock: the gauge `clock_skew_seconds`, and the log lines `clock.wrong` and `clock.right_again`, one for
 * each change. While the database does not respond, the last figure stays.
 */
export function watchClock(options: ClockWatchOptions): ClockWatch {
  const { registry, logger, measure, everyMs = EVERY_MS } = options
  const gauge = new Gauge({
    name: 'clock_skew_seconds',
    help: 'By how much the clock of this machine is ahead of the database; negative: behind',
    registers: [registry],
  })
  gauge.set(Number.NaN)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let warning: string | null = null

  function note(skewSeconds: number): void {
    gauge.set(skewSeconds)
    const offSeconds = Math.abs(skewSeconds)
    if (offSeconds > WRONG_SECONDS) {
      if (warning === null) logger.warn({ skewSeconds: Math.round(skewSeconds) }, 'clock.wrong')
      warning = warningOf(skewSeconds)
    } else if (warning !== null && offSeconds < RIGHT_SECONDS) {
      warning = null
      logger.info({ skewSeconds: Math.round(skewSeconds) }, 'clock.right_again')
    }
  }

  async function look(): Promise<void> {
    const skewSeconds = await measure().catch(() => null)
    if (isStopped) return
    if (skewSeconds !== null) note(skewSeconds)
    timer = setTimeout(look, everyMs).unref()
  }

  return {
    start: () => void look(),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    warning: () => warning,
  }
}

function warningOf(skewSeconds: number): string {
  const side = skewSeconds > 0 ? 'ahead of' : 'behind'
  return `the clock of this process is ${Math.round(Math.abs(skewSeconds))} s ${side} the database's`
}
