import { ApiError, createClient, type MediaFile, UploadError } from '@mediajobs/client'
import t from 'tap'
import { startOrganization } from './support/organization.ts'

const { baseUrl, apiKey } = await startOrganization(t)

/**
 * A client, and the method and path of each request it sent, except rate-limited ones. `change` may replace a request's
 * URL.
 */
function watchedClient(change: (url: URL, method: string) => URL = (url) => url) {
  const sent: string[] = []
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      const url = new URL(`${input}`)
      const at = sent.push(init?.method === 'PUT' ? 'PUT' : `${init?.method} ${url.pathname}`) - 1
      const response = await fetch(change(url, init?.method ?? ''), init)
      if (response.status === 429) sent.splice(at, 1)
      return response
    },
  })
  return { client, sent }
}

/** The URL with an invalid signature, which the store refuses like an expired one. */
function spoiled(url: URL): URL {
  const other = new URL(url)
  other.searchParams.set('X-Amz-Signature', '0'.repeat(64))
  return other
}

const photo = (filename: string, text = filename): MediaFile => ({
  data: new Blob([text], { type: 'image/jpeg' }),
  filename,
  mediaType: 'PHOTO',
})

const photos = (count: number) => Array.from({ length: count }, (_, at) => photo(`${at}.jpg`))

async function book(): Promise<string> {
  const body = { scheduledTime: '2026-05-01T09:30:00Z' }
  return (await watchedClient().client.post('/projects/create', { body })).id
}

t.test(
  'iterating a list yields every record once, and requests only pages that are read',
  async (t) => {
    const { client, sent } = watchedClient()
    const names = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm']
    for (const name of names) {
      await client.post('/customers', { body: { name, email: `${name}@example.test` } })
    }
    sent.length = 0
    const found: (string | null)[] = []
    for await (const { name } of client.paginate('/customers', { query: { limit: 2 } })) {
      found.push(name)
    }
    t.same(found, names.toReversed())
    t.equal(sent.length, 3)
    const one = client.paginate('/customers', { query: { limit: 2 } })
    sent.length = 0
    await one.next()
    await one.return()
    t.equal(sent.length, 1)
  },
)

t.test('101 uploaded files become media in file order', async (t) => {
  const projectId = await book()
  const { client, sent } = watchedClient()
  const files = photos(101)
  const progress: number[] = []
  const media = await client.uploadMedia(projectId, files, {
    concurrency: 8,
    onProgress: ({ sentBytes }) => progress.push(sentBytes),
  })
  t.same(
    media.map(({ filename, size, type }) => [filename, size, type]),
    files.map(({ filename, data }) => [filename, data.size, 'PHOTO']),
  )
  const totalBytes = files.reduce((sum, { data }) => sum + data.size, 0)
  t.equal(progress.at(-1), totalBytes)
  t.ok(progress.every((bytes, at) => bytes >= (progress[at - 1] ?? 0)))
  t.equal(sent.filter((each) => each === 'PUT').length, 101)
  const [stored] = media.slice(-1)
  t.equal(await (await fetch(stored?.cdnUrl ?? '')).text(), '100.jpg')
})

t.test('the upload of a single file reports its progress', async (t) => {
  const { client } = watchedClient()
  const data = new File([new Uint8Array(1_000_000)], 'tour.mp4', { type: 'video/mp4' })
  const progress: number[] = []
  const media = await client.uploadMedia(
    await book(),
    { data, mediaType: 'VIDEO' },
    { onProgress: ({ sentBytes }) => progress.push(sentBytes) },
  )
  t.match(media, { filename: 'tour.mp4', contentType: 'video/mp4', size: 1_000_000 })
  t.same(progress, [262_144, 524_288, 786_432, 1_000_000, 1_000_000])
})

t.test('a replacement takes the place of the file it replaces [c6-replace]', async (t) => {
  const projectId = await book()
  const { client } = watchedClient()
  const [first, second] = await client.uploadMedia(projectId, photos(2))
  const better = { ...photo('better.jpg'), replacesMediaId: first?.id ?? '' }
  const media = await client.uploadMedia(projectId, better)
  t.match(media, { replacesMediaId: first?.id, position: first?.position })
  const { data } = await client.get('/projects/{id}/media', { path: { id: projectId } })
  t.same(
    data.map(({ id }) => id),
    [media.id, second?.id],
  )
})

t.test(
  'an altered picture is uploaded with its original and its alteration [c13-alteration]',
  async (t) => {
    const projectId = await book()
    const { client } = watchedClient()
    const original = await client.uploadMedia(projectId, photo('sky.jpg'))
    const alteration = { kind: 'SKY' as const, note: 'The sky was replaced' }
    const pair = { alteredFromMediaId: original.id, alteration }
    const media = await client.uploadMedia(projectId, { ...photo('blue.jpg'), ...pair })
    t.match(media, pair)
  },
)

t.test('a file whose upload URL has expired gets a new one', async (t) => {
  let puts = 0
  const { client, sent } = watchedClient((url, method) => {
    if (method !== 'PUT') return url
    puts += 1
    return puts === 1 ? spoiled(url) : url
  })
  const media = await client.uploadMedia(await book(), photo('kitchen.jpg'))
  t.equal(media.filename, 'kitchen.jpg')
  t.ok(sent.includes('POST /media/presign'))
  t.equal(puts, 2)
})

t.test('when a file fails, files sent before are confirmed, and the rest is named', async (t) => {
  const projectId = await book()
  let puts = 0
  const { client } = watchedClient((url, method) => {
    if (method !== 'PUT') return url
    puts += 1
    return puts === 1 ? url : spoiled(url)
  })
  const failed = await client
    .uploadMedia(projectId, photos(4), { concurrency: 1 })
    .catch((thrown) => thrown)
  t.ok(failed instanceof UploadError)
  t.same(
    failed.media.map((media: { filename: string } | null) => media?.filename ?? null),
    ['0.jpg', null, null, null],
  )
  t.ok(failed.cause instanceof ApiError)
  t.match(failed.cause, { status: 403, code: 'SignatureDoesNotMatch' })
  t.match(failed.message, /^1 of 4 files were uploaded: PUT 1\.jpg: 403/)
  const { stack } = failed.cause
  t.notMatch(`${failed.stack} ${JSON.stringify(failed.cause)} ${stack}`, /X-Amz|https?:/)
  const { data } = await client.get('/projects/{id}/media', { path: { id: projectId } })
  t.equal(data.length, 1)
})

t.test('an upload that the API refuses is an UploadError', async (t) => {
  const { client } = watchedClient()
  const nowhere = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'
  const failed = await client.uploadMedia(nowhere, photos(2)).catch((thrown) => thrown)
  t.match(failed, { name: 'UploadError', media: [null, null], cause: { code: 'not_found' } })
})

t.test('an upload ends when its signal aborts', async (t) => {
  const aborter = new AbortController()
  const reason = new Error('the user went away')
  const { client, sent } = watchedClient((url, method) => {
    if (method === 'PUT') aborter.abort(reason)
    return url
  })
  const options = { signal: aborter.signal, concurrency: 1 }
  await t.rejects(client.uploadMedia(await book(), photos(3), options), reason)
  t.equal(sent.filter((each) => each === 'PUT').length, 1)
  t.notOk(sent.includes('POST /media/confirm-batch'))
})

t.test('files without content, name or type are refused before anything is sent', async (t) => {
  const { client, sent } = watchedClient()
  const bad = {
    'files[1] is empty': photo('a.jpg', ''),
    'files[1] has no filename': photo(''),
    'files[1] has no contentType': { ...photo('a.jpg'), contentType: '' },
  }
  for (const [message, file] of Object.entries(bad)) {
    await t.rejects(client.uploadMedia('', [photo('good.jpg'), file]), new TypeError(message))
  }
  t.same(await client.uploadMedia('', []), [])
  t.same(sent, [])
})
