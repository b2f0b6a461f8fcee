import { Gauge, type Registry } from 'prom-client'
import type { Logger } from './logger.ts'
import { withDeadline } from './waiting.ts'

/** The health of a process, for probes. */
export interface ProcessHealth {
  /** Stalled loops. An orchestrator then restarts the process. */
  stalled(): readonly string[]
  /** @throws with the reason if the process can't work now */
  assertReady(): Promise<void>
  /** What the operator should fix, although the process works. */
  warning(): string | null
  /** Called for each 503. */
  onFailing(probe: string, problem: string): void
}

interface HealthOptions extends Pick<ProcessHealth, 'warning'> {
  watchdog: Watchdog
  logger: Logger
  /** Why the process itself can't work: it's starting or ending. */
  obstacle(): string | null
  /** Rejects if the database doesn't respond, or refuses. */
  askDatabase(): Promise<unknown>
}

/** The obstacle during shutdown: its failing probes aren't a fault. */
export const ENDING = 'about to end'

// Probes time out after a few seconds; a hanging query takes longer.
const READY_LIMIT_MS = 2_000

const NO_RESPONSE = 'the database does not respond'
const NO_SIGN_IN = 'the database refuses the user or the password of DATABASE_URL'
// By SQLSTATE. Not the database's own words: strangers may see a probe.
const REFUSALS: Readonly<Record<string, string>> = {
  '28000': NO_SIGN_IN,
  '28P01': NO_SIGN_IN,
  '3D000': 'the database of DATABASE_URL does not exist',
  '42501': 'the user of DATABASE_URL lacks privileges: run the migrations',
  '42P01': 'the database is not migrated',
}

function refusalOf(error: { code?: unknown }): string {
  return REFUSALS[String(error.code)] ?? NO_RESPONSE
}

/** Live: the watched loops run, with or without a database. Ready: no `obstacle`, and the database responds. */
export function createHealth(options: HealthOptions): ProcessHealth {
  const { watchdog, logger, obstacle, askDatabase, warning } = options
  return {
    stalled: watchdog.stalled,
    warning,
    onFailing: (probe, problem) =>
      logger[problem === ENDING ? 'debug' : 'warn']({ probe, problem }, 'health.failing'),
    async assertReady() {
      const problem = obstacle()
      if (problem !== null) throw new Error(problem)
      const asked = askDatabase().then(() => null, refusalOf)
      const refusal = await withDeadline(asked, READY_LIMIT_MS)
      if (refusal !== null) throw new Error(refusal ?? NO_RESPONSE)
    },
  }
}

export type Probe = '/health/live' | '/health/ready'

interface ProbeBody {
  status: 'ok' | 'failing'
  problem?: string
  warnings?: string[]
}

/** The response to a probe: 200, or 503 with the problem. */
export async function probe(
  health: ProcessHealth,
  path: Probe,
): Promise<{ status: 200 | 503; body: ProbeBody }> {
  const problem = path === '/health/live' ? stallOf(health) : await obstacleOf(health)
  if (problem === null) {
    const warning = path === '/health/live' ? null : health.warning()
    return { status: 200, body: { status: 'ok', ...(warning !== null && { warnings: [warning] }) } }
  }
  health.onFailing(path, problem)
  return { status: 503, body: { status: 'failing', problem } }
}

function stallOf(health: ProcessHealth): string | null {
  const stalled = health.stalled()
  return stalled.length === 0 ? null : `stalled: ${stalled.join(', ')}`
}

function obstacleOf(health: ProcessHealth): Promise<string | null> {
  return health.assertReady().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

export type Watchdog = ReturnType<typeof createWatchdog>

// The slowest loop is the heartbeat: three statements every 3 s, each up to 3 s for a connection and 9 s for its result.
// Iterations fail during an outage of the database, but the loop runs.
const LIMIT_MS = 45_000

/** @param limitMs how long an iteration may take */
export function createWatchdog(limitMs = LIMIT_MS) {
  const beats = new Map<string, number>()
  return {
    /** Call on each iteration. */
    beat(loop: string): void {
      beats.set(loop, performance.now())
    },
    /** Loops whose last iteration began too long ago. */
    stalled(): string[] {
      const sinceMs = performance.now() - limitMs
      return [...beats].flatMap(([loop, atMs]) => (atMs < sinceMs ? [loop] : []))
    },
    /** Call before the loops end, so they don't count as stalled. */
    end(): void {
      beats.clear()
    },
  }
}

/** Logs when a task starts failing, once a minute while it fails, and when it recovers. */
export type FaultLog = ReturnType<typeof createFaultLog>

interface Fault {
  sinceMs: number
  loggedAtMs: number
  lastAtMs: number
  failures: number
}

// An hour's outage of the database causes thousands of failures.
const REMIND_MS = 60_000

/** @param app prefix of its messages: `dispatcher.failing` */
export function createFaultLog(logger: Logger, app: string) {
  const faults = new Map<string, Fault>()
  return {
    failed(doing: string, err: unknown): void {
      const nowMs = performance.now()
      const known = faults.get(doing)
      const isNew = !known || nowMs - known.lastAtMs > REMIND_MS
      const fresh = { sinceMs: nowMs, loggedAtMs: nowMs, lastAtMs: nowMs, failures: 0 }
      const fault = isNew ? fresh : known
      fault.failures += 1
      fault.lastAtMs = nowMs
      if (isNew) {
        faults.set(doing, fault)
        logger.warn({ err, doing }, `${app}.failing`)
      } else if (nowMs - fault.loggedAtMs >= REMIND_MS) {
        fault.loggedAtMs = nowMs
        logger.warn({ err, doing, failures: fault.failures }, `${app}.still_failing`)
      }
    },
    worked(doing: string): void {
      const fault = faults.get(doing)
      if (!fault) return
      faults.delete(doing)
      const durationMs = Math.round(performance.now() - fault.sinceMs)
      logger.info({ doing, failures: fault.failures, durationMs }, `${app}.working_again`)
    },
    /** Tasks that failed within the last minute and haven't recovered. */
    failing(): string[] {
      const sinceMs = performance.now() - REMIND_MS
      return [...faults].flatMap(([doing, { lastAtMs }]) => (lastAtMs > sinceMs ? [doing] : []))
    },
  }
}

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
