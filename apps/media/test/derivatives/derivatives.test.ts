import { crc32 } from 'node:zlib'
import { DERIVATIVES, type DerivativeName, derivativeKey } from '@mediajobs/domain'
import { noisy, plain } from '@mediajobs/testing/media/pictures'
import readExif from 'exif-reader'
import sharp from 'sharp'
import t from 'tap'
import { openMediaFixture, type PreviewRow } from '../../testing/fixture.ts'

// docs/contract.md#c13-preview and the rules after it.

const fixture = await openMediaFixture(t)
const { organizationId, objectStore, put, preview } = fixture
const { project } = await fixture.deliver()
const names = Object.keys(DERIVATIVES) as DerivativeName[]

const exif = {
  IFD0: { Copyright: 'Acme Media', Artist: 'Ada Example', Model: 'Secret Camera' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
}
const photoBytes = await noisy(3_000, 2_000).jpeg().withExif(exif).toBuffer()
const turned = await plain(600, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer()
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g/></svg>')

const ids = {
  photo: await put(project.id, photoBytes),
  turned: await put(project.id, turned),
  png: await put(project.id, await plain(300, 200, '#ff0000').png().toBuffer(), {
    contentType: 'application/pdf',
    type: 'DOCUMENT',
  }),
  webp: await put(project.id, await noisy(900, 700).webp().toBuffer()),
  tiff: await put(project.id, await noisy(900, 700).tiff().toBuffer()),
  grey: await put(project.id, await noisy(500, 500).greyscale().jpeg().toBuffer()),
  clear: await put(project.id, await plain(500, 500).ensureAlpha(0).png().toBuffer()),
  video: await put(project.id, Buffer.from('....ftypisom and more'), {
    type: 'VIDEO',
    contentType: 'video/mp4',
  }),
  svg: await put(project.id, svg),
  empty: await put(project.id, Buffer.alloc(0)),
  cut: await put(project.id, photoBytes.subarray(0, photoBytes.length / 2)),
  gone: await fixture.addMedia(project.id),
}
await fixture.requestPreviews()
const media = await fixture.startMedia()
await fixture.finished()

async function row(name: keyof typeof ids): Promise<PreviewRow> {
  const found = await preview(ids[name])
  if (!found) throw new Error(`${name} has no preview`)
  return found
}

async function object(of: PreviewRow, name: DerivativeName) {
  const key = derivativeKey(organizationId, of.keySecret, name)
  const response = await fetch(objectStore.cdnUrl(key))
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

t.test(
  'a photo gets five derivatives, none larger than the original or the nominal size [c13-sizes]',
  async (t) => {
    const of = await row('photo')
    t.match(of, { state: 'READY', width: 3_000, height: 2_000, reason: null, attempts: 1 })
    t.match(of.colour, /^#[0-9a-f]{6}$/)
    for (const name of names) {
      const { bytes, response } = await object(of, name)
      const { maxPixels, contentType } = DERIVATIVES[name]
      const { width, height, format, space } = await sharp(bytes).metadata()
      t.equal(width, maxPixels, name)
      t.equal(height, Math.round((maxPixels * 2) / 3), name)
      t.equal(`image/${format}`, contentType)
      t.equal(space, 'srgb')
      t.equal(response.headers.get('content-type'), contentType)
      t.match(response.headers.get('cache-control'), /max-age=31536000, immutable/)
    }
  },
)

t.test('the sizes and checksums needed by archives are stored', async (t) => {
  const of = await row('photo')
  const { bytes } = await object(of, 'mls')
  t.equal(of.crc32, crc32(photoBytes))
  t.equal(of.mlsSize, bytes.length)
  t.equal(of.mlsCrc32, crc32(bytes))
})

t.test('only the copyright and artist are kept from EXIF [c13-exif]', async (t) => {
  for (const name of names) {
    const { bytes } = await object(await row('photo'), name)
    const metadata = await sharp(bytes).metadata()
    const tags = readExif(metadata.exif ?? Buffer.alloc(0))
    t.match(tags.Image, { Copyright: 'Acme Media', Artist: 'Ada Example' })
    t.equal(tags.GPSInfo, undefined)
    t.notOk(bytes.includes('Secret Camera'))
    t.equal(metadata.icc, undefined)
  }
})

t.test('the original stays byte-identical [c13-exif]', async (t) => {
  const response = await fetch(objectStore.cdnUrl(`${organizationId}/${ids.photo}`))
  t.ok(photoBytes.equals(Buffer.from(await response.arrayBuffer())))
})

t.test('a picture is rotated according to EXIF, and its size is that of the result', async (t) => {
  const of = await row('turned')
  t.match(of, { state: 'READY', width: 400, height: 600 })
  const { width, height } = await sharp((await object(of, 'large')).bytes).metadata()
  t.strictSame([width, height], [400, 600])
})

t.test(
  'PNG, WebP and TIFF are also read; the bytes decide, not the content type [c13-formats]',
  async (t) => {
    t.match(await row('png'), { state: 'READY', width: 300, height: 200, colour: '#ff0000' })
    for (const name of ['webp', 'tiff'] as const) {
      t.match(await row(name), { state: 'READY', width: 900, height: 700 })
    }
  },
)

t.test('transparency becomes white, and grayscale sRGB [c13-exif]', async (t) => {
  t.match(await row('clear'), { state: 'READY', colour: '#ffffff' })
  const { space } = await sharp((await object(await row('grey'), 'thumb')).bytes).metadata()
  t.equal(space, 'srgb')
})

t.test('a video gets a checksum but no derivatives [c13-preview]', async (t) => {
  t.match(await row('video'), { state: 'NONE', reason: null, width: null })
  t.equal((await row('video')).crc32, crc32('....ftypisom and more'))
})

t.test('an unreadable picture is refused with a reason', async (t) => {
  t.match(await row('svg'), { state: 'REFUSED', reason: /isn't a JPEG, PNG, WebP or TIFF/ })
  t.equal((await row('svg')).crc32, crc32(svg))
  t.match(await row('empty'), { state: 'REFUSED', crc32: 0 })
  t.match(await row('cut'), { state: 'REFUSED', reason: /damaged/, attempts: 1 })
  t.match(await row('gone'), { state: 'REFUSED', reason: /isn't in the store/, crc32: null })
})

t.test("a derivative's URL doesn't reveal another's [c13-derived-keys]", async (t) => {
  const { keySecret } = await row('photo')
  const random = names.map((name) => derivativeKey(organizationId, keySecret, name).slice(-37, -5))
  t.equal(new Set(random).size, names.length)
})

t.test(
  'a media item deleted during processing leaves no derivatives [c13-derived-keys]',
  async (t) => {
    const id = await put(project.id, await noisy(6_000, 4_000).jpeg().toBuffer())
    await fixture.requestPreviews()
    const of = await preview(id)
    if (!of) throw new Error('it has no preview')
    while ((await preview(id))?.attempts === 0) await new Promise((done) => setTimeout(done, 5))
    await fixture.sql.query('delete from media where id = $1', [id])
    await media.stop()
    for (const name of names) {
      t.equal(await objectStore.stat(derivativeKey(organizationId, of.keySecret, name)), null)
    }
  },
)
