import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Engine, startEngine } from './engine.ts'
import { type BenchKey, type Fill, fill } from './fill.ts'
import { LiveCallers } from './live-load.ts'
import { ROOT, startApi } from './process.ts'
import { type BenchReceiver, startDispatcher, TO_THIS_MACHINE } from './webhooks.ts'

/** An api, a dispatcher and a PostgreSQL of their own, with subscriptions of all organizations. */
export interface LiveService {
  engine: Engine
  api: { pid: number }
  dispatcher: { pid: number }
  keys: readonly BenchKey[]
  callers: LiveCallers
}

/** One subscription for each organization. So many keys that none comes near its rate limit. */
export const LIVE_DATA: Fill = { organizations: 50, projectsEach: 0, keysEach: 10 }

const run = promisify(execFile)
const MIGRATE_LIMIT_MS = 120_000

// Loaded, so that a statement's cost can be measured later. Until then it measures nothing.
const STATISTICS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
}

/** Starts the service of the checkout at `root`, with webhooks to `receiver`. `onEnd` gets what ends it. */
export async function startLiveService(
  receiver: BenchReceiver,
  onEnd: (end: () => Promise<void>) => void,
  root = ROOT,
): Promise<LiveService> {
  const engine = await startEngine({
    settings: STATISTICS,
    ...(root !== ROOT && { migrate: (url) => migrateFrom(root, url) }),
  })
  onEnd(engine.end)
  const keys = await fill(engine.client, LIVE_DATA)
  const api = await startApi({ ...engine.environment, ...TO_THIS_MACHINE }, root)
  onEnd(api.end)
  await subscribeOverHttp(api.url, keys, receiver.url)
  const dispatcher = await startDispatcher(engine, {}, root)
  onEnd(dispatcher.end)
  const callers = new LiveCallers(api.url, keys)
  onEnd(() => callers.close())
  return { engine, api, dispatcher, keys, callers }
}

async function migrateFrom(root: string, databaseUrl: string): Promise<void> {
  await run(process.execPath, [join(root, 'scripts/migrate.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    timeout: MIGRATE_LIMIT_MS,
  })
}

// Through the API: an older version may store a secret in another form.
async function subscribeOverHttp(
  url: string,
  keys: readonly BenchKey[],
  receiver: string,
): Promise<void> {
  const keyOf = new Map(keys.map(({ organizationId, key }) => [organizationId, key]))
  for (const [organizationId, key] of keyOf) {
    const response = await fetch(`${url}/webhooks/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({
        url: `${receiver}/hook/${organizationId}`,
        events: ['CUSTOMER_CREATED'],
      }),
    })
    if (response.status !== 201)
      throw new Error(`the subscription was refused: ${await response.text()}`)
  }
}
