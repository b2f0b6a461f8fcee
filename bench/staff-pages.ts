import { fill } from './support/fill.ts'
import {
  CONNECTIONS,
  interleave,
  QUICK,
  type Target,
  type WrkRequest,
  wrkTarget,
} from './support/load.ts'
import {
  type BenchSession,
  callHeaders,
  callsOfPages,
  filled,
  pageHeaders,
  signIn,
} from './support/pages.ts'
import { startApi, startEngine } from './support/process.ts'
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
  await using engine = await startEngine()
  await fill(engine.client, ORGANIZATIONS)
  const sessions = await signIn(engine.client, SESSIONS_EACH)
  const paths = Object.values(PAGES)
  const calls = await callsOfPages(engine, sessions, paths)
  await using api = await startApi({ ...engine.environment, TRUST_PROXY: 'true' })

  const targets: Target[] = []
  for (const [name, path] of Object.entries(PAGES)) {
    const made = calls.get(path) ?? []
    const ofPage = requestsOf([path], sessions, pageHeaders)
    const ofCalls = requestsOf(made, sessions, callHeaders)
    const calling = await wrkTarget(callsOf(name), api, engine, ofCalls)
    targets.push(await wrkTarget(name, api, engine, ofPage), {
      ...calling,
      // A unit of work is one page's calls.
      async run(seconds) {
        const work = await calling.run(seconds)
        return { ...work, done: work.done / made.length }
      },
    })
  }
  const samples = await interleave(targets, timing)
  const figures = Object.keys(PAGES).map((name) =>
    compare(samples, `P11: ${name}, of its calls`, [name, callsOf(name)], '≤ 1.2', 'cpuMicros'),
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
}

const callsOf = (name: string) => `${name}: calls`

function requestsOf(
  paths: readonly string[],
  sessions: readonly BenchSession[],
  headersOf: (session: BenchSession) => Record<string, string>,
): WrkRequest[] {
  return sessions.flatMap((session) =>
    paths.map((path) => ({ path: filled(path, session), headers: headersOf(session) })),
  )
}
