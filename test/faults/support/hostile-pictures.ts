import { crc32 } from 'node:zlib'
import { animation, noisy, plain } from '@mediajobs/testing/media/pictures'

/** A harmful file, and its preview's expected state. */
export interface HostilePicture {
  name: string
  bytes: Buffer
  state: 'READY' | 'REFUSED'
}

export const PAYLOAD = '<script>alert("payload")</script>'

/**
 * Pictures that are malformed, oversized, or carry scripts and links.
 *
 * @param trap a URL that must never receive a request
 * @param isFull includes pictures that take gigabytes to create
 */
export async function hostilePictures(trap: string, isFull: boolean): Promise<HostilePicture[]> {
  const jpeg = await noisy(1_200, 800).jpeg().toBuffer()
  const progressive = await plain(4_000, 4_000).jpeg({ progressive: true }).toBuffer()
  const png = await plain(64, 64).png().toBuffer()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${trap}"/></svg>`
  const refused: Record<string, Buffer> = {
    'empty file': Buffer.alloc(0),
    'SVG that loads something': Buffer.from(svg),
    'SVG after the first bytes of a JPEG': Buffer.concat([
      Buffer.from('ffd8ff', 'hex'),
      Buffer.from(svg),
    ]),
    'HTML page': Buffer.from(`<!doctype html>${PAYLOAD}`),
    PDF: Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>endobj'),
    PostScript: Buffer.from('%!PS\n(%pipe%id) (r) file'),
    'ImageMagick script': Buffer.from(`push graphic-context\nfill 'url(${trap})'`),
    GIF: Buffer.from('4749463839610100010080000000000000000021f90401000000002c', 'hex'),
    'JPEG that is cut off': jpeg.subarray(0, jpeg.length / 2),
    'PNG of 400 megapixels': resized(png, 20_000, 20_000),
    'PNG of 2 billion pixels a side': resized(png, 2 ** 31 - 1, 2 ** 31 - 1),
    'PNG that is cut off': png.subarray(0, png.length - 30),
    'TIFF whose directory is itself': Buffer.from('49492a0008000000010008000000', 'hex'),
    'empty TIFF': Buffer.from('49492a00ffffffff', 'hex'),
    'empty WebP': Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\xff', 'latin1'),
  }
  const ready: Record<string, Buffer> = {
    '30,000 px wide': await plain(30_000, 60).jpeg().toBuffer(),
    'one pixel': await plain(1, 1).png().toBuffer(),
    'JPEG and script in one': Buffer.concat([jpeg, Buffer.from(PAYLOAD)]),
    'JPEG with a script as its comment': withSegments(jpeg, 0xfe, PAYLOAD, 1),
    'JPEG with 3 MB of EXIF': withSegments(jpeg, 0xe1, `Exif\0\0${'\xff'.repeat(60_000)}`, 50),
    'JPEG with 13 MB of ICC': withSegments(
      jpeg,
      0xe2,
      `ICC_PROFILE\0\x01\xc8${'i'.repeat(64_000)}`,
      200,
    ),
    'animated WebP': await animated(),
    'TIFF of many pages': await noisy(3_000, 3_000).tiff({ pyramid: true, tile: true }).toBuffer(),
  }
  if (isFull) {
    ready['PNG of 119 megapixels'] = await plain(10_900, 10_900).png().toBuffer()
    ready['progressive JPEG of 100 megapixels'] = await noisy(10_000, 10_000)
      .jpeg({ progressive: true })
      .toBuffer()
    refused['PNG of 144 megapixels'] = await plain(12_000, 12_000).png().toBuffer()
  }
  return [
    ...Object.entries(refused).map(([name, bytes]) => ({ name, bytes, state: 'REFUSED' as const })),
    ...Object.entries(ready).map(([name, bytes]) => ({ name, bytes, state: 'READY' as const })),
    { name: 'JPEG of 1,000 scans', bytes: manyScans(progressive), state: 'REFUSED' },
  ]
}

/** Overwrites the size in a PNG's header. */
function resized(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}

/** Inserts segments after a JPEG's first two bytes. */
function withSegments(jpeg: Buffer, marker: number, text: string, count: number): Buffer {
  const content = Buffer.from(text, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  const segments = Array.from({ length: count }, () => [head, content]).flat()
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

const START_OF_SCAN = Buffer.from('ffda', 'hex')

/** A progressive JPEG that repeats its last scan 1,000 times, each over the whole picture. */
function manyScans(progressive: Buffer): Buffer {
  const last = progressive.lastIndexOf(START_OF_SCAN)
  const scan = progressive.subarray(last, -2)
  const again = Array.from({ length: 1_000 }, () => scan)
  return Buffer.concat([progressive.subarray(0, -2), ...again, progressive.subarray(-2)])
}

async function animated(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((colour) => plain(300, 300, colour).png().toBuffer()),
  )
  return animation(frames).toBuffer()
}
