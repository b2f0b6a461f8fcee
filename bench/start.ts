import { fileURLToPath } from 'node:url'
import { bundle } from '../docker/bundle.ts'
import { cpuSeconds } from './support/costs.ts'
import { startApi, startEngine } from './support/process.ts'
import { figure, type RunOptions, report } from './support/report.ts'

interface Start {
  seconds: number
  cpuSeconds: number
}

/** P17: the time from an api process's start, as in its image, to its first response. */
export async function start(options: RunOptions): Promise<void> {
  const rounds = options.isQuick ? 1 : 9
  const main = await bundle('api', fileURLToPath(new URL('../.data/bench-api', import.meta.url)))
  await using engine = await startEngine()
  const once = async (): Promise<Start> => {
    const startedMs = performance.now()
    await using api = await startApi(engine.environment, main)
    const { status } = await fetch(`${api.url}/health/live`)
    if (status !== 200) throw new Error(`/health/live: ${status}`)
    return { seconds: (performance.now() - startedMs) / 1_000, cpuSeconds: cpuSeconds(api.pid) }
  }
  // Warm-up: reads all files from the disk.
  await once()
  const starts: Start[] = []
  for (let round = 0; round < rounds; round += 1) starts.push(await once())
  const figures = [
    figure(
      'P17: start to first response, s',
      '≤ 0.5',
      starts.map(({ seconds }) => seconds),
    ),
  ]
  await report({ name: 'start', setting: { rounds }, figures, samples: { starts } }, options)
}
