import { once } from 'node:events'
import type { LiveCallers, LiveCalls, LiveLoad } from './live-load.ts'
import type { LiveService } from './live-service.ts'
import type { BenchProcess } from './process.ts'
import type { Target, Work } from './rounds.ts'
import { quantile } from './statistics.ts'
import { type BenchReceiver, settled } from './webhooks.ts'

/** Milliseconds until the last byte of an event's request has reached the receiver. */
export interface Waits {
  /** From the call that causes the event, at the caller. */
  called: { p50: number; p95: number }
  /** From the response to that call. Less than 0: the webhook arrived before the response. */
  accepted: { p50: number; p95: number }
}

export interface LiveSide {
  name: string
  processes: Record<string, number>
  callers: LiveCallers
  /** Waits until nothing is left to do for the events that have arrived. */
  settled(): Promise<unknown>
}

/** The service as a side of the comparison. */
export function serviceSide(name: string, service: LiveService): LiveSide {
  const { engine, api, dispatcher, callers } = service
  const processes = { api: api.pid, dispatcher: dispatcher.pid, postgres: engine.pid }
  return { name, processes, callers, settled: () => settled(engine) }
}

/** The process of bench/baselines/live.ts as a side. */
export function bareSide(
  name: string,
  bare: BenchProcess,
  callers: LiveCallers,
  postgres: number,
): LiveSide {
  return {
    name,
    processes: { node: bare.pid, postgres },
    callers,
    async settled() {
      const idle = once(bare.child, 'message')
      bare.child.send('report when nothing is being delivered')
      await idle
    },
  }
}

/** Events at `perSecond`, one for each call, until all are settled. `onWaits` gets the latencies of each round. */
export function liveTarget(
  side: LiveSide,
  receiver: BenchReceiver,
  perSecond: number,
  onWaits: (target: string, waits: Waits) => void,
): Target {
  const name = `${side.name}, ${perSecond}/s`
  return {
    name,
    processes: side.processes,
    prepare: receiver.reset,
    async run(seconds) {
      const startedMs = performance.now()
      const { work, waits } = await deliver(side, receiver, { perSecond, seconds })
      onWaits(name, waits)
      return { ...work, seconds: (performance.now() - startedMs) / 1_000 }
    },
  }
}

async function deliver(
  side: LiveSide,
  receiver: BenchReceiver,
  load: LiveLoad,
): Promise<{ work: Work; waits: Waits }> {
  const calls = await side.callers.send(load)
  const count = calls.calledMs.length
  // What does not arrive is counted as failed below.
  await receiver.waitFor(count - calls.failed).catch(() => {})
  await side.settled()
  const { numbers, atMs } = await receiver.arrivals()
  const repeated = numbers.length - new Set(numbers).size
  const missing = count - new Set(numbers).size
  const accepted = waitsSince(calls.respondedMs, calls, numbers, atMs)
  const called = waitsSince(calls.calledMs, calls, numbers, atMs)
  const latency = { p50Ms: quantile(accepted, 0.5), p99Ms: quantile(accepted, 0.99) }
  return {
    work: { done: count - missing, seconds: load.seconds, failed: missing + repeated, latency },
    waits: { called: halfAndMost(called), accepted: halfAndMost(accepted) },
  }
}

function waitsSince(
  sinceMs: readonly number[],
  { first }: LiveCalls,
  numbers: readonly number[],
  atMs: readonly number[],
): number[] {
  const waits = numbers.map((n, i) => (atMs[i] ?? Number.NaN) - (sinceMs[n - first] ?? Number.NaN))
  return waits.sort((a, b) => a - b)
}

function halfAndMost(sorted: readonly number[]): { p50: number; p95: number } {
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}
