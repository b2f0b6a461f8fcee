import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openKeyRing, signingSecretRow } from '@mediajobs/domain'
import { openStore, type Store, writeEvent } from '@mediajobs/outbox'
import type { Arrivals } from '../baselines/receiver.ts'
import type { Work } from './costs.ts'
import { type BenchProcess, type Engine, productionFlags, startProcess } from './process.ts'

export type BenchReceiver = Awaited<ReturnType<typeof startReceiver>>

/** Enough to use all slots: each subscription gets at most a tenth of them. */
export const SUBSCRIPTIONS = 50
const WAIT_LIMIT_MS = 120_000
const POLL_MS = 20

/** Starts bench/baselines/receiver.ts. */
export async function startReceiver() {
  const started = await startProcess('bench/baselines/receiver.ts', /listening at (\S+)/, {})
  const ask = async (message: string) => {
    const reply = once(started.child, 'message')
    started.child.send(message)
    return (await reply)[0]
  }
  return {
    url: started.ready[1] ?? '',
    [Symbol.asyncDispose]: started[Symbol.asyncDispose],
    reset: () => ask('reset'),
    arrivals: (): Promise<Arrivals> => ask('report'),
    /** Waits until `count` POSTs have arrived. @throws {Error} after `WAIT_LIMIT_MS` */
    async waitFor(count: number): Promise<void> {
      const endMs = performance.now() + WAIT_LIMIT_MS
      while ((await ask('count')) < count) {
        if (performance.now() > endMs) throw new Error(`${count} webhooks did not arrive`)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
  }
}

/** The variables that allow webhooks to this machine. */
export const TO_THIS_MACHINE = {
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
}

/** Starts a dispatcher that may post to this machine, as `pnpm start:dispatcher` does. */
export function startDispatcher(engine: Engine): Promise<BenchProcess> {
  return startProcess(
    'apps/dispatcher/src/main.ts',
    /dispatcher\.started/,
    { ...engine.environment, ...TO_THIS_MACHINE },
    productionFlags('dispatcher'),
  )
}

/** Creates an organization with one subscription for each URL. Returns the organization ids. */
export async function subscribe(engine: Engine, urls: readonly string[]): Promise<string[]> {
  const keyRing = openKeyRing(engine.environment.SECRETS_KEY ?? '')
  const ids: string[] = []
  for (const url of urls) {
    const { rows } = await engine.client.query<{ organization: string; subscription: string }>(
      'select uuid_v7() as organization, uuid_v7() as subscription',
    )
    const { organization = '', subscription = '' } = rows[0] ?? {}
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const encrypted = keyRing.encrypt(secret, signingSecretRow(organization, subscription))
    await engine.client.query(`insert into organizations (id, name) values ($1, 'Bench')`, [
      organization,
    ])
    await engine.client.query(
      `insert into webhook_subscriptions (organization_id, id, url, events, secret_encrypted)
       values ($1, $2, $3, array['PROJECT_CREATED'], $4)`,
      [organization, subscription, url, encrypted],
    )
    ids.push(organization)
  }
  return ids
}

/** The data of event `n`: about 1 KB, as for a project. */
export function eventData(n: number): Record<string, unknown> {
  return { n, occurredAt: '2026-12-01T10:00:00.000Z', notes: 'x'.repeat(900) }
}

// The rate excludes the start and end of the drain.
const FROM = 0.1
const TO = 0.9

export async function arrived(receiver: BenchReceiver, count: number): Promise<Work> {
  await receiver.waitFor(count)
  const { atMs, numbers } = await receiver.arrivals()
  const [from, to] = [Math.floor(count * FROM), Math.floor(count * TO)]
  const seconds = ((atMs[to] ?? 0) - (atMs[from] ?? 0)) / 1_000
  const failed = Math.abs(numbers.length - new Set(numbers).size) + Math.abs(count - numbers.length)
  // Extrapolated from the middle of the drain.
  return { done: count, seconds: (seconds * count) / (to - from), failed }
}

/**
 * Waits until the queue is empty. Stopping a dispatcher earlier would let another one repeat its unsettled webhooks.
 */
export async function settled(engine: Engine, jobs = 'pgboss.job'): Promise<void> {
  const endMs = performance.now() + WAIT_LIMIT_MS
  while ((await engine.client.query(`select from ${jobs} limit 1`)).rowCount !== 0) {
    if (performance.now() > endMs) throw new Error('webhooks arrived and were not settled')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const PUBLISHED_AT_ONCE = 100

/** Publishes `count` events, numbered from 0, round-robin over the organizations. */
export async function publishMany(
  store: Store,
  organizations: readonly string[],
  count: number,
): Promise<void> {
  for (let first = 0; first < count; first += PUBLISHED_AT_ONCE) {
    await store.transaction(async (tx) => {
      for (let n = first; n < Math.min(count, first + PUBLISHED_AT_ONCE); n += 1) {
        const organization = organizations[n % organizations.length] as string
        writeEvent(tx, organization, 'PROJECT_CREATED', eventData(n))
      }
    })
  }
}

export function openBenchStore({ databaseUrl }: Engine): Store & AsyncDisposable {
  const options = { databaseUrl, poolSize: 4, applicationName: 'bench', onError() {} }
  const store = openStore(options)
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() })
}
