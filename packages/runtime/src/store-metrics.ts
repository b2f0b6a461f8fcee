import { Counter, Gauge, type Registry } from 'prom-client'

/** The part of a store that the metrics need. */
interface MeasuredStore {
  database: {
    connections(): { limit: number; total: number; busy: number; waitedFor: number }
  }
  onPublished(listener: (event: string) => void): void
}

/** Measures the connections of a process to the database, and the events that it publishes. */
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
  const events = new Counter({
    name: 'events_published_total',
    help: 'Events that this process has committed, by name',
    labelNames: ['event'],
    registers,
  })
  store.onPublished((event) => events.inc({ event }))
}
