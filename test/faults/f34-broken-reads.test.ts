import { openMediaFixture } from '@mediajobs/media/testing'
import { eventually } from '@mediajobs/testing/eventually'
import { startBreakingStore } from '@mediajobs/testing/media/breaking-store'
import { noisy, plain } from '@mediajobs/testing/media/pictures'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'

const FULL_ROUNDS = 30
const BLUE = '#0000ff'
const NEARLY_BLUE = /^#0000f[ef]$/

/** How much longer the next file is than the missing part of the broken one: a little, negative, and a lot. */
const NEXT_FILES = [20_000, -20_000, 1_500_000] as const

await prove({
  id: 'F34',
  promise:
    "when the store breaks off in mid-picture, the next file isn't mixed up with it, and nothing hangs",
  rules: '[c13-picture-alone]',
  target: `of ${FULL_ROUNDS} broken pictures: each made whole, and the next of another organization with its own colour`,
  async run({ t, isFull }) {
    const rounds = isFull ? FULL_ROUNDS : NEXT_FILES.length
    const site = await openSite(t)
    let alone = 0
    for (let round = 0; round < rounds; round += 1) {
      const share = isFull ? 0.1 + 0.8 * Math.random() : 0.6
      alone += (await breakOff(site, share, NEXT_FILES[round % NEXT_FILES.length] ?? 0)) ? 1 : 0
    }
    return {
      figure: `${rounds} broken pictures: ${alone} made whole, and the next one alone`,
      isMet: alone === rounds,
    }
  },
})

async function openSite(t: Test) {
  const fixture = await openMediaFixture(t)
  const { project } = await fixture.deliver()
  const other = await fixture.api.createOrg()
  const booked = await other.call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
  })
  const photo = await noisy(1_200, 800).jpeg().toBuffer()
  return { t, fixture, project, photo, other, projectOfOther: booked.body.id as string }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** Breaks off one picture after a share of its bytes. @returns whether it and the next one are correct */
async function breakOff(site: Site, share: number, longerBytes: number): Promise<boolean> {
  const { t, fixture, project, photo } = site
  const sent = Math.floor(photo.length * share)
  const breaking = await startBreakingStore(t)
  const cut = await fixture.put(project.id, photo)
  await fixture.requestPreviews()
  breaking.breakOff(`${fixture.organizationId}/${cut}`, 'cut', sent)
  const media = await fixture.startMedia({ objectStore: breaking.objectStore })
  await eventually('the read broke off', async () => breaking.broken === 1)
  const next = await putOfOther(site, Math.max(photo.length - sent + longerBytes, 2_000))
  await fixture.requestPreviews()
  await fixture.finished()
  await media.stop()
  const [seen, whole] = [await fixture.preview(next), await fixture.preview(cut)]
  return (
    t.match(seen, { state: 'READY', width: 300, height: 200, colour: NEARLY_BLUE }) &&
    t.match(whole, { state: 'READY', width: 1_200, attempts: 1 })
  )
}

/** The other organization's small blue picture, padded with zeros to this length. */
async function putOfOther({ fixture, other, projectOfOther }: Site, size: number): Promise<string> {
  const picture = await plain(300, 200, BLUE).jpeg().toBuffer()
  const bytes = Buffer.concat([picture, Buffer.alloc(size)]).subarray(0, size)
  const { organizationId } = other
  const id = await fixture.addMedia(projectOfOther, { organizationId, size })
  const key = `${organizationId}/${id}`
  await fixture.api.store.sql.query('update media set key = $2 where id = $1', [id, key])
  const headers = { contentType: 'image/jpeg', cacheControl: 'no-store' }
  await fixture.objectStore.put(key, bytes, headers)
  return id
}
