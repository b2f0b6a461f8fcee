import { Counter, Gauge, type Registry } from 'prom-client'

/** The part of a store that the metrics need. */
interface MeasuredStore {
  database: {
    connections(): { limit: number; total: number; busy: number; waitedFor: number }
    refusals(): Readonly<Record<string, number>>
  }
  onPublished(listener: (event: string) => void): void
}

/** Counts how often the object store refused this process, which is no outage: docs/signals.md. */
export function measureObjectStore(registry: Registry, store: { refusals(): number }): void {
  new Counter({
    name: 'object_store_refusals_total',
    help: 'Requests of this process that the object store refused with 401 or 403',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(store.refusals())
    },
  })
}

/** Measures the connections of a process to the database, what it refuses, and the events that the process publishes. */
export function measureStore(registry: Registry, store: MeasuredStore): void {
  const registers = [registry]
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process to the database, by what they do, and who waits for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, busy, waitedFor } = store.database.connections()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, total - busy)
      this.set({ state: 'waited_for' }, waitedFor)
    },
  })
  new Gauge({
    name: 'database_connections_limit',
    help: 'Connections to the database that this process may have (DATABASE_POOL_SIZE)',
    registers,
  }).set(store.database.connections().limit)
  new Counter({
    name: 'database_refusals_total',
    help: 'Statements and connections of this process that the database refused or lost, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(store.database.refusals())) {
        this.inc({ reason }, count)
      }
    },
  })
  const events = new Counter({
    name: 'events_published_total',
    help: 'Events that this process has committed, by name',
    labelNames: ['event'],
    registers,
  })
  store.onPublished((event) => events.inc({ event }))
}
