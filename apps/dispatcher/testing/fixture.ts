import { randomBytes } from 'node:crypto'
import { newId } from '@mediajobs/db'
import { organizations, webhookSubscriptions } from '@mediajobs/db/schema'
import { createTestDatabase } from '@mediajobs/db/testing'
import { signingSecretRow } from '@mediajobs/domain'
import { openStore, type Store, writeEvent } from '@mediajobs/outbox'
import { recordSecrets, testLogger } from '@mediajobs/runtime/testing'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { eventually } from '@mediajobs/testing/eventually'
import { keyRing } from '@mediajobs/testing/key-ring'
import type { Test } from 'tap'
import { createDispatcher, type Dispatcher, type DispatcherOptions } from '../src/dispatcher.ts'

export interface TestSubscription {
  organizationId: string
  id: string
  secret: string
}

/** A row of `webhook_deliveries`. */
export interface DeliveryRow {
  id: string
  subscriptionId: string
  status: string
  attempts: number
  error: string | null
  responseStatus: number | null
  nextAttemptAt: string | null
  lastAttemptAt: string | null
  finishedAt: string | null
}

/** A row of `webhook_attempts`. */
interface AttemptRow {
  deliveryId: string
  attempt: number
  startedMs: number
  durationMs: number
  responseStatus: number | null
  error: string | null
  responseBody: string | null
}

const DELIVERIES = `
  select id, subscription_id as "subscriptionId", status, attempts, error,
    response_status as "responseStatus", next_attempt_at as "nextAttemptAt",
    last_attempt_at as "lastAttemptAt", finished_at as "finishedAt"
  from webhook_deliveries order by id`

const ATTEMPTS = `
  select delivery_id as "deliveryId", attempt, extract(epoch from started_at)::float8 * 1000 as "startedMs",
    duration_ms as "durationMs", response_status as "responseStatus", error,
    response_body as "responseBody"
  from webhook_attempts order by delivery_id, attempt`

const UNSETTLED = `
  select count(*) from webhook_deliveries where status in ('PENDING', 'RETRYING')`

/** A database for one test file, with a store and the actions of dispatcher tests. */
export async function openFixture(t: Test) {
  const { url: databaseUrl } = await createTestDatabase(t)
  const store = openStore({ databaseUrl, poolSize: 4, applicationName: 'fixture', onError() {} })
  t.teardown(() => store.close())
  return {
    databaseUrl,
    store,
    createOrg: () => createOrg(store),
    subscribe: (url: string, organizationId?: string) => subscribe(store, url, organizationId),
    publish: (organizationId: string, count = 1) => publish(store, organizationId, count),
    deliveries: () =>
      store.sql.query<Record<keyof DeliveryRow, never>>(DELIVERIES) as Promise<DeliveryRow[]>,
    attempts: () => store.sql.query(ATTEMPTS) as Promise<AttemptRow[]>,
    /** Changes one subscription. `assignments` is SQL: `active = false`. */
    async change(id: string, assignments: string) {
      await store.sql.queryOnce(`update webhook_subscriptions set ${assignments} where id = $1`, [
        id,
      ])
    },
    /** Waits until every webhook delivery has ended. */
    settled: (timeoutMs?: number) =>
      eventually(
        'every webhook delivery ended',
        async () => (await store.sql.query<{ count: number }>(UNSETTLED))[0]?.count === 0,
        timeoutMs,
      ),
    async countJobs() {
      const [row] = await store.sql.query<{ count: number }>('select count(*) from pgboss.job')
      return row?.count ?? -1
    },
    dispatch: (options?: Partial<DispatcherOptions>) => dispatch(t, databaseUrl, options),
  }
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>

async function createOrg(store: Store): Promise<string> {
  const id = newId()
  await store.sql.orm.insert(organizations).values({ id, name: 'Test Studio' })
  return id
}

async function subscribe(
  store: Store,
  url: string,
  organizationId?: string,
): Promise<TestSubscription> {
  const orgId = organizationId ?? (await createOrg(store))
  const id = newId()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  recordSecrets(secret, 'secret')
  await store.sql.orm.insert(webhookSubscriptions).values({
    organizationId: orgId,
    id,
    url,
    events: ['PROJECT_CREATED'],
    secretEncrypted: keyRing.encrypt(secret, signingSecretRow(orgId, id)),
  })
  return { organizationId: orgId, id, secret }
}

const PUBLISHED_AT_ONCE = 50

async function publish(store: Store, organizationId: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += PUBLISHED_AT_ONCE) {
    await store.transaction(async (tx) => {
      for (let n = made; n < Math.min(count, made + PUBLISHED_AT_ONCE); n += 1) {
        writeEvent(tx, organizationId, 'PROJECT_CREATED', { n })
      }
    })
  }
}

/** Starts a dispatcher in this process. Stopped at the end of the test. */
async function dispatch(
  t: Test,
  databaseUrl: string,
  options: Partial<DispatcherOptions> = {},
): Promise<Dispatcher> {
  const dispatcher = createDispatcher({
    databaseUrl,
    poolSize: 6,
    objectStore: testObjectStore(),
    keyRing,
    logger: testLogger('dispatcher'),
    slots: 200,
    retryDelaysMs: [],
    timeoutMs: 10_000,
    receivers: { allowHttp: true, allowPrivateNetworks: true },
    ...options,
  })
  await dispatcher.start()
  t.teardown(() => dispatcher.stop())
  return dispatcher
}
