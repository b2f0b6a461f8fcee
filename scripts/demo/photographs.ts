import { readFile } from 'node:fs/promises'
import type { Client, Media, MediaFile } from '@mediajobs/client'
import sharp from 'sharp'

// Like a 24-megapixel camera, whose JPEGs are about 5 MB.
const WIDTH = 6_000
const HEIGHT = 4_000
const QUALITY = 88
// Without grain, these JPEGs would be a tenth of the size.
const GRAIN = { type: 'gaussian', mean: 128, sigma: 22 } as const

const grain = sharp({
  create: { width: 1_500, height: 1_000, channels: 3, background: '#808080', noise: GRAIN },
})
  .greyscale()
  .png()
  .toBuffer()

/** A photograph of a house as JPEG. `isFurnished`: an empty room with furniture drawn into it. */
async function photograph(number: number, isFurnished = false): Promise<Buffer> {
  return sharp(Buffer.from(draw(scene(number, isFurnished), WIDTH, HEIGHT)))
    .composite([{ input: await grain, tile: true, blend: 'soft-light' }])
    .withExif({ IFD0: { Artist: 'Tess', Copyright: 'Demo' } })
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

/** A floor plan as PNG. */
function floorPlan(): Promise<Buffer> {
  const wall = 'fill="none" stroke="#222" stroke-width="14"'
  const room = (x: number, y: number, w: number, h: number, name: string) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" ${wall}/>
    <text x="${x + w / 2}" y="${y + h / 2}" text-anchor="middle" font-size="36" fill="#222">${name}</text>`
  const rooms = [
    room(100, 100, 620, 420, 'Living'),
    room(720, 100, 380, 420, 'Kitchen'),
    room(1100, 100, 300, 420, 'Bath'),
    room(100, 520, 500, 380, 'Bedroom'),
    room(600, 520, 500, 380, 'Bedroom'),
    room(1100, 520, 300, 380, 'Hall'),
  ]
  const white = '<rect width="1500" height="1000" fill="#fff"/>'
  return sharp(Buffer.from(draw(white + rooms.join(''), 3_000, 2_000)))
    .png()
    .toBuffer()
}

function draw(shapes: string, width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1500 1000" width="${width}" height="${height}">${shapes}</svg>`
}

const SCENES = [front, room, kitchen, garden]

function scene(number: number, isFurnished: boolean): string {
  const draws = SCENES[number % SCENES.length] ?? front
  const hue = (number * 47) % 360
  return draws(hue) + (isFurnished ? furniture(hue) : '')
}

function front(hue: number): string {
  const windows = [420, 640, 960].map(
    (x) =>
      `<rect x="${x}" y="560" width="120" height="110" fill="#bcd6e6" stroke="#fff" stroke-width="12"/>`,
  )
  return `<rect width="1500" height="1000" fill="hsl(${205 + (hue % 20)},58%,68%)"/>
    <ellipse cx="${200 + hue * 3}" cy="170" rx="190" ry="44" fill="#fff" opacity=".8"/>
    <rect y="760" width="1500" height="240" fill="hsl(${95 + (hue % 30)},32%,42%)"/>
    <polygon points="300,480 750,250 1200,480" fill="hsl(${hue % 40},32%,34%)"/>
    <rect x="350" y="480" width="800" height="290" fill="hsl(${hue},22%,82%)"/>
    <rect x="810" y="590" width="100" height="180" fill="hsl(${(hue + 180) % 360},36%,32%)"/>${windows.join('')}`
}

function room(hue: number): string {
  return `<rect width="1500" height="1000" fill="hsl(${hue},14%,86%)"/>
    <polygon points="0,1000 260,720 1240,720 1500,1000" fill="hsl(${28 + (hue % 16)},42%,58%)"/>
    <rect x="500" y="220" width="500" height="330" fill="#cfe6f4" stroke="#fff" stroke-width="20"/>
    <line x1="750" y1="220" x2="750" y2="550" stroke="#fff" stroke-width="14"/>
    <polygon points="0,0 260,160 260,720 0,1000" fill="hsl(${hue},14%,78%)"/>
    <polygon points="1500,0 1240,160 1240,720 1500,1000" fill="hsl(${hue},14%,74%)"/>`
}

function furniture(hue: number): string {
  const colour = `hsl(${(hue + 200) % 360},38%,42%)`
  return `<rect x="430" y="640" width="560" height="150" rx="26" fill="${colour}"/>
    <rect x="430" y="560" width="560" height="110" rx="30" fill="hsl(${(hue + 200) % 360},38%,50%)"/>
    <ellipse cx="720" cy="890" rx="360" ry="56" fill="hsl(${hue},30%,66%)"/>
    <rect x="1060" y="430" width="16" height="330" fill="#444"/>
    <polygon points="1010,430 1126,430 1096,340 1040,340" fill="#f3e3b3"/>`
}

function kitchen(hue: number): string {
  const cupboards = [0, 1, 2, 3, 4].map(
    (n) => `<rect x="${120 + n * 260}" y="120" width="240" height="240" fill="hsl(${hue},26%,72%)"/>
    <rect x="${120 + n * 260}" y="600" width="240" height="260" fill="hsl(${hue},26%,62%)"/>`,
  )
  return `<rect width="1500" height="1000" fill="#f1efe9"/>
    <rect y="860" width="1500" height="140" fill="hsl(${30 + (hue % 20)},26%,52%)"/>${cupboards.join('')}
    <rect x="100" y="550" width="1320" height="50" fill="#4b4b4f"/>
    <rect x="660" y="385" width="200" height="130" fill="#cfe6f4"/>`
}

function garden(hue: number): string {
  const trees = [180, 480, 1010, 1330].map(
    (x, n) => `<rect x="${x - 14}" y="520" width="28" height="240" fill="#6a4d36"/>
    <circle cx="${x}" cy="${470 - n * 18}" r="${120 + ((hue + n * 40) % 50)}" fill="hsl(${100 + ((hue + n * 9) % 40)},36%,38%)"/>`,
  )
  return `<rect width="1500" height="1000" fill="hsl(${28 + (hue % 30)},70%,78%)"/>
    <circle cx="760" cy="560" r="120" fill="#fff3c4"/>
    <rect y="680" width="1500" height="320" fill="hsl(${90 + (hue % 30)},34%,44%)"/>${trees.join('')}
    <rect x="560" y="800" width="380" height="90" rx="45" fill="#7fc4dc"/>`
}

// Files rendered and uploaded concurrently.
const AT_ONCE = 4

/** Index of the empty room that gets virtual furniture. */
const EMPTY_ROOM = 1

/** Uploads a shoot, a few files at a time: photographs of real size, a video and a floor plan. */
export async function uploadShoot(
  technician: Client,
  projectId: string,
  photos: number,
): Promise<Media[]> {
  const makers = Array.from({ length: photos }, (_, n) => async (): Promise<MediaFile> => {
    const filename = `photo-${String(n + 1).padStart(2, '0')}.jpg`
    return file(filename, 'PHOTO', 'image/jpeg', await photograph(n))
  })
  makers.push(
    async () =>
      file(
        'walk-through.mp4',
        'VIDEO',
        'video/mp4',
        await readFile(new URL('walk-through.mp4', import.meta.url)),
      ),
    async () => file('plan.png', 'FLOORPLAN', 'image/png', await floorPlan()),
  )
  const uploaded: Media[] = []
  for (let start = 0; start < makers.length; start += AT_ONCE) {
    const made = await Promise.all(makers.slice(start, start + AT_ONCE).map((make) => make()))
    uploaded.push(...(await technician.uploadMedia(projectId, made)))
  }
  return uploaded
}

/** Uploads the empty room with virtual furniture, as an altered picture of its original. */
export async function uploadStagedRoom(
  editor: Client,
  projectId: string,
  shoot: readonly Media[],
): Promise<void> {
  const staged = file(
    'photo-02-staged.jpg',
    'PHOTO',
    'image/jpeg',
    await photograph(EMPTY_ROOM, true),
  )
  const { id } = await editor.uploadMedia(projectId, staged)
  await editor.patch('/media/{id}', {
    path: { id },
    body: {
      alteredFromMediaId: shoot[EMPTY_ROOM]?.id ?? null,
      alteration: { kind: 'VIRTUAL_STAGING', note: 'The furniture is not in the room.' },
    },
  })
}

function file(
  filename: string,
  mediaType: MediaFile['mediaType'],
  type: string,
  bytes: Buffer,
): MediaFile {
  return { data: new Blob([new Uint8Array(bytes)], { type }), filename, mediaType }
}
