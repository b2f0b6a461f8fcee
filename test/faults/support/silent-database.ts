import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '@mediajobs/db/testing'
import { openStore } from '@mediajobs/outbox'
import { testApp, USUAL_WAITS } from '@mediajobs/testing/api/app'
import { createDatabaseProxy } from '@mediajobs/testing/dispatcher/database-proxy'
import type { Test } from 'tap'

// Three times the pool's connections, so two in three calls wait for one.
const CALLS = 30
// PostgreSQL ends an idle transaction after 15 s. A call that waits for it gets a 503 after 8 s.
const FREED_MS = 25_000

/**
 * Calls an api whose database hangs: open and new connections accept everything and return nothing. Then the connection is
 * restored, and the next call must succeed.
 *
 * @returns the time to the slowest response, in milliseconds
 */
export async function callSilentDatabase(t: Test): Promise<number> {
  const { url: databaseUrl } = await createTestDatabase(t)
  const proxy = await createDatabaseProxy(t, databaseUrl)
  await proxy.open()
  const service = await testApp(t, { databaseUrl: proxy.url, ...USUAL_WAITS })
  const { key } = await service.createOrg()
  const body = { scheduledTime: '2026-05-01T09:30:00Z' }
  const call = async (n: number) => {
    const beganMs = performance.now()
    const isRead = n % 2 === 0
    const response = isRead
      ? await service.request('GET', '/projects', { key })
      : await service.request('POST', '/projects/create', { key, body })
    return { ...response, durationMs: performance.now() - beganMs }
  }
  for (let n = 0; n < 4; n += 1) await call(n)
  proxy.fallSilent()
  const responses = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)))
  t.ok(
    responses.every(({ status }) => status === 503),
    'every response is a 503',
  )
  await proxy.close()
  await proxy.open()
  t.equal((await call(0)).status, 200, 'the database is used again')
  return Math.round(Math.max(...responses.map(({ durationMs }) => durationMs)))
}

/** A process disappears while holding a project's lock: no call waits forever. */
export async function vanishWithLock(t: Test): Promise<void> {
  const { url: databaseUrl } = await createTestDatabase(t)
  const service = await testApp(t, { databaseUrl, ...USUAL_WAITS })
  const { key } = await service.createOrg()
  const body = { scheduledTime: '2026-05-01T09:30:00Z' }
  const project = await service.request('POST', '/projects/create', { key, body })
  const proxy = await createDatabaseProxy(t, databaseUrl)
  await proxy.open()
  const vanishing = openStore({
    ...{ databaseUrl: proxy.url, poolSize: 1, applicationName: 'vanishing' },
    onError() {},
  })
  const vanished = Promise.withResolvers<void>()
  const holding = vanishing.transaction(async (tx) => {
    await tx.query('select from projects for update')
    proxy.fallSilent()
    await vanished.promise
  })
  holding.catch(() => {})
  t.teardown(async () => {
    vanished.resolve()
    await holding.catch(() => {})
    await vanishing.close()
  })
  while (proxy.silentCount === 0) await pause(10)
  const beganMs = performance.now()
  const statuses: number[] = []
  do {
    const call = { key, body: { status: 'BOOKED' } }
    const { status } = await service.request('PATCH', `/projects/${project.body.id}/status`, call)
    statuses.push(status)
  } while (statuses.at(-1) === 503 && performance.now() - beganMs < FREED_MS)
  t.strictSame(
    statuses,
    [503, 200],
    'a call that waits for the lock gets a 503, and the next one succeeds',
  )
}
