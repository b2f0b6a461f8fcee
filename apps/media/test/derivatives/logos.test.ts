// docs/contract.md#c13-logo: a logo is uploaded, processed by the media process, and shown to clients.
import { LOGO, MAX_LOGO_BYTES } from '@mediajobs/domain'
import { put } from '@mediajobs/testing/api/studio'
import { eventually } from '@mediajobs/testing/eventually'
import { noisy, plain } from '@mediajobs/testing/media/pictures'
import sharp from 'sharp'
import t from 'tap'
import { openMediaFixture } from '../../testing/fixture.ts'

const fixture = await openMediaFixture(t)
const { call, objectStore, organizationId, sql } = fixture
const media = await fixture.startMedia()

const SET = 'https://alder.example/logo.svg'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'
const wide = await noisy(1_600, 400).png().toBuffer()

const send = (url: string, bytes: Buffer | string, contentType: string) =>
  put(url, typeof bytes === 'string' ? bytes : Buffer.from(bytes), { 'content-type': contentType })

async function upload(bytes: Buffer | string, contentType = 'image/png') {
  const { body } = await call('POST', '/organization/logo/presign', { contentType })
  await send(body.uploadUrl, bytes, contentType)
  return body.key as string
}

const confirm = (key: string) => call('POST', '/organization/logo/confirm', { key })
const logo = async () => (await call('GET', '/organization')).body.logo

/** Uploads a logo and waits until it's processed. */
async function read(bytes: Buffer | string, contentType?: string) {
  const { status, body } = await confirm(await upload(bytes, contentType))
  t.match([status, body.state], [200, 'PENDING'])
  await eventually('a processed logo', async () => (await logo()).state !== 'PENDING', 60_000)
  return logo()
}

async function shown() {
  const { open } = await fixture.deliver()
  return (await open()).body.organization.logoUrl
}

const keysToRemove = async () => {
  const rows = await sql.query<{ key: string }>('select key from object_removals')
  return rows.map(({ key }) => key)
}

t.test(
  'an uploaded logo becomes a small PNG, preferred over the logo URL [c13-logo, c13-logo-shown]',
  async (t) => {
    await call('PATCH', '/organization', { logoUrl: SET })
    t.equal(await shown(), SET)
    const { etag } = (await call('GET', '/organization')).headers
    const made = await read(wide)
    t.match(made, { state: 'READY', reason: null, width: 320, height: 80 })
    t.equal(await shown(), made.url)
    const organization = await call('GET', '/organization')
    t.match(organization.body, { logoUrl: SET })
    t.not(organization.headers.etag, etag)
    const response = await fetch(made.url)
    t.equal(response.headers.get('content-type'), LOGO.contentType)
    t.match(response.headers.get('cache-control'), 'immutable')
    const bytes = Buffer.from(await response.arrayBuffer())
    t.notOk(bytes.equals(wide))
    t.match(await sharp(bytes).metadata(), { format: 'png', width: 320, height: 80 })
  },
)

t.test('a logo keeps its transparency and is never enlarged [c13-logo]', async (t) => {
  const clear = await plain(60, 60).ensureAlpha(0).webp({ lossless: true }).toBuffer()
  const made = await read(clear, 'image/webp')
  t.match(made, { state: 'READY', width: 60, height: 60 })
  const bytes = Buffer.from(await (await fetch(made.url)).arrayBuffer())
  const { channels, isOpaque } = await sharp(bytes).stats()
  t.strictSame([isOpaque, channels.at(-1)?.max], [false, 0])
})

t.test(
  'a logo too light for white is on dark, unlike one with white inside [c13-logo]',
  async (t) => {
    const drawn = (fill: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="240"><g fill="${fill}"><circle cx="120" cy="120" r="90"/><path d="M260 90h340v60H260z"/></g><circle cx="120" cy="120" r="70" fill="#fff"/></svg>`,
      )
    /** The result's pixels: the corner, and the middle of the bar. */
    async function look(fill: string) {
      const made = await read(await sharp(drawn(fill)).png().toBuffer())
      const bytes = Buffer.from(await (await fetch(made.url)).arrayBuffer())
      const { data, info } = await sharp(bytes)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      t.ok(info.width <= LOGO.maxWidth && info.height <= LOGO.maxHeight, fill)
      const middle = Math.round(info.height / 2) * info.width + Math.round(info.width * 0.7)
      const alpha = (at: number) => data[4 * at + 3] ?? 0
      const red = (at: number) => data[4 * at] ?? 0
      return { isDark: alpha(0) === 255 && red(0) < 64, isClear: alpha(0) === 0, bar: red(middle) }
    }
    for (const light of ['#ffffff', '#dddddd', '#ffe9a0']) {
      const { isDark, bar } = await look(light)
      t.ok(isDark && bar > 200, light)
    }
    for (const dark of ['#000000', '#d07020']) t.ok((await look(dark)).isClear, dark)
  },
)

t.test(
  'an unsupported format or more than 20 megapixels is refused, and the previous logo stays [c13-logo, c13-logo-shown]',
  async (t) => {
    const before = await read(wide)
    const notRead = "The picture is damaged, or isn't a JPEG, PNG or WebP."
    const refused: [string, Buffer | string, string][] = [
      ['SVG', SVG, notRead],
      ['TIFF', await noisy(90, 90).tiff().toBuffer(), notRead],
      ['cut', wide.subarray(0, wide.length / 2), notRead],
      ['bomb', await plain(6_000, 4_000).png().toBuffer(), 'more than 20 megapixels'],
    ]
    for (const [name, bytes, reason] of refused) {
      const found = await read(bytes)
      t.equal(found.state, 'REFUSED', name)
      t.match(found.reason, reason, name)
      t.equal(found.url, before.url, name)
    }
    t.equal(await shown(), before.url)
  },
)

t.test(
  'a logo can be confirmed once uploaded, up to 5 MiB, by its organization [c13-logo]',
  async (t) => {
    const types = await call('POST', '/organization/logo/presign', { contentType: 'image/svg+xml' })
    t.equal(types.status, 400)
    const { body } = await call('POST', '/organization/logo/presign', { contentType: 'image/png' })
    t.match(await confirm(body.key), {
      status: 400,
      body: { message: [/has not been uploaded yet/] },
    })
    const large = await upload(Buffer.alloc(MAX_LOGO_BYTES + 1))
    t.match(await confirm(large), { status: 400, body: { message: [/has 5242881 bytes/] } })
    const other = await fixture.api.createOrg()
    const foreign = { key: other.key, body: { key: await upload(wide) } }
    t.equal((await fixture.api.request('POST', '/organization/logo/confirm', foreign)).status, 404)
    // Some stores resolve the dots.
    for (const dots of ['..', 'x/../..']) {
      const climbing = body.key.replace(/\w+$/, `${dots}/${other.organizationId}/name`)
      t.equal((await confirm(climbing)).status, 404, climbing)
    }
    const key = await upload(wide)
    await confirm(key)
    await eventually('a processed logo', async () => (await logo()).state === 'READY', 60_000)
    t.strictSame((await confirm(key)).body, await logo(), 'a repeat changes nothing')
  },
)

t.test(
  'a removed logo falls back to the logo URL, and its objects are deleted [c13-logo-shown]',
  async (t) => {
    const key = await upload(wide)
    await confirm(key)
    await eventually('a processed logo', async () => (await logo()).state === 'READY', 60_000)
    const { url } = await logo()
    t.equal((await call('DELETE', '/organization/logo')).status, 204)
    t.equal((await call('DELETE', '/organization/logo')).status, 204)
    t.equal(await logo(), null)
    t.equal(await shown(), SET)
    const removed = await keysToRemove()
    t.ok(removed.some((each) => objectStore.cdnUrl(each) === url))
    t.ok(removed.includes(key))
    t.ok(removed.every((each) => each.includes(organizationId)))
  },
)

t.test('bytes that replace a confirmed upload are bounded when read [c13-logo]', async (t) => {
  await media.stop()
  const contentType = 'image/png'
  const { body } = await call('POST', '/organization/logo/presign', { contentType })
  await send(body.uploadUrl, wide, contentType)
  t.equal((await confirm(body.key)).body.state, 'PENDING')
  await send(body.uploadUrl, Buffer.alloc(MAX_LOGO_BYTES + 1), contentType)
  await fixture.startMedia()
  await eventually('a processed logo', async () => (await logo()).state !== 'PENDING', 60_000)
  t.match(await logo(), { state: 'REFUSED', reason: /larger than 5 MiB/, url: null })
})
