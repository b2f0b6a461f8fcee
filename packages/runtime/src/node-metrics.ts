import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

type Looks = ReturnType<typeof monitorEventLoopDelay>

// prom-client looks at the event loop every 10 ms. Each look wakes the process, and together they took a third of a
// percent of a core: half of what an idle process took. A tenth of the looks still finds an event loop that is busy.
const LOOK_EVERY_MS = 100
const NO_LOOKS_MS = 86_400_000
const NANOSECONDS = 1e9

// Node.js counts from one look to the next.
const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - LOOK_EVERY_MS / 1_000)
const FIGURES: Readonly<Record<string, (looks: Looks) => number>> = {
  min: ({ min }) => late(min),
  max: ({ max }) => late(max),
  mean: ({ mean }) => late(mean),
  stddev: ({ stddev }) => stddev / NANOSECONDS,
  p50: (looks) => late(looks.percentile(50)),
  p90: (looks) => late(looks.percentile(90)),
  p99: (looks) => late(looks.percentile(99)),
}

/**
 * The metrics of every Node.js process: `process_*` and `nodejs_*`. The lag of the event loop is how late its looks
 * were since the metrics were read last.
 */
export function measureNode(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NO_LOOKS_MS })
  const looks = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS })
  looks.enable()
  let unread = Object.keys(FIGURES).length
  for (const [figure, of] of Object.entries(FIGURES)) {
    const name = `nodejs_eventloop_lag_${figure}_seconds`
    registry.removeSingleMetric(name)
    new Gauge({
      name,
      help: `How late the event loop was: ${figure}`,
      registers: [registry],
      collect() {
        this.set(looks.count > 0 ? of(looks) : 0)
        unread -= 1
        if (unread > 0) return
        unread = Object.keys(FIGURES).length
        looks.reset()
      },
    })
  }
}
