import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { migrate, openStore, type Store, WEBHOOK_JOB_ID } from '@mediajobs/outbox'
import { testApp } from '@mediajobs/testing/api/app'
import { type Receiver, startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import { after, type Responder, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { takeBaseBackup } from './support/base-backup.ts'
import { bookProjects, sendStep } from './support/booking-clients.ts'
import { prove } from './support/fault.ts'

const STUCK_MS = 90_000
const SETTLED_MS = 150_000
const CLIENTS = 4
const SPACE_MS = 20
const EVENTS = ['PROJECT_CREATED', 'PROJECT_STATUS_CHANGED']
// In the full form some retries are due before the restored database runs, and some after.
const RETRY_DELAYS = { short: '500ms,500ms,500ms,500ms,500ms', full: '500ms,20s,20s,20s,20s' }

const WAITING = `
  select id, extract(epoch from next_attempt_at)::float8 * 1000 as "dueMs"
  from webhook_deliveries where status in ('PENDING', 'RETRYING')`
const UNMATCHED = `
  with waiting as (
    select ${WEBHOOK_JOB_ID} as job_id from webhook_deliveries as delivery
    where status in ('PENDING', 'RETRYING')
  )
  select count(*) from waiting full join pgboss.job on job.id = waiting.job_id
  where job.id is null or waiting.job_id is null`
const LOSE_JOBS = `delete from pgboss.job where get_byte(uuid_send(id), 0) % 2 = 0 returning id`
const AGE = `
  update webhook_deliveries set next_attempt_at = next_attempt_at - interval '2 minutes'
  where status in ('PENDING', 'RETRYING')`
const ATTEMPTED = `
  select id, status, extract(epoch from last_attempt_at)::float8 * 1000 as "attemptedMs"
  from webhook_deliveries where id = any ($1)`

await prove({
  id: 'F22',
  promise: 'after restoring a backup taken under load, every waiting webhook continues by itself',
  target: 'base backup under load, half of the restored jobs lost by hand: nothing stuck > 90 s',
  async run({ t, isFull }) {
    const folder = await scratchFolder(t)
    const receivers = await startReceivers(t)
    const restored = join(folder, 'restored')
    await backUpUnderLoad(t, { from: join(folder, 'live'), to: restored, receivers, isFull })

    const postgres = await startPostgres({ directory: restored, durable: true })
    t.teardown(() => postgres.stop())
    const store = openStore({
      databaseUrl: postgres.url,
      poolSize: 4,
      applicationName: 'restored',
      onError() {},
    })
    t.teardown(() => store.close())
    t.match(await store.sql.query(UNMATCHED), [{ count: 0 }], 'jobs and webhook deliveries agree')
    const lostJobs = (await store.sql.query(LOSE_JOBS)).length
    // Makes the deliveries overdue, so the test doesn't have to wait.
    if (!isFull) await store.sql.query(AGE)
    for (const receiver of receivers) receiver.fallback(status(200))
    const finding = await recover(t, postgres.url, store)
    t.match(await store.sql.query('select count(*) from pgboss.job'), [{ count: 0 }])
    const { waiting, ended, latestMs } = finding
    return {
      figure: `${waiting} webhook deliveries waited in the backup, ${lostJobs} jobs were lost: ${waiting - ended} stuck, the last tried ${(latestMs / 1_000).toFixed(1)} s after it was due or the dispatcher had started`,
      isMet: waiting > 0 && lostJobs > 0 && waiting === ended && latestMs <= STUCK_MS,
    }
  },
})

async function startReceivers(t: Test): Promise<Receiver[]> {
  const responses: Responder[] = [status(200), status(500), after(2_000, status(200))]
  const receivers = await Promise.all(responses.map((fallback) => startReceiver({ fallback })))
  for (const receiver of receivers) t.teardown(() => receiver.close())
  return receivers
}

interface BackUp {
  from: string
  to: string
  receivers: Receiver[]
  isFull: boolean
}

/** Takes a backup under load, then ends the server and all its processes. */
async function backUpUnderLoad(t: Test, { from, to, receivers, isFull }: BackUp): Promise<void> {
  const postgres = await startPostgres({ directory: from, durable: true })
  t.teardown(() => postgres.stop())
  await migrate(postgres.url)
  const service = await testApp(t, { databaseUrl: postgres.url })
  const { key } = await service.createOrg()
  for (const { url } of receivers) {
    await service.request('POST', '/webhooks/subscriptions', { key, body: { url, events: EVENTS } })
  }
  const env = { WEBHOOK_RETRY_DELAYS: isFull ? RETRY_DELAYS.full : RETRY_DELAYS.short }
  const dispatcher = await startDispatcher(t, postgres.url, env)
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, () =>
    bookProjects(
      async (step) => {
        await pause(SPACE_MS)
        return sendStep(service.url, key, step)
      },
      [],
      () => isOver,
    ),
  )
  await receivers[2]?.waitFor(4)
  if (isFull) await pause(10_000)
  await takeBaseBackup(service.store.database, from, to)
  // Lets receivers get webhooks newer than the backup.
  if (isFull) await pause(3_000)
  await dispatcher.end('SIGKILL')
  isOver = true
  await Promise.all(clients)
  await postgres.stop()
}

/** Runs a dispatcher until every waiting webhook delivery has ended. */
async function recover(t: Test, databaseUrl: string, store: Store) {
  const waiting = await store.sql.query<{ id: string; dueMs: number }>(WAITING)
  await startDispatcher(t, databaseUrl)
  const startedMs = Date.now()
  const none = async () => (await store.sql.query(WAITING)).length === 0
  await eventually('none waits', none, SETTLED_MS).catch(() => {})
  const dueMs = new Map(waiting.map((row) => [row.id, Math.max(row.dueMs, startedMs)]))
  const after = await store.sql.query<{ id: string; status: string; attemptedMs: number }>(
    ATTEMPTED,
    [[...dueMs.keys()]],
  )
  const late = after.map((row) => row.attemptedMs - (dueMs.get(row.id) ?? 0))
  return {
    waiting: waiting.length,
    ended: after.filter((row) => row.status === 'SUCCEEDED').length,
    latestMs: Math.max(0, ...late),
  }
}
