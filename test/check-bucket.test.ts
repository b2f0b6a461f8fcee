import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import t from 'tap'
import { runAdmin } from './support/admin.ts'
import { ownObjectStore } from './support/own-object-store.ts'

// docs/admin.md, "Check the bucket".

t.test('prepare-bucket.ts sets exactly the public policy of docs/operating.md', async (t) => {
  const [, section = ''] = (await readFile('docs/operating.md', 'utf8')).split('\n## The bucket\n')
  const blocks = [...(section.split('\n## ')[0] ?? '').matchAll(/```json\n(.*?)```/gs)]
  const [, , policy] = blocks.map(([, block = '']) => JSON.parse(block))
  const policies: unknown[] = []
  const store = createServer(async (request, response) => {
    const body = await text(request)
    if (request.method === 'PUT' && request.url?.endsWith('?policy'))
      policies.push(JSON.parse(body))
    response.writeHead(request.method === 'PUT' ? 204 : 200).end()
  }).listen(0, '127.0.0.1')
  t.teardown(() => void store.close())
  await once(store, 'listening')
  const { port } = store.address() as AddressInfo
  await promisify(execFile)(process.execPath, ['docker/prepare-bucket.ts'], {
    env: {
      PATH: process.env.PATH,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'mediajobs',
      S3_ACCESS_KEY: 'service',
      S3_SECRET_KEY: 'secret-of-the-service',
    },
  })
  t.strictSame(policies, [policy])
})

type Store = Awaited<ReturnType<typeof ownObjectStore>>

interface Finding {
  attack: string
  status: number | null
  verdict: string
}

function environmentOf({ options }: Store, upload: object = options.upload) {
  const { endpoint, bucket, accessKey, secretKey } = options
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    ...('accessKey' in upload && {
      S3_UPLOAD_ACCESS_KEY: String(upload.accessKey),
      S3_UPLOAD_SECRET_KEY: String(Object.entries(upload).at(1)?.[1]),
    }),
  }
}

async function check(store: Store, upload?: object) {
  const { code, stdout, stderr } = await runAdmin(
    ['check-bucket', '--json'],
    '',
    environmentOf(store, upload),
  )
  const { findings, ...head }: { findings: Finding[]; open: number } = JSON.parse(stdout)
  const verdicts = new Map(findings.map(({ attack, verdict }) => [attack, verdict]))
  const open = findings.filter(({ verdict }) => verdict === 'open').map(({ attack }) => attack)
  t.equal(head.open, open.length)
  return { code, stderr, head, verdicts, open }
}

t.test(
  'a store that refuses all attacks passes, and nothing is left behind [c11-check-bucket]',
  async (t) => {
    const store = await ownObjectStore(t)
    const { code, stderr, head, verdicts } = await check(store)
    t.equal(code, 0, stderr)
    t.match(head, { endpoint: store.options.endpoint, bucket: store.options.bucket, open: 0 })
    t.equal(verdicts.get('an unsigned x-amz-copy-source'), 'refused')
    t.equal(verdicts.get('an old upload URL after the confirm'), 'harmless')
    t.equal(verdicts.get('reading a non-public object with the upload credential'), 'refused')
    t.strictSame(await store.files(), [])
    const { stdout } = await runAdmin(['check-bucket'], '', environmentOf(store))
    t.match(stdout, /^refused +403 +an unsigned x-amz-copy-source +The store refuses it\.$/m)
    t.match(stdout, /^No attack succeeded\.$/m)
  },
)

t.test('a missing bucket is named, with how to create it', async (t) => {
  const store = await ownObjectStore(t)
  const environment = { ...environmentOf(store), S3_BUCKET: 'mistyped' }
  const { code, stderr } = await runAdmin(['check-bucket'], '', environment)
  t.equal(code, 1)
  t.match(stderr, /has no bucket mistyped\..*docker\/prepare-bucket\.ts/)
})

t.test(
  'a store that obeys unsigned headers passes only with an upload credential [c11-check-bucket]',
  async (t) => {
    const store = await ownObjectStore(t, { obeysUnsigned: true })
    const protectedBy = await check(store)
    t.equal(protectedBy.code, 0)
    t.equal(protectedBy.verdicts.get('an unsigned x-amz-copy-source'), 'refused')
    t.equal(protectedBy.verdicts.get('an unsigned x-amz-acl'), 'harmless')
    const exposed = await check(store, {})
    t.equal(exposed.code, 1)
    t.strictSame(exposed.open, ['an unsigned x-amz-copy-source'])
    t.equal(exposed.verdicts.get('a separate credential for uploads'), 'warning')
    t.strictSame(await store.files(), [])
  },
)

t.test('an overprivileged upload credential is detected [c11-check-bucket]', async (t) => {
  const store = await ownObjectStore(t)
  const { accessKey, secretKey } = store.options
  const { code, open } = await check(store, { accessKey, secretKey })
  t.equal(code, 1)
  t.strictSame(
    open,
    [
      'reading an upload',
      'reading a non-public object',
      'listing the bucket',
      'overwriting a confirmed file',
      'writing outside the staging prefix',
      'deleting an upload',
    ].map((what) => `${what} with the upload credential`),
  )
  t.strictSame(await store.files(), [])
})

t.test('a bucket with publicly readable uploads is detected', async (t) => {
  const store = await ownObjectStore(t, { publicReadPrefixes: ['staging/'] })
  const { code, open } = await check(store)
  t.equal(code, 1)
  t.ok(open.includes('reading an upload without a signature'))
})

t.test("an upload credential that can't upload is detected", async (t) => {
  const store = await ownObjectStore(t)
  const { code, open } = await check(store, { accessKey: 'unknown-key', secretKey: 'unknown' })
  t.equal(code, 1)
  t.ok(open.includes('an upload as presigned'))
})

t.test('an unreachable store or half a credential prints one line', async (t) => {
  const store = await ownObjectStore(t)
  const away = { ...environmentOf(store), S3_ENDPOINT: 'http://127.0.0.1:1' }
  t.match(await runAdmin(['check-bucket'], '', away), {
    code: 1,
    stderr: /^the object store failed to respond: .+\n$/,
  })
  const { S3_UPLOAD_SECRET_KEY: _, ...half } = environmentOf(store)
  t.match(await runAdmin(['check-bucket'], '', half), {
    code: 1,
    stderr: 'S3_UPLOAD_SECRET_KEY is required with S3_UPLOAD_ACCESS_KEY\n',
  })
})
