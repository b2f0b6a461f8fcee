import { randomUUID } from 'node:crypto'
import {
  MAX_LOGGED_REQUESTS,
  MAX_UNWRITTEN_REFUSALS,
  MAX_UNWRITTEN_REQUESTS,
} from '@mediajobs/domain'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { UnwrittenRequests } from '../../apps/api/src/plugins/request-records/request-writer.ts'
import { lockTable } from '../../apps/api/test/support/lock.ts'
import { callAs, loggedOf } from '../../apps/api/test/support/request-log.ts'

// docs/contract.md#c14-requests-bounded

const LIMIT_MS = 60_000

async function droppedOf({ app }: TestApp, reason: string): Promise<number> {
  const metric = await app.metrics.getSingleMetric('request_log_dropped_total')?.get()
  return metric?.values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

t.test(
  "a flood of refused calls fills at most half of its organization's share [c14-requests-bounded]",
  async (t) => {
    const service = await testApp(t, {
      requestLogSample: 1,
      keyWindows: [{ limit: 10, spanMs: 3_600_000 }],
    })
    const org = await service.createOrg()
    const other = await service.createOrg()
    const [spare, reader] = [await org.keyWith('ADMIN'), await org.keyWith('READ')]
    for (let i = 0; i < 2 * MAX_LOGGED_REQUESTS; i++) {
      await service.request('GET', '/projects', { key: reader })
    }
    // Made after the flood, and logged.
    await callAs(service, 'error', ['GET', '/customers/none'], { key: spare })
    await callAs(service, 'other', ['GET', '/projects'], { key: other.key })
    const logged = await eventually(
      'the calls are in the log',
      async () => {
        const rows = await service.store.sql.query<{ id: string; status: number; org: string }>(
          'select request_id as id, status, organization_id as org from api_requests',
        )
        return ['error', 'other'].every((id) => rows.some((row) => row.id === id)) && rows
      },
      LIMIT_MS,
    )
    const flood = logged.filter(({ id, org: of }) => of === org.organizationId && id !== 'error')
    t.equal(flood.length, MAX_LOGGED_REQUESTS / 2)
    t.ok((await droppedOf(service, 'organization_share')) > MAX_LOGGED_REQUESTS)
  },
)

t.test("other errors fill at most their organization's share [c14-requests-bounded]", async (t) => {
  const service = await testApp(t, { requestLogSample: 0 })
  const org = await service.createOrg()
  for (let i = 0; i < MAX_LOGGED_REQUESTS + 20; i++) {
    await org.call('GET', '/customers/none')
  }
  const isFull = (rows: unknown[]) => rows.length >= MAX_LOGGED_REQUESTS
  await loggedOf(service, org, isFull)
  t.equal(await droppedOf(service, 'organization_share'), 20)
})

t.test(
  "a slow database doesn't delay calls, and the log is bounded [c14-requests-bounded]",
  async (t) => {
    const service = await testApp(t, { requestLogSample: 1 })
    const org = await service.createOrg()
    const unlock = await lockTable(service.store, 'api_requests')
    const startedMs = performance.now()
    for (let i = 0; i < 20; i++) {
      t.equal((await org.call('GET', '/customers/none')).status, 404)
    }
    t.ok(performance.now() - startedMs < LIMIT_MS / 2)
    // Longer than a statement may wait, so the write fails.
    await eventually(
      'the batch is given up',
      async () => (await droppedOf(service, 'write_failed')) > 0,
      LIMIT_MS,
    )
    await unlock()
    await callAs(service, 'after', ['GET', '/customers/none'], { key: org.key })
    const isAfter = ({ requestId }: { requestId: string }) => requestId === 'after'
    const logged = await loggedOf(service, org, (all) => all.some(isAfter))
    t.ok(logged.length > 0, 'the log continues')
  },
)

// Over HTTP, this would take fifty organizations using their full shares within a second.
t.test('a process holds at most 5,000 unwritten calls [c14-requests-bounded]', async (t) => {
  const dropped: string[] = []
  const unwritten = new UnwrittenRequests((reason) => dropped.push(reason))
  const call = {
    requestId: 'r',
    method: 'GET',
    route: '/',
    code: null,
    durationMs: 1,
    endedAtMs: 0,
  }
  const who = { apiKeyId: null, userId: randomUUID() }
  for (let i = 0; i < MAX_UNWRITTEN_REQUESTS + 3; i++) {
    unwritten.add({ ...call, ...who, organizationId: randomUUID(), status: 400 })
  }
  for (let i = 0; i < MAX_UNWRITTEN_REFUSALS + 2; i++) {
    unwritten.addRefusal({ ...call, status: 401, keyHash: Buffer.alloc(32) })
  }
  t.strictSame(dropped, Array(5).fill('process_full'))
  const { entries, refusals } = unwritten.take() ?? {}
  t.strictSame(
    [entries?.length, refusals?.length],
    [MAX_UNWRITTEN_REQUESTS, MAX_UNWRITTEN_REFUSALS],
  )
  t.equal(unwritten.take(), undefined)
})
