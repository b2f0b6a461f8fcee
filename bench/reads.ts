import { DATA, fill, QUICK_DATA } from './support/fill.ts'
import { CONNECTIONS, forKeys, interleave, load, QUICK, writeScript } from './support/load.ts'
import { inFolder, startApi, startEngine, startProcess } from './support/process.ts'
import { compare, failures, type RunOptions, report } from './support/report.ts'

const PAGE = { method: 'GET', path: '/projects?limit=20' } as const

/** P1: a page of projects, against the bare list. */
export async function reads(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const data = isQuick ? QUICK_DATA : DATA
  const timing = isQuick ? QUICK : { rounds: 9, secondsEach: 5, warmUpSeconds: 10 }
  await inFolder(async (folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    const keys = await fill(engine.client, data)
    const script = await writeScript(folder, 'reads', forKeys(PAGE, keys))
    const api = await startApi(engine.environment)
    onEnd(api.end)
    const readyLine = /listening at (\S+)/
    const list = await startProcess('bench/baselines/list.ts', readyLine, engine.environment)
    onEnd(list.end)

    const target = (name: string, pid: number, url = '') => ({
      name,
      processes: { node: pid, postgres: engine.pid },
      run: (seconds: number) => load(url, script, seconds),
    })
    const samples = await interleave(
      [target('service', api.pid, api.url), target('bare list', list.pid, list.ready[1])],
      timing,
    )
    const pair = ['service', 'bare list'] as const
    const figures = [
      compare(samples, 'P1 rate, of the bare list', pair, '≥ 0.85'),
      compare(samples, 'P1 processor time, of the bare list', pair, '≤ 1.25', 'cpuMicros'),
      failures(samples, 'P1 requests that failed'),
    ]
    const setting = { ...data, ...timing, connections: CONNECTIONS }
    await report({ name: 'reads', setting, figures, samples: Object.fromEntries(samples) }, options)
  })
}
