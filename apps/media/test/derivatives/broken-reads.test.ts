import { eventually } from '@mediajobs/testing/dispatcher/fixture'
import { startBreakingStore } from '@mediajobs/testing/media/breaking-store'
import { openMediaFixture } from '@mediajobs/testing/media/fixture'
import { noisy, plain } from '@mediajobs/testing/media/pictures'
import t from 'tap'

// A store that breaks off in the middle of one organization's picture, and what follows for the next one.

const SHARE = 0.6
const BLUE = '#0000ff'

const fixture = await openMediaFixture(t)
const { api, sql, objectStore, organizationId } = fixture
const { project } = await fixture.deliver()
const other = await api.createOrg()
const booked = await api.request('POST', '/projects/create', {
  key: other.key,
  body: { scheduledTime: '2026-05-01T09:30:00Z' },
})
const photo = await noisy(1_200, 800).jpeg().toBuffer()
const missing = photo.length - Math.floor(photo.length * SHARE)

/** A small blue picture of the other organization, with as many zeros behind it as give it this length. */
async function putOfOther(size: number): Promise<string> {
  const picture = await plain(300, 200, BLUE).jpeg().toBuffer()
  const bytes = Buffer.concat([picture, Buffer.alloc(size)]).subarray(0, size)
  const { organizationId: owner } = other
  const id = await fixture.addMedia(booked.body.id, { organizationId: owner, size })
  await sql.query('update media set key = $2 where id = $1', [id, `${owner}/${id}`])
  const headers = { contentType: 'image/jpeg', cacheControl: 'no-store' }
  await objectStore.put(`${owner}/${id}`, bytes, headers)
  return id
}

const NEXT_FILES = [
  ['a little longer than what is missing', missing + 20_000],
  ['shorter than what is missing', missing - 20_000],
  ['much longer than what is missing', missing + 1_500_000],
] as const

t.test(
  'behind a picture that broke off, the next file shows itself alone [c13-picture-alone]',
  async (t) => {
    for (const [name, size] of NEXT_FILES) {
      await t.test(name, async (t) => {
        const breaking = await startBreakingStore(t)
        const cut = await fixture.put(project.id, photo)
        await fixture.request()
        const key = `${organizationId}/${cut}`
        breaking.breakOff(key, 'cut', Math.floor(photo.length * SHARE))
        const media = await fixture.startMedia({ objectStore: breaking.objectStore })
        await eventually('the read has broken off', async () => breaking.broken === 1)
        const next = await putOfOther(size)
        await fixture.request()
        await fixture.finished()
        t.match(await fixture.preview(next), { state: 'READY', width: 300, height: 200 })
        t.match((await fixture.preview(next))?.colour, /^#0000f[ef]$/, 'its own colour')
        t.match(await fixture.preview(cut), { state: 'READY', width: 1_200, attempts: 1 })
        await media.stop()
      })
    }
  },
)
