// docs/contract.md#c13-alteration to #c13-originals-life: public pages of altered pictures.
import { objectRemovals } from '@mediajobs/db/schema'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { anyAddress } from '@mediajobs/testing/api/request'
import { eq } from 'drizzle-orm'
import t from 'tap'

const objectStore = testObjectStore()
const api = await testApp(t, { objectStore, trustProxy: true })

const read = (id: string) =>
  api.request('GET', `/originals/${id}`, { headers: { 'x-forwarded-for': anyAddress() } })
const SKY = { alterationKind: 'SKY', alterationNote: 'A blue sky' } as const

async function studioWithPair(fields: object = {}) {
  const studio = await deliveringStudio(api)
  const pair = await studio.deliverPair(fields, SKY)
  return { ...studio, ...pair, id: pair.url.split('/').at(-1) ?? '' }
}

t.test('a delivered altered picture has a public page [c13-originals]', async (t) => {
  const { view, url, id, original, altered } = await studioWithPair()
  t.match(url, /^http:\/\/deliveries\.test\/originals\/[0-9A-Za-z]{22}$/)
  t.strictSame(view.media[1].alteration, { kind: 'SKY', note: 'A blue sky' })
  t.equal(view.media[0].originalsUrl, null)
  const { status, body } = await read(id)
  t.equal(status, 200)
  t.strictSame(body, {
    id,
    organization: { name: 'Test Studio', logoUrl: null, colour: null, locale: null },
    address: null,
    kind: 'SKY',
    note: 'A blue sky',
    alteredUrl: `https://cdn.test/${altered}`,
    alteredWidth: null,
    alteredHeight: null,
    originalUrl: `https://cdn.test/${original}`,
    originalWidth: null,
    originalHeight: null,
    qrUrl: `${url}/qr.svg`,
  })
  const wrongIds = [
    'A'.repeat(22),
    'A'.repeat(2_000),
    'nope',
    '%00',
    `${id.slice(0, -3)}%00`,
    altered,
  ]
  for (const wrong of wrongIds) t.equal((await read(wrong)).status, 404)
})

t.test(
  'only a delivered picture that declares its alteration has a page [c13-originals-published]',
  async (t) => {
    const { call, deliver, addMedia } = await deliveringStudio(api)
    let altered = ''
    const { project, open } = await deliver({}, {}, async (projectId) => {
      const original = await addMedia(projectId)
      altered = await addMedia(projectId, { alteredFromMediaId: original })
    })
    const urlOf = async () =>
      (await open()).body.media.find(({ id }: { id: string }) => id === altered).originalsUrl
    t.equal(await urlOf(), null)
    const declared = { alteration: { kind: 'TWILIGHT' } }
    t.equal((await call('PATCH', `/media/${altered}`, declared)).status, 200)
    t.equal(await urlOf(), null, 'not delivered again yet')
    await call('POST', `/projects/${project.id}/deliver`)
    t.match(await urlOf(), /originals/)
  },
)

t.test('the URL survives redelivery and revocation [c13-originals]', async (t) => {
  const { call, client, project, url, id } = await studioWithPair()
  const again = await call('POST', `/projects/${project.id}/deliver`)
  const { body } = await client(again.body.deliveryToken).open()
  t.equal(body.media[1].originalsUrl, url)
  await call('DELETE', `/projects/${project.id}/delivery`)
  t.equal((await read(id)).status, 200)
})

t.test(
  "the property's address is shown only if the organization allows it [c13-originals-address]",
  async (t) => {
    const { call, id } = await studioWithPair({ addressLine1: '12 Elm St', city: 'Bern' })
    t.equal((await read(id)).body.address, null)
    await call('PATCH', '/organization', { showAddressOnOriginals: true })
    t.match((await read(id)).body.address, {
      addressLine1: '12 Elm St',
      city: 'Bern',
      region: null,
    })
  },
)

t.test(
  'the page keeps both pictures of deleted media, as large derivatives only [c13-originals-life]',
  async (t) => {
    const { org, call, project, id, original, altered, addPreview } = await studioWithPair()
    await addPreview(original)
    await addPreview(altered)
    const before = (await read(id)).body
    const { largeUrl } = (await call('GET', `/media/${altered}`)).body.preview
    t.equal(before.alteredUrl, largeUrl)
    t.match(before, { alteredWidth: 6000, alteredHeight: 4000 })
    await call('PATCH', `/projects/${project.id}/status`, { status: 'IN_REVISION' })
    for (const each of [original, altered]) await call('DELETE', `/media/${each}`)
    const { status, body } = await read(id)
    t.equal(status, 200)
    t.match(body, { alteredUrl: before.alteredUrl, originalUrl: before.originalUrl })
    const removals = await api.store.sql.orm
      .select()
      .from(objectRemovals)
      .where(eq(objectRemovals.organizationId, org.organizationId))
    const removed = removals.map(({ key }) => objectStore.cdnUrl(key))
    t.notOk(removed.includes(before.alteredUrl))
    t.notOk(removed.includes(before.originalUrl))
    t.equal(removed.length, 2 * 5, 'each file, and its other four derivatives')
  },
)

t.test(
  'a deleted picture without derivatives stays on its page as the original file [c13-originals-life]',
  async (t) => {
    const { org, call, project, id, altered } = await studioWithPair()
    await call('PATCH', `/projects/${project.id}/status`, { status: 'IN_REVISION' })
    await call('DELETE', `/media/${altered}`)
    const { alteredUrl } = (await read(id)).body
    t.equal(alteredUrl, objectStore.cdnUrl(`${org.organizationId}/${altered}`))
    const removals = await api.store.sql.orm
      .select()
      .from(objectRemovals)
      .where(eq(objectRemovals.organizationId, org.organizationId))
    t.strictSame(removals, [])
  },
)

t.test(
  'a published picture keeps its original; its kind and note can be changed [c13-originals-published]',
  async (t) => {
    const { call, id, altered, original, project, addMedia } = await studioWithPair()
    const other = await addMedia(project.id)
    const patch = (body: object) => call('PATCH', `/media/${altered}`, body)
    const published = { status: 409, body: { code: 'original_published' } }
    for (const change of [
      { alteredFromMediaId: other },
      { alteredFromMediaId: null },
      { alteration: null },
    ]) {
      t.match(await patch(change), published)
    }
    t.equal((await patch({ alteredFromMediaId: original })).status, 200, 'the same original')
    const alteration = { kind: 'TWILIGHT', note: 'Lights were added' }
    t.strictSame((await patch({ alteration })).body.alteration, alteration)
    t.match((await read(id)).body, alteration)
  },
)

t.test(
  'calls are counted by network, together with those of deliveries [c13-originals]',
  async (t) => {
    const headers = { 'x-forwarded-for': '2001:db8:ffff:ffff::1' }
    const responses = []
    for (let n = 0; n < 61; n += 1) {
      responses.push(await api.request('GET', '/originals/nope', { headers }))
    }
    t.equal(responses[59]?.status, 404)
    t.match(responses[60], { status: 429, body: { code: 'rate_limited' } })
  },
)
