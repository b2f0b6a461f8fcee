import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import {
  allowPages,
  ObjectStoreRefused,
  ObjectStoreUnavailable,
  openObjectStore,
} from '../src/index.ts'
import { presignedUrl } from '../src/presign.ts'

const { TEST_S3_ENDPOINT: endpoint = '', TEST_S3_BUCKET: bucket = '' } = process.env
const options = {
  endpoint,
  bucket,
  region: process.env.TEST_S3_REGION ?? '',
  accessKey: process.env.TEST_S3_ACCESS_KEY ?? '',
  secretKey: process.env.TEST_S3_SECRET_KEY ?? '',
  cdnBaseUrl: 'https://cdn.example.com',
}
const store = openObjectStore(options)
const headers = { contentType: 'image/png', contentDisposition: 'inline; filename="a.png"' }
const newKey = () => `staging/${randomUUID()}/a file.jpg`

const anyObject = { etag: '"e"', sizeBytes: 1, contentType: 'image/jpeg' }

const put = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg', ...headers } })

async function upload(key: string, body: string): Promise<void> {
  const { status } = await put(await store.presignPut(key, 'image/jpeg', 60), body)
  t.equal(status, 200)
}

t.test("a signature matches AWS's published example", async (t) => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
  const url = await presignedUrl(
    {
      region: 'us-east-1',
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    {
      method: 'GET',
      url: 'https://examplebucket.s3.amazonaws.com/test.txt',
      expiresInSeconds: 86_400,
      signedAt: '20130524T000000Z',
    },
  )
  t.equal(
    new URL(url).searchParams.get('X-Amz-Signature'),
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})

t.test(
  'an upload URL signs the host and the content type, and expires as specified [i4-url-hour, i8-url-hour, c6-signature]',
  async (t) => {
    const url = new URL(await store.presignPut(newKey(), 'image/jpeg', 3_600))
    t.equal(url.searchParams.get('X-Amz-SignedHeaders'), 'content-type;host')
    t.equal(url.searchParams.get('X-Amz-Expires'), '3600')
    t.ok(url.href.startsWith(`${endpoint}/${bucket}/staging/`))
  },
)

t.test('a stored object has its size, and can be copied and removed', async (t) => {
  const [from, to] = [newKey(), newKey()]
  t.equal(await store.stat(from), null)
  await upload(from, 'pixels')
  const object = await store.stat(from)
  if (!object) throw new Error('nothing was stored')
  t.equal(object.sizeBytes, 6)
  t.equal(await store.copy(from, to, object, headers), 'copied')
  t.equal(await store.copy(from, to, object, headers), 'copied', 'also the second time')
  t.equal((await store.stat(to))?.sizeBytes, 6)
  await store.remove(from)
  await store.remove(from)
  t.equal(await store.stat(from), null)
  t.equal(await store.copy(from, to, object, headers), 'missing')
  t.equal((await store.stat(to))?.sizeBytes, 6)
})

t.test('a copy succeeds only for the expected object', async (t) => {
  const [from, to] = [newKey(), newKey()]
  await upload(from, 'first!')
  const object = await store.stat(from)
  if (!object) throw new Error('nothing was stored')
  await store.copy(from, to, object, headers)
  await upload(from, 'second')
  t.equal(await store.copy(from, to, object, headers), 'changed')
  t.equal((await store.stat(to))?.etag, object.etag)
})

t.test("a copy has only the given headers, none of the upload's", async (t) => {
  const [from, to] = [newKey(), newKey()]
  const chosen = {
    'content-disposition': 'attachment; filename="invoice.exe"',
    'content-encoding': 'br',
    'content-language': 'xx',
    'cache-control': 'public, max-age=31536000',
    expires: 'Wed, 21 Oct 2099 07:28:00 GMT',
  }
  const url = await store.presignPut(from, 'image/jpeg', 60)
  t.equal((await put(url, 'pixels', chosen)).status, 200)
  const object = await store.stat(from)
  if (!object) throw new Error('nothing was stored')
  t.equal(object.contentType, 'image/jpeg')
  t.equal(await store.copy(from, to, object, headers), 'copied')
  const response = await fetch(
    await presignedUrl(options, {
      method: 'GET',
      url: `${endpoint}/${bucket}/${to.replace(' ', '%20')}`,
      expiresInSeconds: 60,
    }),
  )
  t.equal(await response.text(), 'pixels')
  t.equal(response.headers.get('content-type'), headers.contentType)
  t.equal(response.headers.get('content-disposition'), headers.contentDisposition)
  for (const name of ['content-encoding', 'content-language', 'cache-control', 'expires']) {
    t.not(response.headers.get(name), chosen[name as keyof typeof chosen], name)
  }
})

t.test(
  'an upload URL is signed with the upload credential if there is one [c11-stores-differ]',
  async (t) => {
    const upload = { accessKey: 'uploads', secretKey: 'secret' }
    const url = new URL(
      await openObjectStore({ ...options, upload }).presignPut(newKey(), 'image/jpeg', 60),
    )
    t.match(url.searchParams.get('X-Amz-Credential'), /^uploads\//)
  },
)

t.test("a file's URL is the CDN's URL plus its key", async (t) => {
  t.equal(store.cdnUrl('org/a b.jpg'), 'https://cdn.example.com/org/a%20b.jpg')
})

t.test('an unavailable store is distinguished from one that refuses the credential', async (t) => {
  const gone = openObjectStore({ ...options, endpoint: 'http://127.0.0.1:1' })
  const refusing = openObjectStore({ ...options, secretKey: 'wrong' })
  const errorsOf = (of: typeof gone) =>
    Promise.all(
      [
        of.stat(newKey()),
        of.copy('a', 'b', anyObject, headers),
        of.put('a', Buffer.from('a'), { contentType: 'image/png', cacheControl: '' }),
        of.read('a'),
        of.remove('a'),
      ].map((call: Promise<unknown>) =>
        call.then(
          () => null,
          (error) => error,
        ),
      ),
    )
  for (const error of await errorsOf(gone)) t.match(error, { name: 'ObjectStoreUnavailable' })
  t.equal(gone.refusals(), 0)
  const refused = await errorsOf(refusing)
  for (const error of refused) {
    t.ok(error instanceof ObjectStoreRefused && error instanceof ObjectStoreUnavailable)
  }
  t.equal(refusing.refusals(), refused.length)
  t.match(await refusing.presignPut('a', 'image/png', 60), 'X-Amz-Signature')
})

t.test("a copy that fails midway isn't reported as done", async (t) => {
  const endpoint = await brokenStore(t, (response) =>
    response.end('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'),
  )
  const failing = openObjectStore({ ...options, endpoint })
  await t.rejects(failing.copy('a', 'b', anyObject, headers), ObjectStoreUnavailable)
})

t.test('a store that breaks off while its CORS is read is unavailable', async (t) => {
  const endpoint = await brokenStore(t, (response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('<CORSConfiguration>', () => response.destroy())
  })
  const allowing = allowPages({ ...options, endpoint }, ['https://jobs.example.com'])
  await t.rejects(allowing, ObjectStoreUnavailable)
})

/** Starts a server that answers every request with `reply`. Returns its URL. */
async function brokenStore(t: Test, reply: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => reply(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
