// Own process: it measures its processor time.
// What archive requests cost a media process, and how many it accepts. docs/contract.md#c10-archive-calls
import { MAX_ARCHIVE_MEDIA, MAX_PUBLIC_CALLS } from '@mediajobs/domain'
import { openMediaFixture } from '@mediajobs/media/testing'
import t from 'tap'

const CALLS = 60
// A new layout per call, for names that differ only in case, took 24 s.
const MAX_CPU_SECONDS = 4
// How many concurrent calls this test's client makes.
const AT_A_TIME = 5

const fixture = await openMediaFixture(t, { mediaBaseUrl: 'http://media.test' })
const media = await fixture.startMedia()
const { project } = await fixture.deliver()
for (let position = 0; position < MAX_ARCHIVE_MEDIA; position += 1) {
  const filename = `${spelling(position)}${'x'.repeat(220)}`
  await fixture.addPreview(await fixture.addMedia(project.id, { filename, position }))
}

/** The same ten letters, uppercase where `n` has a bit set. */
function spelling(n: number): string {
  return Array.from('abcdefghij', (letter, bit) =>
    (n >> bit) % 2 === 1 ? letter.toUpperCase() : letter,
  ).join('')
}

async function newArchive(): Promise<string> {
  const { body } = await fixture.call('POST', `/projects/${project.id}/archive`, { size: 'mls' })
  return media.url + new URL(body.url).pathname
}

function head(url: string, network: string, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'HEAD', headers: { 'x-forwarded-for': network, ...headers } })
}

/** Makes `count` calls. @returns the number of responses by status */
async function callAll(count: number, call: (n: number) => Promise<Response>) {
  const statuses: Record<number, number> = {}
  for (let n = 0; n < count; n += AT_A_TIME) {
    const calls = Array.from({ length: Math.min(AT_A_TIME, count - n) }, (_, k) => call(n + k))
    for (const { status } of await Promise.all(calls)) {
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  return statuses
}

t.test('an archive is laid out once for many calls', async (t) => {
  const url = await newArchive()
  const before = process.cpuUsage()
  const statuses = await callAll(CALLS, (n) =>
    head(url, '198.51.100.1', n % 2 === 0 ? {} : { 'if-none-match': '*' }),
  )
  const { user, system } = process.cpuUsage(before)
  t.strictSame(statuses, { 200: CALLS / 2, 304: CALLS / 2 })
  const seconds = (user + system) / 1_000_000
  t.ok(seconds < MAX_CPU_SECONDS, `${seconds} s of a processor for ${CALLS} calls`)
  t.comment(`${((seconds / CALLS) * 1_000).toFixed(1)} ms of a processor for a call`)
})

t.test('renaming or deleting a file changes the archive immediately', async (t) => {
  const url = await newArchive()
  const etag = (await head(url, '198.51.100.2')).headers.get('etag')
  const { body } = await fixture.call('GET', `/media/project/${project.id}`)
  const [{ id }] = body.data
  const renamed = await fixture.call('PATCH', `/media/${id}`, { filename: 'renamed.jpg' })
  t.equal(renamed.status, 200)
  const changed = await head(url, '198.51.100.2')
  t.equal(changed.status, 200)
  t.not(changed.headers.get('etag'), etag)
  t.equal((await fixture.call('DELETE', `/media/${id}`)).status, 204)
  t.equal((await head(url, '198.51.100.2')).status, 410)
})

t.test('one network is limited to a number of calls a minute [c10-archive-calls]', async (t) => {
  const made = MAX_PUBLIC_CALLS + 20
  const unknown = (n: number) => `${media.url}/archives/${'u'.repeat(42)}${n % 10}/x.zip`
  const statuses = await callAll(made, (n) => head(unknown(n), '198.51.100.3'))
  t.strictSame(statuses, { 404: MAX_PUBLIC_CALLS, 429: 20 })
  const refused = await fetch(unknown(1), { headers: { 'x-forwarded-for': '198.51.100.3' } })
  t.match(await refused.json(), { statusCode: 429, code: 'rate_limited' })
  t.ok(Number(refused.headers.get('retry-after')) <= 60)
  t.equal((await head(unknown(1), '198.51.100.4')).status, 404, 'another network is served')
})

t.test('one URL has the same limit, from any number of networks [c10-archive-calls]', async (t) => {
  const url = `${media.url}/archives/${'v'.repeat(43)}/x.zip`
  const statuses = await callAll(MAX_PUBLIC_CALLS + 20, (n) => head(url, `203.0.113.${n % 200}`))
  t.strictSame(statuses, { 404: MAX_PUBLIC_CALLS, 429: 20 })
})
