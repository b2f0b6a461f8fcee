import { createHash, randomBytes } from 'node:crypto'
import { derivativeKey } from '@mediajobs/domain'
import { photo } from '@mediajobs/testing/media/pictures'
import { entriesOf, filesOf, zipProblems } from '@mediajobs/testing/media/zip'
import t from 'tap'
import { openMediaFixture } from '../../testing/fixture.ts'

// docs/contract.md#c13-archive and the rules after it.

const BASE = 'http://media.test'
const fixture = await openMediaFixture(t, { mediaBaseUrl: BASE })
const { api, organizationId, objectStore, put } = fixture
const first = await fixture.startMedia()
const second = await fixture.startMedia()

const ARABIC = `${'صورة المنزل '.repeat(16)}.jpg`
const JAPANESE = `${'玄関の写真'.repeat(39)}.jpg`
const picture = await photo(2_600, 1_700)
const files = [
  ['kitchen.png', picture],
  ['Kitchen.PNG', await photo(300, 200)],
  ['../../etc/passwd', randomBytes(70_000)],
  [ARABIC, randomBytes(10)],
  [JAPANESE, randomBytes(20)],
  ['empty.txt', Buffer.alloc(0)],
  ['film.mp4', randomBytes(3_000_000)],
] as const
const ids: string[] = []
const ADDRESS = { addressLine1: '48 Alder Ridge Road / Ünit 2' }
const { project, token } = await fixture.deliver(ADDRESS, undefined, async (projectId) => {
  for (const [at, [filename, bytes]] of files.entries()) {
    const type = /(png|jpg)$/i.test(filename) ? 'PHOTO' : 'DOCUMENT'
    const contentType = type === 'PHOTO' ? 'image/jpeg' : 'application/octet-stream'
    ids.push(await put(projectId, bytes, { filename, position: at + 1, type, contentType }))
  }
})

const path = (query = '') => `/deliveries/${token}/archive.zip${query}`
const headers = { 'x-forwarded-for': '198.51.100.7' }
const requestArchive = (query = '') => api.request('GET', path(query), { headers })
/** The same archive, served by a process of this test. */
const at = (location: string | undefined, process = first) =>
  process.url + (location ?? '').slice(BASE.length)
const range = (start: number, end: number | '' = '') => ({ range: `bytes=${start}-${end}` })

async function download(url: string, more: Record<string, string> = {}) {
  const response = await fetch(url, { headers: more })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

t.test('an archive is refused until every file has a checksum', async (t) => {
  const early = await requestArchive()
  t.equal(early.status, 409)
  t.equal(early.body.code, 'archive_not_ready')
  t.match(early.headers['retry-after'], /^\d+$/)
  await fixture.requestPreviews()
  await fixture.finished()
  t.equal((await requestArchive()).status, 307)
})

t.test(
  'an archive is a valid zip with every file, in the order of the gallery [c13-archive-form]',
  async (t) => {
    const { headers } = await requestArchive()
    const { response, bytes } = await download(at(headers.location))
    t.equal(response.status, 200)
    t.equal(response.headers.get('content-type'), 'application/zip')
    t.equal(response.headers.get('accept-ranges'), 'bytes')
    t.equal(Number(response.headers.get('content-length')), bytes.length)
    t.match(response.headers.get('etag'), /^"[\w-]{43}"$/)
    const disposition = response.headers.get('content-disposition')
    t.match(disposition, `filename*=UTF-8''48%20Alder%20Ridge%20Road%20_%20%C3%9Cnit%202.zip`)
    t.strictSame(
      (await filesOf(bytes)).map(({ bytes }) => sha256(bytes)),
      files.map(([, bytes]) => sha256(bytes)),
    )
    t.strictSame(await zipProblems(bytes), [])
  },
)

t.test('file names are made unique and safe, otherwise unchanged [c13-archive-form]', async (t) => {
  const { headers } = await requestArchive()
  const names = entriesOf((await download(at(headers.location))).bytes).map(({ name }) => name)
  t.strictSame(names.slice(0, 3), ['kitchen.png', 'Kitchen (2).PNG', '_.._etc_passwd'])
  t.match(names[3], /^صورة المنزل .*\.jpg$/)
  t.match(names[4], /^玄関の写真.*\.jpg$/)
  for (const name of names) t.ok(Buffer.byteLength(name) <= 240, name)
})

t.test(
  'in MLS size, pictures are smaller JPEGs, other files unchanged [c13-archive]',
  async (t) => {
    const { headers } = await requestArchive('?size=mls')
    const { bytes, response } = await download(at(headers.location))
    t.match(response.headers.get('content-disposition'), '%20%28MLS%29.zip')
    const found = await filesOf(bytes)
    t.match(found[0]?.name, 'kitchen.jpg')
    const { keySecret } = (await fixture.preview(ids[0] ?? '')) ?? {}
    const key = derivativeKey(organizationId, keySecret ?? Buffer.alloc(0), 'mls')
    const mls = await fetch(objectStore.cdnUrl(key))
    t.equal(sha256(found[0]?.bytes), sha256(Buffer.from(await mls.arrayBuffer())))
    t.equal(sha256(found[6]?.bytes), sha256(files[6]?.[1]))
    t.strictSame(await zipProblems(bytes), [])
  },
)

t.test(
  'a download can be interrupted at any byte and resumed by another process [c13-archive-resumed]',
  async (t) => {
    const { headers } = await requestArchive()
    const url = at(headers.location)
    const { bytes: whole, response } = await download(url)
    const etag = response.headers.get('etag') ?? ''
    for (let n = 0; n < 12; n += 1) {
      const cut = Math.floor(Math.random() * (whole.length - 1)) + 1
      const head = await download(url, range(0, cut - 1))
      const rest = await download(at(headers.location, second), { ...range(cut), 'if-range': etag })
      t.equal(rest.response.status, 206)
      t.equal(
        rest.response.headers.get('content-range'),
        `bytes ${cut}-${whole.length - 1}/${whole.length}`,
      )
      t.ok(Buffer.concat([head.bytes, rest.bytes]).equals(whole), `cut at ${cut}`)
    }
  },
)

t.test('ranges and conditional requests follow RFC 9110 [c13-archive-form]', async (t) => {
  const url = at((await requestArchive()).headers.location)
  const { bytes: whole, response } = await download(url)
  const etag = response.headers.get('etag') ?? ''
  const last = await download(url, { range: 'bytes=-10' })
  t.ok(last.bytes.equals(whole.subarray(-10)))
  const beyond = await download(url, range(whole.length))
  t.equal(beyond.response.status, 416)
  t.equal(beyond.response.headers.get('content-range'), `bytes */${whole.length}`)
  for (const ignored of ['bytes=0-1,5-9', 'items=0-1', 'rubbish']) {
    t.equal((await download(url, { range: ignored })).response.status, 200, ignored)
  }
  const other = await download(url, { ...range(0, 9), 'if-range': '"other"' })
  t.equal(other.response.status, 200, 'a range of another version gets the whole archive')
  t.equal((await download(url, { 'if-none-match': etag })).response.status, 304)
  const head = await fetch(url, { method: 'HEAD', headers: range(0, 9) })
  t.equal(head.status, 200)
  t.equal(Number(head.headers.get('content-length')), whole.length)
  t.equal(head.headers.get('etag'), etag)
})

t.test(
  'equal requests get the same URL, different ones different URLs [c13-archive]',
  async (t) => {
    const { location } = (await requestArchive()).headers
    t.equal((await requestArchive('?size=original')).headers.location, location)
    t.not((await requestArchive('?size=mls')).headers.location, location)
    t.notOk(location?.includes(token), "the URL doesn't contain the delivery token")
    const some = (await requestArchive(`?media=${ids[6]}&media=${ids[0]}`)).headers.location
    const names = entriesOf((await download(at(some))).bytes).map(({ name }) => name)
    t.strictSame(names, ['kitchen.png', 'film.mp4'])
  },
)

t.test('a media item of another project is a 400 [c13-archive]', async (t) => {
  const other = await fixture.deliver()
  const foreign = await put(other.project.id, Buffer.from('x'), { type: 'DOCUMENT' })
  const refused = await requestArchive(`?media=${foreign}`)
  t.equal(refused.status, 400)
  t.match(refused.body.message[0], /^media must name only media/)
  const many = ids.map(() => ids[0]).join('&media=')
  t.equal((await requestArchive(`?media=${many}`)).status, 307, 'an item named twice is in it once')
})

t.test(
  'staff get a separate link, or a 404 for a foreign project [c13-archive-staff]',
  async (t) => {
    const { body, status } = await fixture.call('POST', `/projects/${project.id}/archive`, {
      size: 'original',
      mediaIds: [ids[1]],
    })
    t.equal(status, 201)
    t.ok(Date.parse(body.expiresAt) > Date.now() + 6 * 86_400_000)
    t.equal(entriesOf((await download(at(body.url))).bytes).length, 1)
    const stranger = await api.createOrg()
    const path = `/projects/${project.id}/archive`
    const refused = await fixture.call('POST', path, { size: 'original' }, stranger.key)
    t.equal(refused.status, 404)
  },
)

t.test(
  'staff get the originals of an undelivered project, also in ranges [c13-archive-staff]',
  async (t) => {
    const scheduledTime = '2026-05-01T09:30:00Z'
    const { body: booked } = await fixture.call('POST', '/projects/create', { scheduledTime })
    const ask = (body: object = {}) =>
      fixture.call('POST', `/projects/${booked.id}/archive`, { size: 'original', ...body })
    t.match(await ask(), { status: 409, body: { code: 'archive_empty' } })
    const older = await put(booked.id, randomBytes(500), { filename: 'old.jpg', position: 1 })
    const originals = [await photo(900, 600), randomBytes(200_000)]
    const [picture, film] = originals as [Buffer, Buffer]
    const newer = await put(booked.id, picture, { filename: 'a.jpg', position: 1 })
    await put(booked.id, film, { filename: 'b.mp4', position: 2, type: 'VIDEO' })
    await fixture.sql.query('update media set replaced_by_media_id = $2 where id = $1', [
      older,
      newer,
    ])
    await fixture.requestPreviews()
    await fixture.finished()
    const whole = await download(at((await ask()).body.url))
    const entries = await filesOf(whole.bytes)
    t.strictSame(
      entries.map(({ name }) => name),
      ['a.jpg', 'b.mp4'],
      'no earlier version',
    )
    t.strictSame(
      entries.map(({ bytes }) => sha256(bytes)),
      originals.map(sha256),
    )
    const { body } = await ask()
    const etag = (await download(at(body.url))).response.headers.get('etag') ?? ''
    const head = await download(at(body.url), range(0, 99_999))
    const rest = await download(at(body.url, second), {
      ...range(100_000),
      'if-range': etag,
    })
    t.equal(rest.response.status, 206)
    t.ok(Buffer.concat([head.bytes, rest.bytes]).equals(whole.bytes))
    const one = await ask({ mediaIds: [older] })
    t.equal(one.status, 400, 'an earlier version is not among the files')
  },
)

t.test('a download is counted when it starts, not when resumed', async (t) => {
  const count = async () => {
    const sql = 'select download_count as count from client_deliveries where project_id = $1'
    const [row] = await fixture.sql.query<{ count: number }>(sql, [project.id])
    return row?.count ?? 0
  }
  const url = at((await requestArchive()).headers.location)
  const before = await count()
  await download(url, range(0, 99))
  await download(url, range(100))
  await fetch(url, { method: 'HEAD' })
  t.equal(await count(), before + 1)
})

t.test(
  'a missing file or one of unexpected size ends the connection [c13-archive-whole]',
  async (t) => {
    let [kept, gone] = ['', '']
    const delivered = await fixture.deliver({}, undefined, async (projectId) => {
      kept = await put(projectId, randomBytes(300_000), { position: 1 })
      gone = await put(projectId, randomBytes(1_000), { position: 2 })
    })
    await fixture.requestPreviews()
    await fixture.finished()
    const client = { headers: { 'x-forwarded-for': '198.51.100.8' } }
    const found = await api.request('GET', `/deliveries/${delivered.token}/archive.zip`, client)
    const url = at(found.headers.location)
    const key = `${organizationId}/${gone}`
    for (const change of [
      () => objectStore.remove(key),
      () => objectStore.put(key, randomBytes(999), PUT),
      () => objectStore.put(key, randomBytes(1_001), PUT),
    ]) {
      await change()
      await t.rejects(download(url))
    }
    await fixture.call('DELETE', `/media/${kept}`)
    const { response, bytes } = await download(url)
    t.equal(response.status, 410)
    t.equal(JSON.parse(bytes.toString()).code, 'archive_changed')
  },
)

const PUT = { contentType: 'image/jpeg', cacheControl: 'no-store' }

t.test('an archive expires with its link, and an unknown URL is a 404', async (t) => {
  const delivered = await fixture.deliver({}, undefined, (projectId) =>
    put(projectId, randomBytes(9), { type: 'DOCUMENT' }),
  )
  await fixture.requestPreviews()
  await fixture.finished()
  const client = { headers: { 'x-forwarded-for': '198.51.100.9' } }
  const found = await api.request('GET', `/deliveries/${delivered.token}/archive.zip`, client)
  const url = at(found.headers.location)
  t.equal((await download(url)).response.status, 200)
  await fixture.call('DELETE', `/projects/${delivered.project.id}/delivery`)
  t.equal((await download(url)).response.status, 404)
  t.equal((await download(`${first.url}/archives/unknown/x.zip`)).response.status, 404)
  t.equal((await download(`${first.url}/elsewhere`)).response.status, 404)
})

t.test('without media processes there are no archives [c13-media-process]', async (t) => {
  const off = await openMediaFixture(t, { mediaBaseUrl: undefined })
  const delivered = await off.deliver()
  const client = { headers: { 'x-forwarded-for': '198.51.100.10' } }
  const refused = await off.api.request('GET', `/deliveries/${delivered.token}/archive.zip`, client)
  t.equal(refused.status, 404)
  t.equal(refused.body.code, 'archives_off')
})

function sha256(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
}
