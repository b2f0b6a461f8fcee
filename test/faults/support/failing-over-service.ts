import { openStore, type Store } from '@mediajobs/outbox'
import { createOrg } from '@mediajobs/testing/api/members'
import {
  createDatabaseProxy,
  type DatabaseProxy,
} from '@mediajobs/testing/dispatcher/database-proxy'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import {
  type ApiProcess,
  type ServiceProcess,
  startApi,
  startDispatcher,
  startMedia,
} from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { type CreatingClients, startCreatingClients } from './creating-clients.ts'

/** One process of each kind under load, with a proxy to the database. */
export interface FailingOverService {
  readonly proxy: DatabaseProxy
  readonly api: ApiProcess
  readonly others: readonly ServiceProcess[]
  readonly key: string
  readonly clients: CreatingClients
  readonly receiver: Receiver
}

export const SUBSCRIPTIONS = 2
const BOOK_AGAIN_MS = 60_000

/** Starts the service on a migrated database. Its clients book until stopped. */
export async function startFailingOverService(
  t: Test,
  databaseUrl: string,
): Promise<FailingOverService> {
  const key = await createKey(databaseUrl)
  const proxy = await createDatabaseProxy(t, databaseUrl)
  await proxy.open()
  const api = await startApi(t, proxy.url, {
    RATE_LIMITS: '1000/1s',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    WEBHOOK_ALLOW_HTTP: 'true',
  })
  const others = [await startDispatcher(t, proxy.url), await startMedia(t, proxy.url)]
  // Slow enough that webhooks are in flight when the database fails, and fast enough to avoid a backlog.
  const receiver = await startReceiver({ fallback: after(50, status(200)) })
  t.teardown(() => receiver.close())
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
    const body = { url: `${receiver.url}/${n}`, events: ['PROJECT_CREATED'] }
    t.equal((await call(api, key, 'POST', '/webhooks/subscriptions', body)).status, 201)
  }
  return { proxy, api, others, key, receiver, clients: startCreatingClients(api, key) }
}

async function createKey(databaseUrl: string): Promise<string> {
  const store = openOperatorStore(databaseUrl)
  const { key } = await createOrg(store)
  await store.close()
  return key
}

export function openOperatorStore(databaseUrl: string): Store {
  return openStore({ databaseUrl, poolSize: 2, applicationName: 'operator', onError() {} })
}

export function call(
  { url }: ApiProcess,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Checks that calls get a 503, and that the api is live. */
export async function expectAway(t: Test, { api, key }: FailingOverService): Promise<void> {
  const response = await call(api, key, 'GET', '/projects')
  t.equal(response.status, 503)
  t.match(await response.json(), { code: 'database_unavailable' })
  t.equal((await fetch(`${api.url}/health/ready`)).status, 503)
  t.equal((await fetch(`${api.url}/health/live`)).status, 200)
}

/** Milliseconds from `sinceMs` until the webhook of a later booking. */
export async function resumedAfter(
  { clients, receiver }: FailingOverService,
  sinceMs: number,
): Promise<number> {
  const booked = await eventually(
    'booked again',
    async () =>
      clients.responses.find(({ status, startedAtMs }) => status === 201 && startedAtMs >= sinceMs),
    BOOK_AGAIN_MS,
  )
  const posted = await eventually(
    'posted again',
    async () => receiver.requests.find(({ body }) => body.includes(`${booked.projectId}`)),
    BOOK_AGAIN_MS,
  )
  return posted.receivedAtMs - sinceMs
}
