import { randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { openMediaFixture } from '@mediajobs/media/testing'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

// Clients that request archives and don't read them. docs/contract.md#c13-archive

const BASE = 'http://media.test'
const fixture = await openMediaFixture(t, { mediaBaseUrl: BASE })
const { api, objectStore, put } = fixture
const first = await fixture.startMedia()

/** The archive's URL at a media process of this test. */
const at = (location: string | undefined, process = first) =>
  process.url + (location ?? '').slice(BASE.length)

async function download(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

t.test('one network can read ten archives concurrently, then gets a 429', async (t) => {
  // Larger than both systems' buffers, so an unread archive stays open.
  const large = await fixture.deliver({}, undefined, (projectId) =>
    put(projectId, randomBytes(30_000_000), { type: 'DOCUMENT' }),
  )
  await fixture.requestPreviews()
  await fixture.finished()
  const client = { headers: { 'x-forwarded-for': '198.51.100.12' } }
  const found = await api.request('GET', `/deliveries/${large.token}/archive.zip`, client)
  const url = at(found.headers.location)
  const network = { 'x-forwarded-for': '203.0.113.1' }
  const ending = new AbortController()
  const held = await Promise.all(
    Array.from({ length: 10 }, () => fetch(url, { headers: network, signal: ending.signal })),
  )
  t.ok(held.every(({ status }) => status === 200))
  const refused = await download(url, network)
  t.equal(refused.response.status, 429)
  t.equal(JSON.parse(refused.bytes.toString()).code, 'too_many_downloads')
  t.equal((await download(url, { 'x-forwarded-for': '203.0.113.2' })).response.status, 200)
  ending.abort()
})

t.test("a client that doesn't read costs no memory", async (t) => {
  const delivered = await fixture.deliver({}, undefined, async (projectId) => {
    for (let n = 0; n < 4; n += 1) {
      await put(projectId, randomBytes(20_000_000), { type: 'DOCUMENT', position: n })
    }
  })
  await fixture.requestPreviews()
  await fixture.finished()
  let readBytes = 0
  const read: typeof objectStore.read = async (key, span) => {
    const object = await objectStore.read(key, span)
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        readBytes += chunk.length
        next(null, chunk)
      },
    })
    return object && { ...object, body: object.body.pipe(counted) }
  }
  const process = await fixture.startMedia({ objectStore: { ...objectStore, read } })
  const client = { headers: { 'x-forwarded-for': '198.51.100.11' } }
  const found = await api.request('GET', `/deliveries/${delivered.token}/archive.zip`, client)
  const ending = new AbortController()
  const unread = await fetch(at(found.headers.location, process), { signal: ending.signal })
  t.equal(unread.status, 200)
  await pause(2_000)
  t.ok(readBytes < 20_000_000, `${readBytes} bytes are in the buffers of the two systems`)
  ending.abort()
})

t.test('a reader that stalls too long loses its connection [c10-unread-response]', async (t) => {
  const delivered = await fixture.deliver({}, undefined, (projectId) =>
    put(projectId, randomBytes(30_000_000), { type: 'DOCUMENT' }),
  )
  await fixture.requestPreviews()
  await fixture.finished()
  const process = await fixture.startMedia({ maxUnreadMs: 1_000 })
  const client = { headers: { 'x-forwarded-for': '198.51.100.13' } }
  const answer = await api.request('GET', `/deliveries/${delivered.token}/archive.zip`, client)
  const url = at(answer.headers.location, process)
  const network = { 'x-forwarded-for': '203.0.113.3' }
  // As many as one network may read concurrently: there's no room for others until all are cut off.
  const askForAll = (signal?: AbortSignal) =>
    Promise.all(
      Array.from({ length: 10 }, () => fetch(url, { headers: network, ...(signal && { signal }) })),
    )
  const unread = await askForAll()
  await eventually('all unread ones are cut', async () => {
    const ending = new AbortController()
    const others = await askForAll(ending.signal)
    ending.abort()
    return others.every(({ status }) => status === 200)
  })
  for (const { body } of unread) await t.rejects(bytesOf(body), 'the rest of it ends in an error')
})

async function bytesOf(body: ReadableStream<Uint8Array> | null): Promise<number> {
  let bytes = 0
  for await (const chunk of body ?? []) bytes += chunk.length
  return bytes
}
