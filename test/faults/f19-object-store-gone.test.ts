import { setTimeout as pause } from 'node:timers/promises'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { openObjectStore } from '@mediajobs/object-store'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { openStudio, type Presigned, put } from '@mediajobs/testing/api/studio'
import { eventually } from '@mediajobs/testing/eventually'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'
import {
  type FaultyObjectStore,
  type StoreState,
  startFaultyObjectStore,
} from './support/faulty-object-store.ts'
import { fillDisk, refuseWrites } from './support/unwritable-database.ts'

// A store call takes at most 5 s, a copy slightly more.
const RESPONSE_MS = 7_000
const FAULTS: readonly StoreState[] = ['stopped', 'failing', 'hanging', 'copy_hangs']
const BYTES = 'pixels'

const HALF_WRITTEN = `
  select (select count(*) from media)::int as media,
    (select count(*) from media_uploads where media_id is not null)::int as confirmed,
    (select count(*) from events where name = 'MEDIA_UPLOADED')::int as events`

const MAKE_DUE = 'update object_removals set next_attempt_at = now()'

await prove({
  id: 'F19',
  promise:
    'when the object store is unreachable, fails or hangs, or a disk is full, requests get a 503 and nothing is half-written',
  target: `every response within ${RESPONSE_MS / 1_000} s, 0 records without their object, 0 removals forgotten, all repeatable`,
  async run({ t, isFull }) {
    const unwritable = isFull ? fillDisk(t) : refuseWrites(t)
    unwritable.catch(() => {})
    const fixture = await openFixture(t)
    const objectStore = await startFaultyObjectStore(t)
    const store = openObjectStore(objectStore.options)
    const app = await testApp(t, { databaseUrl: fixture.databaseUrl, objectStore: store })
    const studio = await openStudio(app)
    const faults = isFull ? FAULTS : FAULTS.slice(0, 3)
    const deleted = await addAll(studio, faults.length)
    let slowestMs = 0
    let refused = 0
    const uploads: { filename: string; presigned: Presigned }[] = []
    for (const [n, fault] of faults.entries()) {
      await objectStore.become('well')
      const filename = `${fault}.jpg`
      const presigned = await studio.presign(filename)
      await put(presigned.uploadUrl, BYTES)
      uploads.push({ filename, presigned })
      const before = await app.store.sql.query(HALF_WRITTEN)
      await objectStore.become(fault)
      const beganMs = performance.now()
      const response = await studio.confirm({ filename, size: BYTES.length, key: presigned.key })
      slowestMs = Math.max(slowestMs, performance.now() - beganMs)
      t.match(response, { status: 503, body: { code: 'object_store_unavailable' } }, fault)
      t.equal(response.headers['retry-after'], '5')
      refused += 1
      t.strictSame(await app.store.sql.query(HALF_WRITTEN), before, 'nothing was written')
      t.equal((await studio.call('DELETE', `/media/${deleted[n]?.id}`)).status, 204)
      await expectTheRestToWork(t, app, studio)
    }
    await objectStore.become('hanging')
    const dispatcher = await fixture.dispatch({ objectStore: store })
    const forgotten = await removeLater(t, app, objectStore, deleted, isFull)
    await dispatcher.stop()
    for (const { filename, presigned } of uploads) {
      const file = { filename, size: BYTES.length, key: presigned.key }
      t.equal((await studio.confirm(file)).status, 201, `${filename} at the second attempt`)
      t.equal(await (await fetch(presigned.cdnUrl)).text(), BYTES)
    }
    const disk = await unwritable
    return {
      figure:
        `${refused} confirms refused and then repeated, slowest after ${Math.round(slowestMs)} ms, ` +
        `${forgotten} of ${deleted.length} removals forgotten; ${disk.figure}`,
      isMet: slowestMs <= RESPONSE_MS && forgotten === 0 && disk.isMet,
    }
  },
})

type Studio = Awaited<ReturnType<typeof openStudio>>

async function addAll(studio: Studio, count: number): Promise<{ id: string; cdnUrl: string }[]> {
  const made = []
  for (let n = 0; n < count; n += 1) made.push(await studio.add(`deleted-${n}.jpg`))
  return made
}

async function expectTheRestToWork(t: Test, app: TestApp, { org, call }: Studio): Promise<void> {
  const statuses = await Promise.all([
    call('GET', '/projects'),
    call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' }),
    app.request('GET', '/health/ready'),
  ])
  t.strictSame(
    statuses.map(({ status }) => status),
    [200, 201, 200],
    `the rest of ${org.organizationId} works`,
  )
}

/** Runs a dispatcher's removals while the store hangs, then while it works. Returns how many it forgot. */
async function removeLater(
  t: Test,
  { store: { sql } }: TestApp,
  objectStore: FaultyObjectStore,
  deleted: readonly { cdnUrl: string }[],
  isFull: boolean,
): Promise<number> {
  const waiting = async () =>
    (await sql.query<{ tried: number }>('select attempts as tried from object_removals')).filter(
      ({ tried }) => tried > 0,
    )
  // A hanging copy may keep its connection.
  const heldBefore = await objectStore.connections()
  await eventually('tried', async () => (await waiting()).length >= deleted.length)
  // Longer than a call's time limit, after which its connection must be closed.
  await pause(isFull ? 12_000 : 6_000)
  t.ok((await waiting()).length >= deleted.length, 'the removals are kept')
  t.ok((await objectStore.connections()) <= heldBefore, 'the removals hold no connection')
  await objectStore.become('well')
  await sql.query(MAKE_DUE)
  await eventually('all removed', async () => {
    const rows = await sql.query('select from object_removals where attempts > 0')
    return rows.length === 0
  })
  const responses = await Promise.all(deleted.map(({ cdnUrl }) => fetch(cdnUrl)))
  return responses.filter(({ status }) => status !== 404).length
}
