// docs/contract.md#c14-bucket-cors: what pages may do with the bucket.
import { allowPages, presignedUrl } from '@mediajobs/object-store'
import t from 'tap'
import { runAdmin } from './support/admin.ts'
import { ownObjectStore } from './support/own-object-store.ts'

type Store = Awaited<ReturnType<typeof ownObjectStore>>

const PAGES = 'https://media.example'

interface PageFinding {
  origin: string
  request: string
  status: number
  isAllowed: boolean
}

function environmentOf({ options }: Store, more: Record<string, string> = {}) {
  return {
    S3_ENDPOINT: options.endpoint,
    S3_BUCKET: options.bucket,
    S3_ACCESS_KEY: options.accessKey,
    S3_SECRET_KEY: options.secretKey,
    S3_UPLOAD_ACCESS_KEY: options.upload.accessKey,
    S3_UPLOAD_SECRET_KEY: options.upload.secretKey,
    DELIVERY_BASE_URL: `${PAGES}/deliveries`,
    ...more,
  }
}

async function check(store: Store, args: string[] = [], more?: Record<string, string>) {
  const environment = environmentOf(store, more)
  const { code, stdout } = await runAdmin(['check-bucket', '--json', ...args], '', environment)
  const { open, pages } = JSON.parse(stdout)
  const refused = pages?.findings
    .filter(({ isAllowed }: PageFinding) => !isAllowed)
    .map(({ request }: PageFinding) => request)
  return { code, open, pages, refused }
}

const corsUrl = ({ options }: Store, method: 'GET' | 'PUT') =>
  presignedUrl(options, {
    method,
    url: `${options.endpoint}/${options.bucket}?cors=`,
    headers: {},
    expiresInSeconds: 60,
  })

async function corsOf(store: Store): Promise<string> {
  return (await fetch(await corsUrl(store, 'GET'))).text()
}

t.test(
  "a bucket that pages can't upload to is detected, and --fix allows them [c14-bucket-cors]",
  async (t) => {
    const store = await ownObjectStore(t)
    const before = await check(store)
    t.equal(before.code, 1)
    t.equal(before.open, 0, 'no attack succeeds')
    t.strictSame(before.refused, [
      'a preflight for uploads',
      'uploading to a presigned URL',
      'reading a confirmed file',
    ])
    t.notOk('change' in before.pages, 'nothing is changed without --fix')
    const fixed = await check(store, ['--fix'])
    t.match(fixed, { code: 0, refused: [], pages: { change: 'changed', origin: PAGES } })
    const again = await check(store, ['--fix'])
    t.match(again, { code: 0, refused: [], pages: { change: 'unchanged' } })
    t.match(await check(store), { code: 0, refused: [] })
    const elsewhere = await check(store, ['--origin=https://other.example/pages'])
    t.match(elsewhere, { code: 1, pages: { origin: 'https://other.example' } })
  },
)

t.test(
  '`check-bucket` prints the required CORS rules, and a line for each request [c14-bucket-cors]',
  async (t) => {
    const store = await ownObjectStore(t)
    const { stdout } = await runAdmin(['check-bucket'], '', environmentOf(store))
    const [, json = ''] =
      /Pages need this CORS on the bucket:\n(\{[\s\S]*?\n\})\n/.exec(stdout) ?? []
    t.strictSame(JSON.parse(json).CORSRules[0], {
      ID: 'mediajobs-pages',
      AllowedOrigins: [PAGES],
      AllowedMethods: ['GET', 'HEAD', 'PUT'],
      AllowedHeaders: ['content-type'],
      MaxAgeSeconds: 3_600,
    })
    t.match(stdout, /^REFUSED +403 +a page of https:\/\/media\.example: a preflight for uploads/m)
    const fixed = await runAdmin(['check-bucket', '--fix'], '', environmentOf(store))
    t.match(fixed.stdout, /^Set the bucket's CORS\.$/m)
    t.match(fixed.stdout, /^allowed +200 +a page of https:\/\/media\.example: uploading/m)
  },
)

t.test(
  "--fix keeps the bucket's other rules and previously added origins [c14-bucket-cors-kept]",
  async (t) => {
    const store = await ownObjectStore(t)
    const own = `<CORSConfiguration><CORSRule><ID>of-the-operator</ID><AllowedOrigin>https://tool.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod><ExposeHeader>ETag</ExposeHeader></CORSRule></CORSConfiguration>`
    const put = await fetch(await corsUrl(store, 'PUT'), { method: 'PUT', body: own })
    t.equal(put.status, 200)
    t.equal((await check(store, ['--fix'])).code, 0)
    t.equal((await check(store, ['--fix', '--origin=https://staff.example'])).code, 0)
    t.equal((await check(store)).code, 0, 'the first origin too')
    const rules = await corsOf(store)
    t.match(rules, '<ID>of-the-operator</ID>')
    t.match(rules, '<ExposeHeader>ETag</ExposeHeader>')
    t.equal(rules.match(/<CORSRule>/g)?.length, 2)
  },
)

t.test("a file that pages can't read from the CDN is detected [c14-bucket-cors]", async (t) => {
  const [store, cdn] = [await ownObjectStore(t), await ownObjectStore(t)]
  await allowPages(store.options, [PAGES])
  const CDN_BASE_URL = `${cdn.options.endpoint}/${cdn.options.bucket}`
  t.match(await check(store, [], { CDN_BASE_URL }), {
    code: 1,
    refused: ['reading a confirmed file'],
  })
  const away = await check(store, [], { CDN_BASE_URL: 'http://127.0.0.1:1/files' })
  t.match(away, { code: 1, refused: ['reading a confirmed file'] })
})

t.test('a credential that may not set CORS gets an explanation', async (t) => {
  const store = await ownObjectStore(t)
  const { accessKey, secretKey } = store.options.upload
  t.equal(await allowPages({ ...store.options, accessKey, secretKey }, [PAGES]), 'unsupported')
})

t.test("without an origin, pages aren't checked, and --fix is refused", async (t) => {
  const store = await ownObjectStore(t)
  const environment = environmentOf(store, { DELIVERY_BASE_URL: '' })
  const { code, stdout } = await runAdmin(['check-bucket'], '', environment)
  t.equal(code, 0)
  t.match(
    stdout,
    'Pages were not checked: DELIVERY_BASE_URL is not set, and --origin is not given.',
  )
  const fix = await runAdmin(['check-bucket', '--fix'], '', environment)
  t.match(fix, { code: 2, stderr: /^--origin is required unless DELIVERY_BASE_URL is set\n/ })
  const wrong = await runAdmin(['check-bucket', '--origin=media.example'], '', environment)
  t.match(wrong, { code: 2, stderr: /^--origin must be an http or https URL\n/ })
})
