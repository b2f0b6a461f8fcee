import type { ObjectStore } from '@mediajobs/object-store'
import type { Store } from '@mediajobs/outbox'
import { type FaultLog, measureNode, measureObjectStore, measureStore } from '@mediajobs/runtime'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { OpenStreams } from '../archives/open-streams.ts'

export interface Metrics {
  readonly registry: Registry
  readonly archiveBytes: Counter
  readonly brokenArchives: Counter
  /** A media item was finished. */
  derived(state: string, durationMs: number): void
  /** The process that reads pictures crashed. */
  crashed(): void
}

export interface MetricsSources {
  store: Store
  streams: OpenStreams
  objectStore: ObjectStore
  faults: FaultLog
}

const BUCKETS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

/** The metrics of a media process. docs/signals.md says what each is for. */
export function createMetrics({ store, objectStore, streams, faults }: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  measureNode(registry)
  measureStore(registry, store)
  measureObjectStore(registry, objectStore)
  new Gauge({
    name: 'archives_open',
    help: 'Archives that this process sends now',
    registers,
    collect() {
      this.set(streams.count)
    },
  })
  new Gauge({
    name: 'media_failing',
    help: '1 for each thing that this process fails to do now',
    labelNames: ['doing'],
    registers,
    collect() {
      this.reset()
      for (const doing of faults.failing()) this.set({ doing }, 1)
    },
  })
  const seconds = new Histogram({
    name: 'derivative_seconds',
    help: 'From the start of a media item to its derivatives in the store, by its state after that',
    labelNames: ['state'],
    buckets: BUCKETS,
    registers,
  })
  const crashes = new Counter({
    name: 'picture_process_crashes_total',
    help: 'Crashes of the process that reads pictures',
    registers,
  })
  return {
    registry,
    archiveBytes: new Counter({
      name: 'archive_bytes_total',
      help: 'Bytes of archives that were sent',
      registers,
    }),
    brokenArchives: new Counter({
      name: 'archives_broken_total',
      help: 'Archives that this process ended early because a file or the store was missing',
      registers,
    }),
    derived: (state, durationMs) => seconds.observe({ state }, durationMs / 1_000),
    crashed: () => crashes.inc(),
  }
}
