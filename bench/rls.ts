// The cost of row-level security as a second check behind the tenant in every statement (docs/adr/0010):
// the same operations on the same rows, by a role with the policies and by a role that bypasses them.
import { openDatabase, type Sql, sqlOn } from '@mediajobs/db'
import { DEFAULT_KEY_WINDOWS } from '@mediajobs/domain'
import { createAdmitter } from '@mediajobs/operations/credentials'
import { createProject, listProjects } from '@mediajobs/operations/projects'
import { openStore, type Store } from '@mediajobs/outbox'
import type pg from 'pg'
import { machine } from './support/cpu.ts'
import { startEngine } from './support/engine.ts'
import { type BenchKey, fill } from './support/fill.ts'
import { inFolder } from './support/folder.ts'
import { interleave, type Sample, type Target, type Work } from './support/rounds.ts'
import { ratios, spreadOf } from './support/statistics.ts'

const PASSWORD = 'bench-password'
const BOUND = 'bound_by_policies'
const FREE = 'free_of_policies'
const CONCURRENCY = 16
const POOL_SIZE = 10
const DATA = { organizations: 200, projectsEach: 1_000, keysEach: 20 }
const TIMING = { rounds: 9, secondsEach: 2, warmUpSeconds: 2 }
const SET_TENANT = `select set_config('app.organization_id', $1, true)`

const TENANT_TABLES = `
  select c.relname as name from pg_class as c join pg_attribute as a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and a.attname = 'organization_id'`

/** Enables the policies, and makes one role with them and one that bypasses them. */
async function installPolicies(client: pg.Client): Promise<void> {
  for (const [role, option] of [
    [BOUND, 'nobypassrls'],
    [FREE, 'bypassrls'],
  ]) {
    await client.query(`create role ${role} login password '${PASSWORD}' ${option}`)
    for (const schema of ['public', 'pgboss']) {
      await client.query(`grant usage on schema ${schema} to ${role}`)
      await client.query(`grant all on all tables in schema ${schema} to ${role}`)
      await client.query(`grant execute on all functions in schema ${schema} to ${role}`)
    }
  }
  const { rows } = await client.query<{ name: string }>(TENANT_TABLES)
  for (const { name } of rows) {
    await client.query(`alter table ${name} enable row level security, force row level security`)
    await client.query(`create policy tenant on ${name}
      using (organization_id = current_setting('app.organization_id')::uuid)`)
  }
}

/** Makes subscriptions, so that creating a project also writes deliveries and jobs, as in production. */
async function subscribe(client: pg.Client): Promise<void> {
  await client.query(`insert into webhook_subscriptions
      (organization_id, id, url, events, secret_encrypted)
    select id, uuid_v7(), 'https://example.com/hook', array['PROJECT_CREATED'], '' from organizations`)
}

interface Service {
  store: Store
  /** Runs one read as a request of the organization. */
  read<Result>(organizationId: string, work: (sql: Sql) => Promise<Result>): Promise<Result>
  write<Result>(organizationId: string, work: Parameters<Store['transaction']>[0]): Promise<Result>
  close(): Promise<void>
}

function openService(databaseUrl: string, role: string): Service {
  const url = new URL(databaseUrl)
  url.username = role
  url.password = PASSWORD
  const onError = () => {}
  const store = openStore({
    databaseUrl: url.href,
    poolSize: POOL_SIZE,
    applicationName: role,
    onError,
  })
  const isBound = role === BOUND
  return {
    store,
    read: (organizationId, work) =>
      isBound ? readBound(store, organizationId, work) : work(store.sql),
    write: async (organizationId, work) =>
      (await store.transaction((tx) => {
        if (isBound) void tx.query(SET_TENANT, [organizationId])
        return work(tx)
      })) as never,
    close: () => store.close(),
  }
}

/** Pipelines the whole transaction with its COMMIT, which is possible because it only reads. */
async function readBound<Result>(
  { database }: Store,
  organizationId: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect()
  try {
    const sql = sqlOn(client)
    const begun = [client.query('begin'), sql.query(SET_TENANT, [organizationId])]
    const result = work(sql)
    const [found] = await Promise.all([result, ...begun, client.query('commit')])
    return found
  } finally {
    client.release()
  }
}

type Request = (service: Service, key: BenchKey, n: number) => Promise<unknown>

const list = (sql: Sql, organizationId: string, filters: { q?: string } = {}) =>
  listProjects(sql, organizationId, { limit: 20, sort: '-createdAt', ...filters })

const REQUESTS: Record<string, Request> = {
  'list of 20': (service, { organizationId }) =>
    service.read(organizationId, (sql) => list(sql, organizationId)),
  'search of 20': (service, { organizationId }, n) =>
    service.read(organizationId, (sql) => list(sql, organizationId, { q: `${n % 1_000} harbour` })),
  create: (service, { organizationId }) =>
    service.write(organizationId, (tx) =>
      createProject(tx, organizationId, { scheduledTime: '2026-05-01T09:30:00Z' }),
    ),
}

await inFolder(async (_folder, onEnd) => {
  const engine = await startEngine()
  onEnd(() => engine.end())
  const keys = await fill(engine.client, DATA)
  await subscribe(engine.client)
  await installPolicies(engine.client)
  await engine.client.query('vacuum analyze')
  const free = openService(engine.databaseUrl, FREE)
  const bound = openService(engine.databaseUrl, BOUND)
  // An admission runs before the organization is known, so it cannot have the policies.
  const admission = openDatabase({
    url: engine.databaseUrl,
    poolSize: POOL_SIZE,
    applicationName: 'admission',
    onError() {},
  })
  for (const each of [free, bound, admission]) onEnd(() => each.close())
  await expectBound(bound, keys)
  const windows = DEFAULT_KEY_WINDOWS.map((window) => ({ ...window, limit: 100_000 }))
  const admitter = createAdmitter({
    sql: admission.sql,
    keyWindows: windows,
    sessionWindows: windows,
    onUsageNotSaved() {},
  })
  print(
    `${machine()}, ${DATA.organizations * DATA.projectsEach} projects, ${TIMING.rounds} rounds\n`,
  )
  print('| request | without | with | rate | processor time |\n|---|---|---|---|---|')
  for (const [name, request] of Object.entries(REQUESTS)) {
    const target = (service: Service, label: string): Target => ({
      name: label,
      processes: { 'process and server': process.pid },
      run: (seconds) =>
        hammer(seconds, keys, async (key, n) => {
          await admitter.byApiKey(key.key)
          await request(service, key, n)
        }),
    })
    const samples = await interleave([target(free, 'without'), target(bound, 'with')], TIMING)
    print(row(name, samples.get('without') ?? [], samples.get('with') ?? []))
  }
})

/** @throws {Error} when the policies have no effect */
async function expectBound({ store }: Service, [key]: readonly BenchKey[]): Promise<void> {
  const organizationId = key?.organizationId ?? ''
  const seen = await store.transaction(async (tx) => {
    await tx.query(SET_TENANT, [organizationId])
    return tx.query<{ count: number }>('select count(*) from projects')
  })
  if (seen[0]?.count !== DATA.projectsEach) throw new Error('the policies are not in force')
}

async function hammer(
  seconds: number,
  keys: readonly BenchKey[],
  request: (key: BenchKey, n: number) => Promise<void>,
): Promise<Work> {
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1_000
  let done = 0
  const lane = async () => {
    while (performance.now() < endMs) {
      const n = done++
      await request(keys[n % keys.length] as BenchKey, n)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  return { done, seconds: (performance.now() - startedMs) / 1_000, failed: 0 }
}

function row(name: string, without: readonly Sample[], bound: readonly Sample[]): string {
  const pick = (samples: readonly Sample[]) => ({
    rate: samples.map(({ perSecond }) => perSecond),
    micros: samples.map(({ cpuMicros }) => cpuMicros),
  })
  const [one, other] = [pick(without), pick(bound)]
  const figures = ({ rate, micros }: ReturnType<typeof pick>) =>
    `${spreadOf(rate).median.toFixed(0)}/s, ${spreadOf(micros).median.toFixed(0)} µs`
  const ratio = (values: number[]) => {
    const { median, least, most } = spreadOf(values)
    return `× ${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`
  }
  return `| ${[
    name,
    figures(one),
    figures(other),
    ratio(ratios(other.rate, one.rate)),
    ratio(ratios(other.micros, one.micros)),
  ].join(' | ')} |`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
