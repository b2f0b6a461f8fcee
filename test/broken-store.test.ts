// How a media process handles a store that breaks off or stalls mid-file.
import { randomBytes } from 'node:crypto'
import { type MediaFixture, openMediaFixture } from '@mediajobs/media/testing'
import { eventually } from '@mediajobs/testing/eventually'
import { startBreakingStore } from '@mediajobs/testing/media/breaking-store'
import { noisy } from '@mediajobs/testing/media/pictures'
import { startMedia } from '@mediajobs/testing/service/process'
import t from 'tap'

const BASE = 'http://media.test'
const FILE_BYTES = 2_000_000
const SHARE = 0.6
// A store may stall for a minute, and a loop of the process for 45 seconds.
const SILENCE_MS = 120_000

// Two tests wait for a minute, so they run concurrently. A media process takes any job in its database.
t.jobs = 4
const archives = await openMediaFixture(t, { mediaBaseUrl: BASE })
const pictures = await openMediaFixture(t)
const stuck = await openMediaFixture(t)
const moved = await openMediaFixture(t)
const left = await openMediaFixture(t, { mediaBaseUrl: BASE })

/** Delivers one file with an archive. @returns the file's key and the archive's path */
async function openArchive(fixture: MediaFixture, bytes: Buffer) {
  let id = ''
  const { token } = await fixture.deliver({}, undefined, async (projectId) => {
    id = await fixture.put(projectId, bytes, { type: 'DOCUMENT', filename: 'film.mp4' })
  })
  await fixture.requestPreviews()
  await fixture.finished()
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const found = await fixture.api.request('GET', `/deliveries/${token}/archive.zip`, { headers })
  const path = (found.headers.location ?? '').slice(BASE.length)
  return { key: `${fixture.organizationId}/${id}`, path, mediaId: id }
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

t.test(
  'an archive ends short if the store breaks off or stalls; others are complete [c13-archive-whole]',
  async (t) => {
    const fixture = archives
    const breaking = await startBreakingStore(t)
    const { url } = await fixture.startMedia({ objectStore: breaking.objectStore })
    const [mine, theirs] = [randomBytes(FILE_BYTES), randomBytes(FILE_BYTES)]
    const broken = await openArchive(fixture, mine)
    const other = await openArchive(fixture, theirs)
    for (const how of ['cut', 'silent'] as const) {
      breaking.breakOff(broken.key, how, FILE_BYTES * SHARE)
      const beganMs = performance.now()
      const first = await fetch(url + broken.path)
      t.equal(first.status, 200)
      const ending = t.rejects(bytesOf(first), `${how}: no client takes it for complete`)
      await eventually('the read broke off', async () => breaking.broken > 0)
      const second = await bytesOf(await fetch(url + other.path))
      t.ok(second.includes(theirs), `${how}: the other archive has its own bytes`)
      await ending
      const endedMs = performance.now() - beganMs
      if (how === 'silent')
        t.ok(endedMs > 20_000, 'a used connection may be silent as long as a new one')
      t.ok(
        (await bytesOf(await fetch(url + broken.path))).includes(mine),
        `${how}: and so has the next`,
      )
    }
  },
)

t.test(
  'a picture is released if the store stalls; others are processed [c13-picture-alone]',
  async (t) => {
    const fixture = pictures
    const breaking = await startBreakingStore(t)
    const { project } = await fixture.deliver()
    const photo = await noisy(1_200, 800).jpeg().toBuffer()
    const silent = await fixture.put(project.id, photo)
    await fixture.requestPreviews()
    const key = `${fixture.organizationId}/${silent}`
    breaking.breakOff(key, 'silent', photo.length * SHARE)
    // `maxStillMs`: when a stalled store counts as gone. Long enough for a picture on a busy machine.
    const { url } = await fixture.startMedia({
      objectStore: breaking.objectStore,
      maxStillMs: 10_000,
    })
    await eventually('the read broke off', async () => breaking.broken === 1)
    const next = await fixture.put(project.id, photo)
    await fixture.requestPreviews()
    await fixture.finished()
    for (const id of [silent, next])
      t.match(await fixture.preview(id), { state: 'READY', attempts: 1 })
    t.equal((await fetch(`${url}/health/live`)).status, 200)
  },
)

t.test('a process with a stuck job fails liveness, and another one takes the job', async (t) => {
  const fixture = stuck
  const { project } = await fixture.deliver()
  const id = await fixture.put(project.id, Buffer.from('any file'), { type: 'DOCUMENT' })
  await fixture.requestPreviews()
  let begun = false
  const read = () => {
    begun = true
    return new Promise<never>(() => {})
  }
  const objectStore = { ...fixture.objectStore, read }
  const { url } = await fixture.startMedia({ objectStore, maxStillMs: 1_000 })
  await eventually('it holds the job', async () => begun)
  await fixture.startMedia()
  await fixture.finished()
  t.match(await fixture.preview(id), { state: 'REFUSED', attempts: 2 })
  await eventually(
    'it is not live',
    async () => !(await fetch(`${url}/health/live`)).ok,
    SILENCE_MS,
  )
})

t.test('a download that breaks off names its file in the log', async (t) => {
  const fixture = left
  const media = await startMedia(t, fixture.api.databaseUrl)
  const { path, key, mediaId } = await openArchive(fixture, randomBytes(1_000))
  await fixture.objectStore.remove(key)
  await t.rejects(fetch(media.url + path).then(bytesOf))
  const [line] = await media.waitForOutput(/^.*"archive\.broken_off".*$/m)
  t.match(JSON.parse(line), { organizationId: fixture.organizationId, mediaId })
  t.notMatch(line, key, "the key isn't logged")
})

t.test('a disconnecting reader logs a line without a stack, not a warning', async (t) => {
  const fixture = left
  const media = await startMedia(t, fixture.api.databaseUrl)
  const { path } = await openArchive(fixture, randomBytes(30_000_000))
  const leaving = new AbortController()
  const headers = { range: 'bytes=100-' }
  const response = await fetch(media.url + path, { headers, signal: leaving.signal })
  t.equal(response.status, 206)
  leaving.abort()
  const [line] = await media.waitForOutput(/^.*"archive\.reader_left".*$/m)
  t.match(JSON.parse(line), { level: 'info', organizationId: fixture.organizationId })
  t.notMatch(media.output(), /"level":"(warn|error)"|stack/)
})

t.test('with a wrong bucket, photos wait instead of being refused', async (t) => {
  const fixture = moved
  const { project } = await fixture.deliver()
  const photo = await fixture.put(project.id, await noisy(120, 80).jpeg().toBuffer())
  await fixture.requestPreviews()
  const wrong = await startMedia(t, fixture.api.databaseUrl, { S3_BUCKET: 'no-such-bucket' })
  const [line] = await wrong.waitForOutput(/^.*"media\.failing".*$/m)
  t.match(JSON.parse(line).err, { message: 'NoSuchBucket' })
  await wrong.end('SIGTERM')
  t.match(await fixture.preview(photo), { state: 'PENDING' })
  await fixture.startMedia()
  await fixture.finished()
  t.match(await fixture.preview(photo), { state: 'READY', attempts: 1 })
})
