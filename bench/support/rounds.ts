import { busySeconds, cpuSeconds } from './cpu.ts'

/** One side of a comparison: a load, and the processes that it is measured on. */
export interface Target {
  name: string
  /** The processes whose processor time counts, by name: the service, the database. */
  processes: Record<string, number>
  /** Prepares each round. It is not measured. */
  prepare?(): Promise<unknown>
  /** Works for about `seconds`. Returns the work done and its duration. */
  run(seconds: number): Promise<Work>
}

export interface Work {
  /** The successful pieces of work. */
  done: number
  seconds: number
  failed: number
  latency?: { p50Ms: number; p99Ms: number }
}

/** One target in one round. */
export interface Sample {
  perSecond: number
  failed: number
  /** Microseconds of processor time for each piece of work, in total and by process. */
  cpuMicros: number
  cpuMicrosOf: Record<string, number>
  p50Ms: number | null
  p99Ms: number | null
  /** The number of processors that were busy with something else than the target and its load. */
  foreignCores: number
}

export interface RoundOptions {
  rounds: number
  secondsEach: number
  warmUpSeconds: number
}

/** Too short for a figure: it only shows that a benchmark works. */
export const QUICK: RoundOptions = { rounds: 1, secondsEach: 1, warmUpSeconds: 1 }

/** For the comparison of a large organization with a small one. */
export const GROWTH_TIMING: RoundOptions = { rounds: 5, secondsEach: 3, warmUpSeconds: 3 }

/** Measures the targets in turn, round after round, so that a disturbance affects all of them. */
export async function interleave(
  targets: readonly Target[],
  { rounds, secondsEach, warmUpSeconds }: RoundOptions,
): Promise<Map<string, Sample[]>> {
  const samples = new Map(targets.map(({ name }) => [name, [] as Sample[]]))
  for (const target of targets) {
    await target.prepare?.()
    await target.run(warmUpSeconds)
  }
  for (let round = 0; round < rounds; round += 1) {
    // The first target of a round changes, so that each is first equally often.
    for (let i = 0; i < targets.length; i += 1) {
      const target = targets[(round + i) % targets.length] as Target
      samples.get(target.name)?.push(await measure(target, secondsEach))
    }
  }
  return samples
}

async function measure(target: Target, seconds: number): Promise<Sample> {
  await target.prepare?.()
  const times = () => Object.values(target.processes).map((pid) => cpuSeconds(pid))
  const before = { own: times(), ours: cpuSeconds(process.pid), all: busySeconds() }
  const startedMs = performance.now()
  const work = await target.run(seconds)
  const wallSeconds = (performance.now() - startedMs) / 1_000
  // The engines, the services and the load generator are children of this process.
  const ours = cpuSeconds(process.pid) - before.ours
  const micros = times().map(
    (after, i) => ((after - (before.own[i] ?? 0)) / Math.max(work.done, 1)) * 1_000_000,
  )
  return {
    perSecond: work.done / work.seconds,
    failed: work.failed,
    cpuMicros: micros.reduce((sum, each) => sum + each, 0),
    cpuMicrosOf: Object.fromEntries(
      Object.keys(target.processes).map((name, i) => [name, micros[i] ?? 0]),
    ),
    p50Ms: work.latency?.p50Ms ?? null,
    p99Ms: work.latency?.p99Ms ?? null,
    foreignCores: Math.max(0, (busySeconds() - before.all - ours) / wallSeconds),
  }
}
