import { constants, setPriority } from 'node:os'
import { createTestDatabase } from '@mediajobs/db/testing'
import type { Store } from '@mediajobs/outbox'
import { type TestApp, type TestOrganization, testApp } from '@mediajobs/testing/api/app'
import type { Document } from '@mediajobs/testing/api/document'
import { type FurnishedOrg, furnishedOrg } from '@mediajobs/testing/api/furnished-org'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { hang } from '@mediajobs/testing/dispatcher/responders'
import { type ApiProcess, startApi, startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { type GuardedProcess, guard } from './guarded-process.ts'
import { anyNetwork } from './network.ts'
import { type QuietTenant, startQuietTenant } from './quiet-tenant.ts'
import { type AttackResponse, type Sent, send } from './send.ts'

/** A deployment under attack: production processes, the attacking organization, and its neighbor. */
export interface Stage {
  /** An api under attack, with wide rate limits, so that more attacks get through. */
  url: string
  databaseUrl: string
  isFull: boolean
  /** For records of old versions, which requests can no longer create. */
  store: Store
  /** An api in this process on the same database, to set up data. */
  service: TestApp
  attacker: TestOrganization
  /** The attacker's records, one of each kind. */
  furnished: FurnishedOrg
  document: Document
  neighbor: QuietTenant
  processes: readonly GuardedProcess[]
  /** Starts another of the attacker's receivers, which never responds. */
  hangingReceiver(): Promise<Receiver>
  send(request: Sent): Promise<AttackResponse>
  /** This stage as attacker `n` sees it: a load balancer sends each attacker to one of two apis. */
  seenBy(n: number): Stage
  /** Whether to stop: a process has ended too often for meaningful figures. */
  isOver(): boolean
}

const WIDE_WINDOWS = '100000/1s'
const NEIGHBORS_PROJECTS = 200
const MAX_RETRIES = 5
// A service that dies on every attack needs no further proof.
const MAX_DEATHS = 12

export async function openStage(t: Test, isFull: boolean): Promise<Stage> {
  const { url: databaseUrl } = await createTestDatabase(t)
  const service = await testApp(t, { databaseUrl })
  const [furnished, neighbor] = [await furnishedOrg(service), await service.createOrg()]
  await addProjects(service.store, neighbor, NEIGHBORS_PROJECTS)
  const apis = [
    await startGuardedApi(t, databaseUrl),
    await startGuardedApi(t, databaseUrl),
  ] as const
  const urls = apis.map(({ url }) => url)
  const dispatcher = await guard(t, 'dispatcher', () =>
    startDispatcher(t, databaseUrl, { WEBHOOK_RETRY_DELAYS: '1s,1s' }),
  )
  const processes = [...apis.map(({ process }) => process), dispatcher]
  const document = (await (await fetch(`${urls[0]}/openapi.json`)).json()) as Document
  const quietTenant = await startQuietTenant(t, urls, neighbor.key)
  // A real attacker has its own processors. Here it shares the service's, so it gets a lower priority. The service and the
  // neighbor have started before, with normal priority.
  if (isFull) setPriority(constants.priority.PRIORITY_LOW)
  const at = (url: string): Pick<Stage, 'url' | 'send'> => ({
    url,
    // Each request comes from another network: attackers have many.
    async send({ headers, ...request }) {
      const sent = { ...request, headers: { 'x-forwarded-for': anyNetwork(), ...headers } }
      let response = await send(url, sent)
      // TCP may lose an early response, more often with a long body or on a busy machine.
      for (let n = 0; n < MAX_RETRIES && response.outcome === 'closed' && sent.body; n += 1) {
        response = await send(url, sent)
      }
      return response
    },
  })
  const stage: Stage = {
    ...at(apis[0].url),
    seenBy: (n) => ({ ...stage, ...at(apis[n % 2 === 0 ? 0 : 1].url) }),
    databaseUrl,
    isFull,
    store: service.store,
    service,
    attacker: furnished.org,
    furnished,
    document,
    neighbor: quietTenant,
    processes,
    async hangingReceiver() {
      const receiver = await startReceiver({ fallback: hang() })
      t.teardown(() => receiver.close())
      return receiver
    },
    isOver: () => processes.some(({ deaths }) => deaths.length >= MAX_DEATHS),
  }
  return stage
}

/** Restarts listen on the same port. */
async function startGuardedApi(t: Test, databaseUrl: string) {
  // As in docker/compose.yaml: a proxy in front passes the caller's address.
  const env = {
    RATE_LIMITS: WIDE_WINDOWS,
    TRUST_PROXY: '1',
    // The receivers of both tenants are on this machine.
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  }
  let first: ApiProcess | null = null
  const process = await guard(t, 'api', async () => {
    const port = first === null ? '0' : new URL(first.url).port
    const started = await startApi(t, databaseUrl, { ...env, PORT: port })
    first ??= started
    return started
  })
  if (first === null) throw new Error('no api was started')
  return { process, url: (first as ApiProcess).url }
}

/** Adds small projects, like an honest tenant's. */
async function addProjects(
  store: Store,
  { organizationId }: TestOrganization,
  count: number,
): Promise<void> {
  await store.sql.queryOnce(
    `insert into projects (organization_id, id, scheduled_time, address_line1, city, notes)
     select $1, uuid_v7(), now(), n || ' Abbey Road', 'London', 'Ask at number ' || n
     from generate_series(1, $2::int) n`,
    [organizationId, count],
  )
}
