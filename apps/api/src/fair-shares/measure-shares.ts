import { Counter, Gauge, type Registry } from 'prom-client'
import { type FairShares, SHARED } from './fair-shares.ts'

/** Metrics of the calls that wait for their turn in this process, and of those that it refused. */
export function measureShares(registry: Registry, shares: FairShares): void {
  const registers = [registry]
  new Gauge({
    name: 'organization_calls_waiting',
    help: 'Calls that wait for a share of their organization, by what they wait for',
    labelNames: ['share'],
    registers,
    collect() {
      for (const share of SHARED) this.set({ share }, shares.waiting[share])
    },
  })
  new Counter({
    name: 'organization_calls_refused_total',
    help: 'Calls that were refused because too many of their organization waited, by what they waited for',
    labelNames: ['share'],
    registers,
    collect() {
      this.reset()
      for (const share of SHARED) this.inc({ share }, shares.refused[share])
    },
  })
}
