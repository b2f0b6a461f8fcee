import { readdir } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import t from 'tap'
import { freePort, startObjectStore } from '../src/index.ts'
import { scratchFolder, until } from '../testing/index.ts'

const BUCKET = 'jobs'
const KEYS = { accessKeyId: 'test-access', secretAccessKey: 'test-secret' }
const client = clientWith(KEYS)

t.test('an S3 store', async (t) => {
  const folder = await scratchFolder(t)
  // So deep that a key escaping the store would still be inside `folder`.
  const directory = join(folder, 'a', 'b', 'store')
  const store = await startObjectStore({
    directory,
    bucket: BUCKET,
    accessKey: KEYS.accessKeyId,
    secretKey: KEYS.secretAccessKey,
    publicReadPrefixes: ['final/'],
  })
  t.teardown(() => store.stop())
  const at = (key: string) => `${store.endpoint}/${BUCKET}/${key}`

  await put(at('raw/a.jpg'), 'a raw photo')
  await put(at('final/a.jpg'), 'a final photo')

  await t.test('a stored object is returned whole or in part', async (t) => {
    const bytes = Buffer.from([0, 255, 13, 10, 128])
    await put(at('raw/bytes'), bytes)
    const whole = await client.fetch(at('raw/bytes'))
    t.same(Buffer.from(await whole.arrayBuffer()), bytes)
    const part = await client.fetch(at('raw/bytes'), { headers: { range: 'bytes=1-2' } })
    t.equal(part.status, 206)
    t.same(Buffer.from(await part.arrayBuffer()), bytes.subarray(1, 3))
    t.equal((await client.fetch(at('raw/nothing'))).status, 404)
  })

  await t.test('requests without a signature are refused', async (t) => {
    const attempts: [string, string][] = [
      ['GET', at('raw/a.jpg')],
      ['HEAD', at('raw/a.jpg')],
      ['PUT', at('raw/b.jpg')],
      ['DELETE', at('raw/a.jpg')],
      ['GET', `${store.endpoint}/${BUCKET}?list-type=2`],
      ['POST', `${store.endpoint}/${BUCKET}?delete`],
      ['GET', `${store.endpoint}/`],
      ['PUT', `${store.endpoint}/another-bucket`],
    ]
    for (const [method, url] of attempts) {
      const body = method === 'PUT' || method === 'POST' ? { body: 'anything' } : {}
      const { status } = await fetch(url, { method, ...body })
      t.equal(status, 403, `${method} ${url.slice(store.endpoint.length)}`)
    }
    t.equal(await (await client.fetch(at('raw/a.jpg'))).text(), 'a raw photo')
  })

  await t.test(
    "a wrong secret, an unknown key and the emulator's public key are refused",
    async (t) => {
      for (const keys of [
        { ...KEYS, secretAccessKey: 'guessed' },
        { ...KEYS, accessKeyId: 'unknown' },
        { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      ]) {
        const { status } = await clientWith(keys).fetch(at('raw/a.jpg'))
        t.equal(status, 403, keys.accessKeyId)
      }
    },
  )

  await t.test('only the upload that was signed is accepted [c6-signature]', async (t) => {
    const signed = await signedUpload(at('raw/signed.jpg'), 'image/jpeg')
    const jpeg = { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: 'pixels' }
    const otherType = { ...jpeg, headers: { 'content-type': 'text/html' } }
    const otherKey = signed.replace('signed.jpg', 'other.jpg')
    const later = signed.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400')
    t.equal((await fetch(signed, otherType)).status, 403)
    t.equal((await fetch(otherKey, jpeg)).status, 403)
    t.equal((await fetch(later, jpeg)).status, 403)
    const unsigned = {
      ...jpeg,
      headers: { ...jpeg.headers, 'x-amz-copy-source': '/jobs/raw/a.jpg' },
    }
    t.equal((await fetch(signed, unsigned)).status, 403)
    t.equal((await client.fetch(at('raw/signed.jpg'))).status, 404)
    t.equal((await fetch(signed, jpeg)).status, 200)
    t.equal((await client.fetch(at('raw/signed.jpg'))).headers.get('content-type'), 'image/jpeg')
  })

  await t.test(
    'objects of a public prefix can be read by anyone, but not changed [c6-cdn-url]',
    async (t) => {
      t.equal(await (await fetch(at('final/a.jpg'))).text(), 'a final photo')
      t.equal((await fetch(at('final/a.jpg'), { method: 'HEAD' })).status, 200)
      t.equal((await fetch(at('final/a.jpg'), { method: 'PUT', body: 'x' })).status, 403)
      t.equal((await fetch(at('final/a.jpg'), { method: 'DELETE' })).status, 403)
      t.equal((await fetch(at('final/a.jpg?acl'))).status, 403)
      // Sent unchanged: fetch would resolve the dots.
      for (const path of [
        'final/../raw/a.jpg',
        'final/%2e%2e/raw/a.jpg',
        'final/..%2fraw%2fa.jpg',
      ]) {
        t.equal(await statusOf(store.port, `/${BUCKET}/${path}`), 403, path)
      }
    },
  )

  await t.test('no key writes outside the folder', async (t) => {
    for (const key of ['..%2f..%2foutside', 'raw%2f..%2f..%2f..%2foutside', '..%5coutside']) {
      const response = await client.fetch(at(key), { method: 'PUT', body: 'x' })
      t.equal(response.status, 400, key)
      t.match(await response.text(), 'Path segments must not be')
    }
    const names = await readdir(folder, { recursive: true })
    t.same(
      names.filter((name) => name.includes('outside')),
      [],
    )
  })

  await t.test('an interrupted upload leaves nothing', async (t) => {
    const signed = await signedUpload(at('raw/broken.jpg'), 'image/jpeg')
    const upload = httpRequest(signed, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', 'content-length': 1_000_000 },
    })
    const broken = new Promise((resolve) => upload.on('error', resolve))
    await write(upload, Buffer.alloc(1_000))
    const isUnfinished = async () => {
      const names = await readdir(directory, { recursive: true })
      return names.some((name) => name.includes('broken.jpg'))
    }
    await until('the beginning of the upload', isUnfinished)
    upload.destroy()
    await broken
    await until('the end of the upload', async () => !(await isUnfinished()))
    t.equal((await client.fetch(at('raw/broken.jpg'))).status, 404)
  })
})

t.test('a store keeps its objects across restarts', async (t) => {
  const directory = await scratchFolder(t)
  const options = {
    directory,
    bucket: BUCKET,
    accessKey: KEYS.accessKeyId,
    secretKey: KEYS.secretAccessKey,
  }
  const first = await startObjectStore(options)
  await put(`${first.endpoint}/${BUCKET}/raw/a.jpg`, 'a raw photo')
  await first.stop()
  const second = await startObjectStore({ ...options, port: first.port })
  t.teardown(() => second.stop())
  t.equal(second.endpoint, first.endpoint)
  const response = await client.fetch(`${second.endpoint}/${BUCKET}/raw/a.jpg`)
  t.equal(await response.text(), 'a raw photo')
})

t.test('the error for a taken port is one line that names the port', async (t) => {
  const taker = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => taker.listen(port, '127.0.0.1', resolve))
  t.teardown(() => taker.close())
  await t.rejects(
    startObjectStore({
      directory: await scratchFolder(t),
      bucket: BUCKET,
      accessKey: 'a',
      secretKey: 'b',
      port,
    }),
    { code: 'PORT_TAKEN', message: new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use: .*$`) },
  )
})

function clientWith(keys: typeof KEYS): AwsClient {
  return new AwsClient({ ...keys, service: 's3', region: 'us-east-1', retries: 0 })
}

async function put(url: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const { status } = await client.fetch(url, { method: 'PUT', body })
  if (status !== 200) throw new Error(`the response to the upload was ${status}`)
}

/** A presigned PUT URL for this content type. */
async function signedUpload(url: string, contentType: string): Promise<string> {
  const signed = await client.sign(`${url}?X-Amz-Expires=900`, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    aws: { signQuery: true, allHeaders: true },
  })
  return signed.url
}

function write(upload: ClientRequest, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => upload.write(bytes, () => resolve()))
}

/** The status of a GET whose path is sent unchanged. */
async function statusOf(port: number, path: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
  return Number((await text(socket)).split(' ')[1])
}
