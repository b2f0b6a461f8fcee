import { readdirSync, readFileSync } from 'node:fs'
import { openMediaFixture } from '@mediajobs/media/testing'
import { ObjectStoreUnavailable } from '@mediajobs/object-store'
import { extendLease } from '@mediajobs/operations/picture-leases'
import { claimPreview, finishPreview } from '@mediajobs/operations/previews'
import { LEAST_ID } from '@mediajobs/operations/turns'
import { eventually } from '@mediajobs/testing/eventually'
import { noisy, photo } from '@mediajobs/testing/media/pictures'
import t from 'tap'

// How processes share jobs, and what happens when a process, the store or a picture fails.

const LEASE_MS = 30_000

// 2,000 rows per statement, because of the statement timeout.
const COPIES = `
  insert into media (organization_id, id, project_id, type, filename, key, content_type, size, cdn_url, position)
  select organization_id, gen_random_uuid(), project_id, 'DOCUMENT', 'x', gen_random_uuid()::text, 'x/y', 1, 'x', 0
  from media, generate_series(1, 2000) where media.id = $1`

t.test('organizations take turns: a backlog of 100,000 delays no other organization', async (t) => {
  const fixture = await openMediaFixture(t)
  const { sql, api } = fixture
  const { project } = await fixture.deliver()
  await fixture.addMedia(project.id)
  const [template] = await sql.query<{ id: string }>('select id from media')
  for (let n = 0; n < 50; n += 1) await sql.query(COPIES, [template?.id ?? null])
  const others = [await api.createOrg(), await api.createOrg()]
  for (const { key, organizationId } of others) {
    const body = { scheduledTime: '2026-05-01T09:30:00Z' }
    const booked = await api.request('POST', '/projects/create', { key, body })
    await fixture.addMedia(booked.body.id, { organizationId, key: `${organizationId}/x` })
  }
  t.equal(await fixture.requestPreviews(), 100_003)
  let last = LEAST_ID
  const turns: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const job = await claimPreview(sql, last, LEASE_MS)
    last = job?.organizationId ?? ''
    turns.push(last)
  }
  t.equal(new Set(turns.slice(0, 3)).size, 3, 'each organization has one of three')
  t.strictSame(turns.slice(3), Array(3).fill(fixture.organizationId), 'then the backlog')
})

t.test('a job has one process at a time, which writes nothing without its lease', async (t) => {
  const fixture = await openMediaFixture(t)
  const { sql } = fixture
  const { project } = await fixture.deliver()
  await fixture.put(project.id, Buffer.from('x'))
  await fixture.requestPreviews()
  const mine = await claimPreview(sql, LEAST_ID, LEASE_MS)
  if (!mine) throw new Error('there is no job')
  t.equal(await claimPreview(sql, LEAST_ID, LEASE_MS), null)
  t.equal(await extendLease(sql, mine, 1), true)
  const theirs = await eventually('the lease ended', () => claimPreview(sql, LEAST_ID, LEASE_MS))
  t.equal(theirs.attempts, 2)
  t.equal(await extendLease(sql, mine, LEASE_MS), false)
  t.equal(await finishPreview(sql, mine, { state: 'NONE', crc32: 1 }), 'taken')
  t.match(await fixture.preview(mine.mediaId), { state: 'PENDING', crc32: null })
  t.equal(await finishPreview(sql, theirs, { state: 'NONE', crc32: 2 }), 'written')
  t.equal(await finishPreview(sql, theirs, { state: 'NONE', crc32: 3 }), 'taken')
  t.equal((await fixture.preview(mine.mediaId))?.crc32, 2)
})

t.test('two processes create each derivative once', async (t) => {
  const fixture = await openMediaFixture(t)
  const { project } = await fixture.deliver()
  const bytes = await photo(200, 100)
  const ids = []
  for (let n = 0; n < 12; n += 1) ids.push(await fixture.put(project.id, bytes))
  await fixture.requestPreviews()
  await fixture.startMedia()
  await fixture.startMedia()
  await fixture.finished()
  for (const id of ids) t.match(await fixture.preview(id), { state: 'READY', attempts: 1 })
})

t.test(
  'a picture is retried after its process was killed, and the media process continues',
  async (t) => {
    const fixture = await openMediaFixture(t)
    const { project } = await fixture.deliver()
    const bytes = await noisy(9_000, 8_000).jpeg().toBuffer()
    const id = await fixture.put(project.id, bytes)
    await fixture.requestPreviews()
    const { url } = await fixture.startMedia()
    const hasAll = async () => pictureProcessWith(bytes.length)
    const pid = await eventually('a process has read all its bytes', hasAll, 60_000)
    process.kill(pid, 'SIGKILL')
    await fixture.finished()
    t.match(await fixture.preview(id), { state: 'READY', attempts: 2 })
    t.equal((await fetch(`${url}/health/ready`)).status, 200, 'the media process continued')
  },
)

t.test(
  'a picture that crashed three processes is refused with a reason, and not retried',
  async (t) => {
    const fixture = await openMediaFixture(t)
    const { project } = await fixture.deliver()
    const id = await fixture.put(project.id, await photo(100, 100))
    await fixture.requestPreviews()
    await fixture.sql.query('update media_previews set attempts = 3 where media_id = $1', [id])
    await fixture.startMedia()
    await fixture.finished()
    const row = await fixture.preview(id)
    t.match(row, { state: 'REFUSED', reason: /3 processes crashed/ })
    t.type(row?.crc32, 'number', 'an archive can contain the original')
  },
)

t.test("jobs wait while the store is unavailable, which doesn't count as an attempt", async (t) => {
  const fixture = await openMediaFixture(t)
  const { project } = await fixture.deliver()
  const id = await fixture.put(project.id, await photo(100, 100))
  await fixture.requestPreviews()
  let reads = 0
  const read: typeof fixture.objectStore.read = async (key, span) => {
    reads += 1
    if (reads > 2) return fixture.objectStore.read(key, span)
    throw new ObjectStoreUnavailable('read', new Error('no response'))
  }
  await fixture.startMedia({ objectStore: { ...fixture.objectStore, read } })
  await fixture.finished()
  t.ok(reads > 2)
  t.match(await fixture.preview(id), { state: 'READY', attempts: 1 })
})

t.test('refused pictures can be retried [c13-picture-bounds]', async (t) => {
  const fixture = await openMediaFixture(t)
  const { project } = await fixture.deliver()
  const id = await fixture.put(project.id, Buffer.from('no picture'))
  await fixture.requestPreviews()
  await fixture.startMedia()
  await fixture.finished()
  t.match(await fixture.preview(id), { state: 'REFUSED' })
  const bytes = await photo(90, 90)
  const headers = { contentType: 'image/jpeg', cacheControl: 'no-store' }
  await fixture.objectStore.put(`${fixture.organizationId}/${id}`, bytes, headers)
  t.equal(await fixture.requestPreviews(true), 1)
  await fixture.finished()
  t.match(await fixture.preview(id), { state: 'READY', reason: null })
})

/**
 * The id of our picture process that has read this many bytes. Killing one before it starts wouldn't count as an
 * attempt.
 */
function pictureProcessWith(bytes: number): number | null {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (parent !== process.pid || !command.includes('picture-main')) continue
      const [, read] = /rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? []
      if (Number(read) > bytes) return Number(pid)
    } catch {
      // The process has ended meanwhile.
    }
  }
  return null
}
