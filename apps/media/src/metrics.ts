import { MAX_ARCHIVES, MAX_ARCHIVES_OF_NETWORK } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import type { Store } from '@mediajobs/outbox'
import { type FaultLog, measureNode, measureObjectStore, measureStore } from '@mediajobs/runtime'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  readonly archiveBytes: Counter
  readonly brokenArchives: Counter
  /** Records a finished job. */
  derived(state: string, durationMs: number): void
  /** Records a crash of the process that reads pictures. */
  crashed(): void
}

export interface MetricsSources {
  store: Store
  streams: OpenStreams
  objectStore: ObjectStore
  faults: FaultLog
}

const BUCKETS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

/** Documented in docs/signals.md. */
export function createMetrics({ store, objectStore, streams, faults }: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  measureNode(registry)
  measureStore(registry, store)
  measureObjectStore(registry, objectStore)
  new Gauge({
    name: 'archives_open',
    help: 'Archives being sent by this process',
    registers,
    collect() {
      this.set(streams.count)
    },
  })
  new Gauge({
    name: 'media_failing',
    help: '1 for each failing task of this process',
    labelNames: ['doing'],
    registers,
    collect() {
      this.reset()
      for (const doing of faults.failing()) this.set({ doing }, 1)
    },
  })
  const seconds = new Histogram({
    name: 'derivative_seconds',
    help: 'Time to derive a media item and store the results, by resulting state',
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
      help: 'Archive bytes sent',
      registers,
    }),
    brokenArchives: new Counter({
      name: 'archives_broken_total',
      help: 'Archives aborted because a file or the store was missing',
      registers,
    }),
    derived: (state, durationMs) => seconds.observe({ state }, durationMs / 1_000),
    crashed: () => crashes.inc(),
  }
}

/** The archives that a process is sending. */
export interface OpenStreams {
  readonly count: number
  /** The limit that forbids another archive to `network`; `null` if none does. */
  refusal(network: string): 'network' | 'process' | null
  /** Counts an archive until the returned function is called. */
  opened(network: string): () => void
  /** Resolves when none is open. */
  ended(): Promise<void>
}

export function createOpenStreams(): OpenStreams {
  const ofNetwork = new Map<string, number>()
  let count = 0
  let onEnded: (() => void)[] = []

  function close(network: string): void {
    count -= 1
    const left = (ofNetwork.get(network) ?? 1) - 1
    if (left > 0) ofNetwork.set(network, left)
    else ofNetwork.delete(network)
    if (count > 0) return
    for (const resolve of onEnded) resolve()
    onEnded = []
  }

  return {
    get count() {
      return count
    },
    refusal(network) {
      if ((ofNetwork.get(network) ?? 0) >= MAX_ARCHIVES_OF_NETWORK) return 'network'
      return count >= MAX_ARCHIVES ? 'process' : null
    },
    opened(network) {
      count += 1
      ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
      let isOpen = true
      return () => {
        if (isOpen) close(network)
        isOpen = false
      }
    },
    ended: () =>
      count === 0 ? Promise.resolve() : new Promise((resolve) => onEnded.push(resolve)),
  }
}
