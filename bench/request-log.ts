import { compare, failures } from './support/compare.ts'
import { startEngine } from './support/engine.ts'
import { DATA, fill, QUICK_DATA } from './support/fill.ts'
import { inFolder } from './support/folder.ts'
import { CONNECTIONS, load, writeScript } from './support/load.ts'
import { startApi } from './support/process.ts'
import { type RunOptions, report } from './support/report.ts'
import { interleave, QUICK } from './support/rounds.ts'

const PAGE = { method: 'GET', path: '/projects?limit=20' } as const

/** P14: a page of projects with the request log and the counts of calls, against the same without them. */
export async function requestLog(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const data = isQuick ? QUICK_DATA : DATA
  const timing = isQuick ? QUICK : { rounds: 15, secondsEach: 4, warmUpSeconds: 8 }
  await inFolder(async (folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    const keys = await fill(engine.client, data)
    const script = await writeScript(folder, 'request-log', PAGE, keys)
    const target = async (name: string, sample?: string) => {
      const api = await startApi({
        ...engine.environment,
        ...(sample !== undefined && { REQUEST_LOG_SAMPLE: sample }),
      })
      onEnd(api.end)
      return {
        name,
        processes: { node: api.pid, postgres: engine.pid },
        run: (seconds: number) => load(api.url, script, seconds),
      }
    }
    const samples = await interleave([await target('log'), await target('no log', 'off')], timing)
    const [logged] = (await engine.client.query('select count(*) from api_requests')).rows
    const pair = ['log', 'no log'] as const
    const figures = [
      compare(samples, 'P14: rate, of the list without the log', pair, '≥ 0.98'),
      compare(samples, 'P14: processor time, of it', pair, '≤ 1.02', 'cpuMicros'),
      failures(samples, 'P14: requests that failed'),
    ]
    const setting = { ...data, ...timing, connections: CONNECTIONS, logged: Number(logged.count) }
    await report(
      { name: 'request-log', setting, figures, samples: Object.fromEntries(samples) },
      options,
    )
  })
}
