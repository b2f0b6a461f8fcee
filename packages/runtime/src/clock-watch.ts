import { Gauge, type Registry } from 'prom-client'
import type { Logger } from './logger.ts'

export type ClockWatch = ReturnType<typeof watchClock>

interface ClockWatchOptions {
  registry: Registry
  logger: Pick<Logger, 'info' | 'warn'>
  /** Seconds by which the clock is ahead of the database's; negative: behind. */
  measure(): Promise<number>
  /** Default: a minute. */
  everyMs?: number
}

const EVERY_MS = 60_000
// A time service keeps a clock within milliseconds, so a minute off means it isn't running. S3 refuses signatures that are
// 15 minutes off.
const WRONG_SECONDS = 60
// Hysteresis, so a clock near the limit doesn't flood the log.
const RIGHT_SECONDS = 30

/**
 * Compares the clock of this machine with the database's once a minute. Sets the gauge `clock_skew_seconds` and logs
 * `clock.wrong` and `clock.right_again` on changes. Keeps the last value while the database doesn't respond.
 */
export function watchClock(options: ClockWatchOptions) {
  const { registry, logger, measure, everyMs = EVERY_MS } = options
  const gauge = new Gauge({
    name: 'clock_skew_seconds',
    help: 'How far the clock is ahead of the database; negative: behind',
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

  async function poll(): Promise<void> {
    const skewSeconds = await measure().catch(() => null)
    if (isStopped) return
    if (skewSeconds !== null) note(skewSeconds)
    timer = setTimeout(poll, everyMs).unref()
  }

  return {
    start: () => void poll(),
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
    /** A warning about the clock; null if it's right or unknown. */
    warning: () => warning,
  }
}

function warningOf(skewSeconds: number): string {
  const side = skewSeconds > 0 ? 'ahead of' : 'behind'
  return `the clock is ${Math.round(Math.abs(skewSeconds))} s ${side} the database's`
}
