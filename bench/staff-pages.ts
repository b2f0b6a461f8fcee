import { fill } from './support/fill.ts'
import {
  CONNECTIONS,
  interleave,
  load,
  QUICK,
  type Target,
  type WrkRequest,
  writeScript,
} from './support/load.ts'
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
// Enough that none comes near its rate limit.
const SESSIONS_EACH = 20

/** P11: the processor time of a staff page, against that of its API calls. */
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
      const page = await writeScript(folder, name, requestsOf([path], sessions, pageHeaders))
      const call = await writeScript(
        folder,
        `${name}-calls`,
        requestsOf(made, sessions, callHeaders),
      )
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

/** One unit of work is a page, or all of its `calls`. */
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

function requestsOf(
  paths: readonly string[],
  sessions: readonly BenchSession[],
  headersOf: (session: BenchSession) => Record<string, string>,
): WrkRequest[] {
  return sessions.flatMap((session) =>
    paths.map((path) => ({ path: filled(path, session), headers: headersOf(session) })),
  )
}
