import { derivativeKey, MARKED, markedKey } from '@mediajobs/domain'
import { releaseMarks, requestMarks } from '@mediajobs/operations/marks'
import { eventually } from '@mediajobs/testing/eventually'
import { noisy, plain } from '@mediajobs/testing/media/pictures'
import sharp from 'sharp'
import t from 'tap'
import { openMediaFixture } from '../../testing/fixture.ts'

const fixture = await openMediaFixture(t)
const { organizationId, objectStore, put, sql, api } = fixture

interface Row {
  state: string | null
  secret: Buffer
  keySecret: Buffer
}

async function rowOf(mediaId: string): Promise<Row> {
  const [row] = await sql.query<Row>(
    `select mark_state as state, mark_secret as secret, key_secret as "keySecret"
     from media_previews where media_id = $1`,
    [mediaId],
  )
  if (!row) throw new Error('no preview')
  return row
}

async function bytesOf(key: string): Promise<Buffer> {
  const response = await fetch(objectStore.cdnUrl(key))
  if (!response.ok) throw new Error(`${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

const ids: Record<string, string> = {}
const { project } = await fixture.deliver({}, {}, async (projectId) => {
  ids.grey = await put(projectId, await plain(3_000, 2_000, '#808080').jpeg().toBuffer())
  ids.wide = await put(projectId, await plain(900, 60, '#ffffff').png().toBuffer())
  ids.noisy = await put(projectId, await noisy(1_000, 1_500).jpeg().toBuffer())
  ids.broken = await put(projectId, Buffer.from('no picture at all'))
})
await fixture.requestPreviews()
const [delivery] = await sql.query<{ id: string }>(
  'select id from client_deliveries where project_id = $1',
  [project.id],
)
await api.store.transaction((tx) => requestMarks(tx, organizationId, delivery?.id ?? ''))
const media = await fixture.startMedia()
await fixture.finished()
const marked = (id: string | undefined) =>
  eventually(
    'the watermarked picture was created',
    async () => (await rowOf(id ?? '')).state === 'READY',
  )

t.test(
  'a watermarked picture is at most 1280 px, and watermarked all over [c19-marked]',
  async (t) => {
    for (const [name, width, height] of [
      ['grey', 1280, 853],
      ['wide', 900, 60],
      ['noisy', 853, 1280],
    ] as const) {
      await marked(ids[name])
      const { secret, keySecret } = await rowOf(ids[name] ?? '')
      const key = markedKey(organizationId, secret)
      const picture = await bytesOf(key)
      t.match(await sharp(picture).metadata(), { format: 'webp', width, height })
      t.ok(Math.max(width, height) <= MARKED.maxPixels)
      const large = await bytesOf(derivativeKey(organizationId, keySecret, 'large'))
      const raw = (bytes: Buffer) => sharp(bytes).resize(width, height).greyscale().raw().toBuffer()
      const [before, after] = await Promise.all([raw(large), raw(picture)])
      t.ok(mostUnmarked(before, after, width, height) < 220, `${name}: no unmarked patch`)
    }
  },
)

/** The side in pixels of the largest grid cell without a watermark. */
function mostUnmarked(before: Buffer, after: Buffer, width: number, height: number): number {
  for (let side = Math.min(width, height); side >= 40; side -= 20) {
    for (let top = 0; top + side <= height; top += 20) {
      for (let left = 0; left + side <= width; left += 20) {
        if (!isTouched(before, after, { left, top, side, width })) return side
      }
    }
  }
  return 0
}

function isTouched(
  before: Buffer,
  after: Buffer,
  { left, top, side, width }: { left: number; top: number; side: number; width: number },
): boolean {
  let changed = 0
  for (let y = top; y < top + side; y += 1) {
    for (let x = left; x < left + side; x += 1) {
      const at = y * width + x
      if (Math.abs((before[at] ?? 0) - (after[at] ?? 0)) > 25) changed += 1
    }
    if (changed >= side / 2) return true
  }
  return false
}

t.test('the watermarked picture is removed once no delivery is locked [c19-marked]', async (t) => {
  const { secret } = await rowOf(ids.grey ?? '')
  await api.store.transaction((tx) => releaseMarks(tx, organizationId, project.id))
  t.equal((await rowOf(ids.grey ?? '')).state, null)
  const [removal] = await sql.query('select from object_removals where key = $1', [
    markedKey(organizationId, secret),
  ])
  t.ok(removal)
  await api.store.transaction((tx) => requestMarks(tx, organizationId, delivery?.id ?? ''))
  await marked(ids.grey)
  const next = (await rowOf(ids.grey ?? '')).secret
  t.notSame(next, secret, 'a new key: the old one may still be removed')
})

t.test('media without derivatives get no watermark', async (t) => {
  t.equal((await rowOf(ids.broken ?? '')).secret, null)
  await media.stop()
})
