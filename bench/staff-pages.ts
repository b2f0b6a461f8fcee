import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fill } from './support/fill.ts'
import { CONNECTIONS, IN_TURN, interleave, load, QUICK, type Target } from './support/load.ts'
import {
  type BenchSession,
  callHeaders,
  callsOfPages,
  filled,
  pageHeaders,
  signIn,
} from './support/pages.ts'
import { type Engine, inFolder, startApi, startEngine } from './support/process.ts'
import { compare, failures, type RunOptions, report } from './support/report.ts'

const PAGES: Record<string, string> = {
  board: '/app/{organization}/board',
  today: '/app/{organization}/today',
  project: '/app/{organization}/projects/{project}',
  calendar: '/app/{organization}/calendar',
  customers: '/app/{organization}/customers',
  deliveries: '/app/{organization}/developers/deliveries',
}
const ORGANIZATIONS = { organizations: 100, projectsEach: 300, keysEach: 1 }
// So many that none comes near its rate limit.
const SESSIONS_EACH = 20

/** P11 for the pages of staff: the processor time of a page, against that of the calls that it makes. */
export async function staffPages(options: RunOptions): Promise<void> {
  const timing = options.isQuick ? QUICK : { rounds: 7, secondsEach: 3, warmUpSeconds: 4 }
  await inFolder(async (folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    await fill(engine.client, ORGANIZATIONS)
    const sessions = await signIn(engine.client, SESSIONS_EACH)
    const paths = Object.values(PAGES)
    const calls = await callsOfPages(engine, sessions, paths, onEnd)
    const api = await startApi({ ...engine.environment, TRUST_PROXY: 'true' })
    onEnd(api.end)

    const targets: Target[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const made = calls.get(path) ?? []
      const page = await write(folder, name, [path], sessions, pageHeaders)
      const call = await write(folder, `${name}-calls`, made, sessions, callHeaders)
      targets.push(target(name, api, engine, page, 1))
      targets.push(target(callsOf(name), api, engine, call, made.length))
    }
    const samples = await interleave(targets, timing)
    const figures = Object.keys(PAGES).map((name) =>
      compare(samples, `P11: ${name}, of its calls`, [name, callsOf(name)], '≤ 1.3', 'cpuMicros'),
    )
    figures.push(failures(samples, 'P11: requests that failed'))
    const counts = Object.entries(PAGES).map(([name, path]) => [name, calls.get(path)?.length])
    const setting = {
      ...ORGANIZATIONS,
      ...timing,
      connections: CONNECTIONS,
      callsOfPages: Object.fromEntries(counts),
    }
    await report(
      { name: 'staff-pages', setting, figures, samples: Object.fromEntries(samples) },
      options,
    )
  })
}

const callsOf = (name: string) => `${name}: calls`

/** One piece of work is one page, or the `calls` that it makes. */
function target(
  name: string,
  api: { pid: number; url: string },
  engine: Engine,
  script: string,
  calls: number,
): Target {
  return {
    name,
    processes: { node: api.pid, postgres: engine.pid },
    async run(seconds) {
      const work = await load(api.url, script, seconds)
      return { ...work, done: work.done / calls }
    },
  }
}

/** A script for wrk: each of the paths for each of the sessions, in turn. Returns its path. */
async function write(
  folder: string,
  name: string,
  paths: readonly string[],
  sessions: readonly BenchSession[],
  headersOf: (session: BenchSession) => Record<string, string>,
): Promise<string> {
  const lines = sessions.flatMap((session) =>
    paths.map((path) => {
      const headers = Object.entries(headersOf(session)).map(
        ([key, value]) => `["${key}"]="${value}"`,
      )
      return `add(${JSON.stringify(filled(path, session))}, {${headers.join(',')}})`
    }),
  )
  const [script, list] = [join(folder, `${name}.lua`), join(folder, `${name}-requests.lua`)]
  await writeFile(list, lines.join('\n'))
  await writeFile(
    script,
    `local requests, at = {}, 0
function add(path, headers)
  requests[#requests + 1] = wrk.format("GET", path, headers)
end
function init(args)
  dofile(${JSON.stringify(list)})
  at = tonumber(args[1]) % #requests
end
${IN_TURN}`,
  )
  return script
}
