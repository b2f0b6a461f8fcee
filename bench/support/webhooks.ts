import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openKeyRing } from '@mediajobs/domain'
import { signingSecretRow } from '@mediajobs/operations/webhooks'
import { openStore, type Store, writeEvent } from '@mediajobs/outbox'
import type { Arrivals } from '../baselines/receiver.ts'
import type { Engine } from './engine.ts'
import { type BenchProcess, productionFlags, startProcess } from './process.ts'
import type { Work } from './rounds.ts'

/** The receiver's process. */
export interface BenchReceiver {
  url: string
  process: BenchProcess
  reset(): Promise<void>
  arrivals(): Promise<Arrivals>
  /** Waits until `count` have come; fails after a minute. */
  waitFor(count: number): Promise<void>
}

/** A tenth of these go to one subscription at once, so that a few cannot hold all slots. */
export const SUBSCRIPTIONS = 50
const WAIT_LIMIT_MS = 120_000
const LOOK_MS = 20

export async function startReceiver(): Promise<BenchReceiver> {
  const started = await startProcess('bench/baselines/receiver.ts', /listening at (\S+)/, {})
  const ask = async (message: string) => {
    const answer = once(started.child, 'message')
    started.child.send(message)
    return (await answer)[0]
  }
  return {
    url: started.said[1] ?? '',
    process: started,
    reset: () => ask('reset'),
    arrivals: () => ask('report'),
    async waitFor(count) {
      const endMs = performance.now() + WAIT_LIMIT_MS
      while ((await ask('count')) < count) {
        if (performance.now() > endMs) throw new Error(`${count} webhooks did not arrive`)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    },
  }
}

/** A dispatcher as `pnpm start:dispatcher` starts it, that may post to this machine. */
export function startDispatcher(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<BenchProcess> {
  return startProcess(
    'apps/dispatcher/src/main.ts',
    /dispatcher\.started/,
    {
      ...engine.environment,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      ...env,
    },
    productionFlags('dispatcher'),
  )
}

/** An organization with one subscription for each URL; answers the organizations' ids. */
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

/** About 1 KB, as an event of a project is. */
export function eventData(n: number): Record<string, unknown> {
  return { n, occurredAt: '2026-12-01T10:00:00.000Z', notes: 'x'.repeat(900) }
}

// Between these shares of what arrives, start and end left out.
const FROM = 0.1
const TO = 0.9

/** Waits for all of them; the rate is that of the middle of the drain. */
export async function arrived(receiver: BenchReceiver, count: number): Promise<Work> {
  await receiver.waitFor(count)
  const { atMs, numbers } = await receiver.arrivals()
  const [from, to] = [Math.floor(count * FROM), Math.floor(count * TO)]
  const seconds = ((atMs[to] ?? 0) - (atMs[from] ?? 0)) / 1_000
  const failed = Math.abs(numbers.length - new Set(numbers).size) + Math.abs(count - numbers.length)
  // As if all had come at the rate of the middle.
  return { done: count, seconds: (seconds * count) / (to - from), failed }
}

/**
 * Waits until no job is left. A dispatcher that is stopped with outcomes that it has not written loses
 * their jobs to another one, and they come twice, as they must.
 */
export async function settled(engine: Engine): Promise<void> {
  const endMs = performance.now() + WAIT_LIMIT_MS
  while ((await engine.client.query('select from pgboss.job limit 1')).rowCount !== 0) {
    if (performance.now() > endMs) throw new Error('webhooks arrived and were not settled')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

const PUBLISHED_AT_ONCE = 100

/** Publishes `count` events over the organizations in turn, numbered from 0. */
export async function publishMany(
  store: Store,
  organizations: readonly string[],
  count: number,
): Promise<void> {
  for (let first = 0; first < count; first += PUBLISHED_AT_ONCE) {
    await store.transaction(async (tx) => {
      for (let n = first; n < Math.min(count, first + PUBLISHED_AT_ONCE); n += 1) {
        const organization = organizations[n % organizations.length] as string
        await writeEvent(tx, organization, 'PROJECT_CREATED', eventData(n))
      }
    })
  }
}

export function openBenchStore(engine: Engine): Store {
  return openStore({
    databaseUrl: engine.databaseUrl,
    poolSize: 4,
    applicationName: 'bench',
    onError() {},
  })
}
