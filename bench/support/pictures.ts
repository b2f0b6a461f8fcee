import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DERIVATIVES, type DerivativeName, derivativeKey } from '@mediajobs/domain'
import sharp from 'sharp'

/** Bytes of the derivatives of a real photo of 24 megapixels. docs/adr/0021-pages.md */
const BYTES = { thumb: 16_000, medium: 26_000, grid: 46_000, large: 244_000 } as const

type Shown = keyof typeof BYTES

export interface Pictures {
  /** The address that the api uses as its CDN. */
  url: string
  /** The size of each derivative, as it is sent. */
  bytes: Record<string, number>
  /** Serves the derivatives of a medium from now on. */
  add(organizationId: string, secret: Buffer): void
  end(): Promise<void>
}

/** A CDN of derivatives. Each is a picture of noise with as many bytes as a real one. */
export async function startPictures(): Promise<Pictures> {
  const names = Object.keys(BYTES) as Shown[]
  const made = new Map(
    await Promise.all(names.map(async (name) => [name, await noise(name)] as const)),
  )
  const served = new Map<string, Buffer>()
  const server = createServer(({ url = '' }, response) => {
    const picture = served.get(url.slice(1))
    response.writeHead(picture ? 200 : 404, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    response.end(picture)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: Object.fromEntries([...made].map(([name, { length }]) => [name, length])),
    add(organizationId, secret) {
      for (const [name, picture] of made)
        served.set(derivativeKey(organizationId, secret, name), picture)
    },
    async end() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A picture of noise with nearly the wanted number of bytes. */
async function noise(name: DerivativeName & Shown): Promise<Buffer> {
  const { maxPixels: width, quality } = DERIVATIVES[name]
  let [low, high] = [0, 60]
  let picture = Buffer.alloc(0)
  for (let i = 0; i < 8; i++) {
    const sigma = (low + high) / 2
    const create = {
      width,
      height: Math.round((width * 2) / 3),
      channels: 3 as const,
      background: '#000',
      noise: { type: 'gaussian' as const, mean: 128, sigma },
    }
    picture = await sharp({ create }).webp({ quality }).toBuffer()
    if (picture.length > BYTES[name]) high = sigma
    else low = sigma
  }
  return picture
}
