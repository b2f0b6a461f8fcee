// docs/contract.md#c23-pages to #c23-media: what a website's visitors get.
import { clientDeliveries, websites } from '@mediajobs/db/schema'
import { testApp } from '@mediajobs/testing/api/app'
import { websiteStudio } from '@mediajobs/testing/api/website-studio'
import { eq, sql as raw } from 'drizzle-orm'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const studio = await websiteStudio(api)
const { call, visit, withWebsite, eventsOf, addMedia, addPreview } = studio
const { orm } = api.store.sql

t.test(
  'a website shows photos, videos and floor plans of the newest delivery, or those chosen in order [c23-media-shown]',
  async (t) => {
    const { project, site, path, publish, ids } = await withWebsite()
    await publish()
    const shown = async () => {
      const { photos, videos, floorPlans } = (await visit(site)).body
      return [photos, videos, floorPlans].flat().map(({ id }) => id)
    }
    const later = await addMedia(project.id, { position: 0 })
    await addPreview(later)
    const document = await addMedia(project.id, { type: 'DOCUMENT' })
    t.strictSame(await shown(), [ids.photo, ids.video, ids.plan], 'not delivered yet')
    await call('POST', `/projects/${project.id}/deliver`)
    t.strictSame(await shown(), [later, ids.photo, ids.video, ids.plan])
    await call('PUT', path, { mediaIds: [ids.photo, later] })
    t.strictSame(await shown(), [ids.photo, later])
    for (const wrong of [document, project.id, 'nope']) {
      const refused = await call('PUT', path, { mediaIds: [wrong] })
      t.match(refused, { status: 404, body: { fields: [{ path: 'mediaIds' }] } })
    }
  },
)

t.test(
  'an unpublished, expired, locked or undelivered website gets the same 404 as an unknown id [c23-hidden]',
  async (t) => {
    const { project, site, tour, publish, unpublish, get, ids } = await withWebsite({
      contacts: [{ name: 'Jane', email: 'jane@example.com' }],
    })
    const isHidden = async (why: string, blockedBy: string | null) => {
      const unknown = await visit(`/sites/${'A'.repeat(22)}`)
      const { requestId, ...expected } = unknown.body
      const lead = { name: 'Sam', email: 'sam@example.com' }
      for (const response of [
        await visit(site),
        await visit(tour),
        await visit(`${site}/media/${ids.photo}`),
        await visit(`${tour}/media/${ids.photo}`),
        await visit(`${site}/views`, undefined, 'POST'),
        await visit(`${tour}/views`, undefined, 'POST'),
        await visit(`${site}/leads`, lead),
      ]) {
        const { requestId: _, ...body } = response.body
        t.strictSame([response.status, body], [404, expected], why)
      }
      t.equal((await get()).blockedBy, blockedBy, why)
    }
    const isShown = async () => t.equal((await visit(tour)).status, 200)
    const ofProject = eq(websites.projectId, project.id)
    const ofDelivery = eq(clientDeliveries.projectId, project.id)
    await isHidden('a draft', null)
    await publish()
    await isShown()
    await orm.update(websites).set({ expiresAt: raw`now() - interval '1 ms'` }).where(ofProject)
    await isHidden('expired', 'EXPIRED')
    t.match(await publish(), { status: 409, body: { code: 'website_expired' } })
    await orm.update(websites).set({ expiresAt: null }).where(ofProject)
    await isShown()
    await orm.update(clientDeliveries).set({ lockedAt: raw`now()` }).where(ofDelivery)
    await isHidden('locked', 'LOCKED')
    t.match(await publish(), { status: 409, body: { code: 'delivery_locked' } })
    await orm.update(clientDeliveries).set({ unlockedAt: raw`now()` }).where(ofDelivery)
    await isShown()
    await call('DELETE', `/projects/${project.id}/delivery`)
    await isHidden('revoked', 'NOT_DELIVERED')
    t.match(await publish(), { status: 409, body: { code: 'no_delivery_in_force' } })
    await call('POST', `/projects/${project.id}/deliver`)
    await isShown()
    await unpublish()
    await isHidden('unpublished', null)
  },
)

t.test(
  'files of a live page redirect to the store, others are a 404; photos need derivatives [c23-media]',
  async (t) => {
    const { project, site, tour, path, publish, ids } = await withWebsite()
    await publish()
    const { organizationId } = studio.org
    for (const page of [site, tour]) {
      const large = await visit(`${page}/media/${ids.photo}`)
      const thumb = await visit(`${page}/media/${ids.photo}?size=thumb`)
      t.match(large.headers.location, new RegExp(`/${organizationId}/derived/[0-9a-f]{32}\\.webp$`))
      t.equal(large.headers['cache-control'], 'no-store')
      t.not(large.headers.location, thumb.headers.location)
      const video = await visit(`${page}/media/${ids.video}`)
      t.equal(video.status, 307)
      t.match(video.headers.location, new RegExp(`/${organizationId}/${ids.video}$`))
      const hosts = [video, large].map(({ headers }) => new URL(`${headers.location}`).host)
      t.equal(hosts[0], hosts[1], 'wherever it was confirmed')
      t.equal((await visit(`${page}/media/${ids.photo}?size=mls`)).status, 400)
    }
    const other = await withWebsite()
    for (const id of [other.ids.photo, project.id, 'nope', '%00']) {
      t.equal((await visit(`${tour}/media/${id}`)).status, 404)
    }
    await call('PUT', path, { mediaIds: [ids.video] })
    t.equal((await visit(`${tour}/media/${ids.photo}`)).status, 404, 'not on the page')
  },
)

t.test(
  "a page's hundred files are within the limits, a hundred guesses aren't [c23-media]",
  async (t) => {
    const { tour, publish, ids } = await withWebsite()
    await publish()
    const headers = { 'x-forwarded-for': '2001:db9:ffff:1::1' }
    const ask = (id: string) => api.request('GET', `${tour}/media/${id}`, { headers })
    for (let n = 0; n < 100; n++) t.equal((await ask(ids.photo)).status, 307)
    const guesses = []
    for (let n = 0; n < 61; n++) guesses.push((await ask('nope')).status)
    t.strictSame(guesses, [...Array.from({ length: 60 }, () => 404), 429])
  },
)

t.test(
  'leads are mailed to contacts and listed: five an hour per network, none from bots [c23-leads]',
  async (t) => {
    const { project, site, path, publish } = await withWebsite({
      contacts: [{ name: 'Jane', email: 'jane@example.com' }],
    })
    await publish()
    const lead = { name: '<b>Sam</b>', email: 'sam@example.com', message: 'x'.repeat(2_000) }
    t.match(await visit(`${site}/leads`, { name: 'Sam' }), { status: 400 })
    t.match(await visit(`${site}/leads`, { ...lead, message: 'x'.repeat(2_001) }), { status: 400 })
    t.equal((await visit(`${site}/leads`, lead)).status, 204)
    t.equal((await visit(`${site}/leads`, { ...lead, website: 'http://spam.test' })).status, 204)
    const { body } = await call('GET', `/projects/${project.id}/leads`)
    t.match(body, { data: [{ ...lead, phone: null, projectId: project.id }], nextCursor: null })
    t.equal(body.data.length, 1, 'the honeypot took the other one')
    const events = await eventsOf(project.id, 'LEAD_RECEIVED')
    t.strictSame(
      events.map(({ leadId, lead }: { leadId: string; lead: object }) => [leadId, lead]),
      [[body.data[0].id, body.data[0]]],
    )
    const headers = { 'x-forwarded-for': '2001:db9:ffff:2::1' }
    const statuses = []
    for (let n = 0; n < 6; n++) {
      statuses.push((await api.request('POST', `${site}/leads`, { headers, body: lead })).status)
    }
    t.strictSame(statuses, [204, 204, 204, 204, 204, 429])
    await call('PUT', path, { leadForm: false })
    t.equal((await visit(`${site}/leads`, lead)).status, 404)
  },
)

t.test('views are counted per day and page [c23-views]', async (t) => {
  const { project, site, tour, path, publish } = await withWebsite()
  await publish()
  for (const page of [site, site, tour]) {
    t.equal((await visit(`${page}/views`, undefined, 'POST')).status, 204)
  }
  const { body } = await call('GET', `${path}/views`)
  t.match(body, {
    data: [{ day: /^\d{4}-\d\d-\d\d$/, branded: 2, unbranded: 1 }],
    brandedTotal: 2,
    unbrandedTotal: 1,
  })
  t.ok(project)
})

t.test(
  'the unbranded page names no organization, contact or customer in any text, however written [c23-unbranded-names]',
  async (t) => {
    const { body: customer } = await call('POST', '/customers', {
      name: 'Ulla Brandström',
      email: 'ulla@brandstrom-homes.example',
      phone: '+46 70 555 12 34',
      company: 'Nordic Living AB',
    })
    const contact = { name: 'Jane Keys', phone: '(217) 555-0123', email: 'jane@keysrealty.example' }
    const { tour, path, publish, get } = await withWebsite(
      { contacts: [contact] },
      { customerId: customer.id, addressLine1: '1 Main Street', addressLine2: 'c/o Nordic Living' },
    )
    await publish()
    for (const hostile of [
      'By Test Studio',
      'by TEST   STUDIO',
      'T e s t S t u d i o',
      'Test\u200bStudio',
      'Ｔｅｓｔ Ｓｔｕｄｉｏ',
      '𝐓𝐞𝐬𝐭 𝐒𝐭𝐮𝐝𝐢𝐨',
      'Tеst Ѕtudiо',
      'Ask for Jane',
      'Call k-e-y-s',
      'Ulla Brandstrom',
      'BRANDSTRÖM sells',
      'Nordic  Living',
      'jane@keysrealty.example',
      'info [at] keysrealty',
      'See www.example.com',
      'See example.com/house',
      'Call 217.555.0123',
      'Call 5550123',
      '+41 44 123 45 67',
    ]) {
      await call('PUT', path, {
        headline: hostile,
        description: hostile,
        facts: { mlsNumber: hostile, bedrooms: 3 },
        contacts: [contact],
        tours: [
          {
            kind: 'KUULA',
            url: 'https://kuula.co/post/a',
            unbrandedUrl: 'https://kuula.co/post/Jane%20Keys',
          },
          {
            kind: 'KUULA',
            url: 'https://kuula.co/post/b',
            unbrandedUrl: 'https://kuula.co/post/b',
          },
        ],
      })
      const { body } = await visit(tour)
      t.match(body, {
        headline: null,
        description: null,
        facts: { mlsNumber: null, bedrooms: 3 },
        address: { addressLine1: '1 Main Street', addressLine2: null },
      })
      t.strictSame(body.tours, [{ kind: 'KUULA', url: 'https://kuula.co/post/b' }], hostile)
      t.strictSame((await get()).unbrandedOmits, [
        'headline',
        'description',
        'facts.mlsNumber',
        'address.addressLine2',
        'tours[0]',
      ])
      for (const key of ['contacts', 'organization', 'leadForm']) t.notOk(key in body)
    }
    const honest = 'A test of light: 3 studios on 1,250,000 blades of grass, 1998 to 2026. Sunny'
    await call('PUT', path, { headline: honest, contacts: [contact] })
    t.equal((await visit(tour)).body.headline, honest)
  },
)

t.test(
  "tours use https on known hosts, and are the unbranded page's only external URLs [c23-tours]",
  async (t) => {
    const { tour, path, publish } = await withWebsite()
    await publish()
    const refused = async (tours: object[]) =>
      t.match(await call('PUT', path, { tours }), { status: 400 }, JSON.stringify(tours))
    await refused([{ kind: 'MATTERPORT', url: 'https://evil.example/show' }])
    await refused([{ kind: 'MATTERPORT', url: 'https://my.matterport.com.evil.example/' }])
    await refused([{ kind: 'MATTERPORT', url: 'https://my.matterport.com:8443/' }])
    await refused([{ kind: 'OTHER', url: 'http://tour.example/' }])
    await refused([{ kind: 'OTHER', url: 'javascript:alert(1)' }])
    await refused([{ kind: 'OTHER', url: 'https://a:b@tour.example/' }])
    for (const url of [
      'blob:https://tour.example/1',
      'https:tour.example',
      'https:/tour.example',
      'https://tour.example/\nx',
      'https://tour.example;script-src/',
    ]) {
      await refused([{ kind: 'OTHER', url }])
    }
    await refused([{ kind: 'KUULA', url: 'https://evil.example\\@kuula.co/' }])
    await refused([{ kind: 'KUULA', url: 'https:kuula.co/post/a' }])
    await refused([
      { kind: 'OTHER', url: 'https://a.example/', unbrandedUrl: 'https://a.example/' },
    ])
    await refused(Array.from({ length: 6 }, () => ({ kind: 'KUULA', url: 'https://kuula.co/a' })))
    t.equal(
      (await call('PUT', path, { tours: [{ kind: 'OTHER', url: 'https://a.example/' }] })).status,
      200,
    )
    const { body } = await visit(tour)
    t.strictSame(body.tours, [])
    t.notMatch(JSON.stringify(body), /https?:/)
  },
)

t.test('the neutral host serves only unbranded pages [c23-tour-host]', async (t) => {
  const neutral = await testApp(t, { trustProxy: true, tourBaseUrl: 'https://tours.test' })
  const there = await websiteStudio(neutral)
  const { site, tour, path, publish } = await there.withWebsite()
  const { body } = await publish()
  t.match(body.unbrandedUrl, /^https:\/\/tours\.test\/tours\//)
  t.match(body.brandedUrl, /^http:\/\/deliveries\.test\/sites\//)
  const ask = async (to: string) =>
    (
      await neutral.request('GET', to, {
        headers: { 'x-forwarded-host': 'Tours.test', 'x-forwarded-for': '2001:db9:fff0::1' },
      })
    ).status
  t.equal(await ask(tour), 200)
  for (const elsewhere of [site, path, '/toursx/']) {
    t.equal(await ask(elsewhere), 404, elsewhere)
  }
})

t.test(
  "a contact's photo is an https URL, shown only on the branded page [c23-photo-url]",
  async (t) => {
    const { site, tour, path, publish } = await withWebsite()
    await publish()
    const put = (photoUrl: string) => call('PUT', path, { contacts: [{ name: 'Jane', photoUrl }] })
    for (const wrong of [
      'http://photos.test/jane.jpg',
      'javascript:alert(1)',
      'data:image/png,x',
    ]) {
      t.equal((await put(wrong)).status, 400, wrong)
    }
    t.equal((await put('https://photos.test/jane.jpg')).status, 200)
    t.match((await visit(site)).body.contacts, [{ photoUrl: 'https://photos.test/jane.jpg' }])
    t.notMatch(JSON.stringify((await visit(tour)).body), 'photos.test')
  },
)
