import { derivativeKey, markedKey } from '@mediajobs/domain'
import { eventually } from '@mediajobs/testing/eventually'
import { noisy } from '@mediajobs/testing/media/pictures'
import sharp from 'sharp'
import t from 'tap'
import { openMediaFixture } from '../../testing/fixture.ts'

const fixture = await openMediaFixture(t)
const { api, call, organizationId, objectStore, put, sql } = fixture

const MAX_UNMARKED_PIXELS = 480

async function lockedDelivery() {
  const { body: customer } = await call('POST', '/customers', {
    name: 'Ann',
    email: 'ann@clients.example',
  })
  const { body: offer } = await call('POST', '/packages', {
    name: 'Signature',
    priceAmount: 42_000,
    currency: 'USD',
  })
  const bytes = await noisy(2_400, 1_600).jpeg().toBuffer()
  return fixture.deliver(
    { customerId: customer.id, packageId: offer.id, addressLine1: '12 Elm St' },
    { requirePayment: true },
    async (projectId) => {
      const original = await put(projectId, bytes)
      await put(projectId, bytes, {
        position: 1,
        alteredFromMediaId: original,
        alterationKind: 'SKY',
      })
      await put(projectId, bytes, { position: 2, type: 'FLOORPLAN' })
      await put(projectId, Buffer.from('....ftypisom and more'), {
        position: 3,
        type: 'VIDEO',
        contentType: 'video/mp4',
      })
      await fixture.requestPreviews()
    },
  )
}

/** Every URL in a document, absolute. */
function addressesIn(text: string, base: string): string[] {
  const attributes = [...text.matchAll(/(?:href|src|content|action|poster|data-[a-z]+)="([^"]*)"/g)]
  const sets = [...text.matchAll(/srcset="([^"]*)"/g)].flatMap(([, set = '']) =>
    set.split(',').map((each) => each.trim().split(/\s/)[0] ?? ''),
  )
  const plain = [...text.matchAll(/https?:\/\/[^\s"'<>\\,)]+/g)].map(([url]) => url)
  const found = [...attributes.map(([, value = '']) => value), ...sets, ...plain]
  return found.flatMap((each) => {
    const url = URL.parse(each.replaceAll('&amp;', '&').split('#')[0] ?? '', base)
    return url && /^https?:$/.test(url.protocol) ? [url.href] : []
  })
}

interface Found {
  url: string
  type: string
  /** Length of the longer side. */
  pixels: number
}

/** Follows every URL from a delivery page, within the service and the organization's files. */
async function crawl(page: string) {
  const seen = new Set<string>()
  const pictures: Found[] = []
  const queue = [page, `${page}/archive.zip`, `${page}/download`]
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (seen.has(url) || !isFollowed(url)) continue
    seen.add(url)
    for (const accept of isOurs(url) ? ['text/html', 'application/json'] : ['*/*']) {
      const found = await look(url, accept, seen.size)
      queue.push(...found.addresses)
      pictures.push(...found.pictures)
    }
  }
  return { seen, pictures }
}

async function look(url: string, accept: string, visitor: number) {
  const headers = { accept, 'x-forwarded-for': `2001:db8:${visitor}::1` }
  const response = await fetch(url, { headers })
  const type = response.headers.get('content-type') ?? ''
  const body = Buffer.from(await response.arrayBuffer())
  if (/html|json/.test(type)) return { addresses: addressesIn(body.toString(), url), pictures: [] }
  if (!response.ok) return { addresses: [], pictures: [] }
  return { addresses: [], pictures: [{ url, type, pixels: await longerSide(body) }] }
}

const isOurs = (url: string) => new URL(url).origin === new URL(api.url).origin

function isFollowed(url: string): boolean {
  if (new URL(url).pathname.startsWith('/assets/')) return false
  return isOurs(url) || url.includes(organizationId)
}

async function longerSide(picture: Buffer): Promise<number> {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  return Math.max(width, height)
}

t.test(
  'no URL of a locked delivery exposes more than 480 px without a watermark [c19-view]',
  async (t) => {
    const { open, token, project } = await lockedDelivery()
    await fixture.startMedia()
    await fixture.finished()
    const lockedOf = async () => {
      const { body } = await open()
      return body.lockedMedia.flatMap((each: { lockedUrl: string | null }) => each.lockedUrl ?? [])
    }
    await eventually(
      'three pictures are watermarked',
      async () => (await lockedOf()).length === 3,
      60_000,
    )
    const marked = new Set<string>(await lockedOf())
    const { seen, pictures } = await crawl(`${api.url}/deliveries/${token}`)
    for (const { url, type, pixels } of pictures) {
      t.match(type, /^image\//, `${url} is a picture`)
      t.ok(pixels <= MAX_UNMARKED_PIXELS || marked.has(url), url)
    }
    const sizes = pictures.map(({ pixels }) => pixels)
    t.ok(sizes.includes(1280), 'watermarked pictures were found')
    t.ok(sizes.includes(480), 'thumbnails were found')

    const rows = await sql.query<{ secret: Buffer; mark: Buffer; key: string }>(
      `select preview.key_secret as secret, preview.mark_secret as mark, media.key
     from media join media_previews as preview on preview.media_id = media.id
     where media.project_id = $1 and preview.mark_state = 'READY'`,
      [project.id],
    )
    for (const { secret, mark, key } of rows) {
      for (const name of ['medium', 'grid', 'large', 'mls'] as const) {
        const url = objectStore.cdnUrl(derivativeKey(organizationId, secret, name))
        t.notOk(seen.has(url), name)
      }
      t.notOk(seen.has(objectStore.cdnUrl(key)))
      t.ok(seen.has(objectStore.cdnUrl(markedKey(organizationId, mark))))
    }
  },
)
