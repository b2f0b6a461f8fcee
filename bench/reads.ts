import { DATA, fill, QUICK_DATA } from './support/fill.ts'
import { CONNECTIONS, forKeys, interleave, QUICK, wrkTarget } from './support/load.ts'
import { startApi, startEngine, startProcess } from './support/process.ts'
import { compare, failures, type RunOptions, report } from './support/report.ts'

const PAGE = { method: 'GET', path: '/projects?limit=20' } as const
// Nearly sequential calls: hardly any are admitted in one batch.
const FEW = 2

/** P1: a page of projects, against the bare list. */
export async function reads(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const data = isQuick ? QUICK_DATA : DATA
  const timing = isQuick ? QUICK : { rounds: 9, secondsEach: 5, warmUpSeconds: 10 }
  await using engine = await startEngine()
  const keys = await fill(engine.client, data)
  const requests = forKeys(PAGE, keys)
  await using api = await startApi(engine.environment)
  const readyLine = /listening at (\S+)/
  await using list = await startProcess('bench/baselines/list.ts', readyLine, engine.environment)
  const bare = { pid: list.pid, url: list.ready[1] ?? '' }
  const pair = ['service', 'bare list'] as const
  const few = ['service, 2 connections', 'bare list, 2 connections'] as const
  const samples = await interleave(
    [
      await wrkTarget(pair[0], api, engine, requests),
      await wrkTarget(pair[1], bare, engine, requests),
      await wrkTarget(few[0], api, engine, requests, FEW),
      await wrkTarget(few[1], bare, engine, requests, FEW),
    ],
    timing,
  )
  const figures = [
    compare(samples, 'P1 rate, of the bare list', pair, '≥ 0.85'),
    compare(samples, 'P1 processor time, of the bare list', pair, '≤ 1.15', 'cpuMicros'),
    compare(samples, 'P1 rate with 2 connections, of the bare list', few, '≥ 0.75'),
    failures(samples, 'P1 requests that failed'),
  ]
  const setting = { ...data, ...timing, connections: [CONNECTIONS, FEW] }
  await report({ name: 'reads', setting, figures, samples: Object.fromEntries(samples) }, options)
}
