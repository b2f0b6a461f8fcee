import type { Logger } from './logger.ts'
import type { Watchdog } from './watchdog.ts'
import { withDeadline } from './with-deadline.ts'

/** The health of a process, as probes ask for it. */
export interface ProcessHealth {
  /** The loops that should run and do not. An orchestrator then restarts the process. */
  stalled(): readonly string[]
  /** @throws an error whose message is the reason why the process cannot do its work now. */
  assertReady(): Promise<void>
  /** What the operator should mend although the process works. Null: nothing. */
  warning(): string | null
  /** Called for each 503, with the `problem` of the response. */
  onFailing(probe: string, problem: string): void
}

export interface HealthOptions {
  watchdog: Watchdog
  logger: Logger
  /** Why the process itself cannot work now: it begins or ends. Null when it can. */
  obstacle(): string | null
  /** Rejects when the database does not respond. */
  askDatabase(): Promise<unknown>
  /** What the operator should mend although the process works. Null: nothing. */
  warning(): string | null
}

/** The obstacle of a process that ends as it should: its probes fail, and that is no fault. */
export const ENDING = 'about to end'

// A probe waits only a few seconds. A query of a database that hangs takes longer.
const READY_LIMIT_MS = 2_000

/**
 * Live: the loops that the watchdog watches still run, with a database or without one. Ready: there is no
 * `obstacle`, and the database responds.
 */
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
      const isReady = askDatabase().then(
        () => true,
        () => false,
      )
      if (!(await withDeadline(isReady, READY_LIMIT_MS))) {
        throw new Error('the database does not respond')
      }
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
