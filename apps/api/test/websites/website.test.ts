// docs/contract.md#c23: a project's website, for staff.
import { testApp } from '@mediajobs/testing/api/app'
import { websiteStudio } from '@mediajobs/testing/api/website-studio'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const { call, visit, deliver, withWebsite, eventsOf } = await websiteStudio(api)

const NO_FACTS = {
  bedrooms: null,
  bathrooms: null,
  propertySize: null,
  lotSize: null,
  yearBuilt: null,
  priceAmount: null,
  currency: null,
  mlsNumber: null,
}

t.test(
  'a project has no website until a PUT creates it; another PUT replaces it [c23-put]',
  async (t) => {
    const { project } = await deliver()
    const path = `/projects/${project.id}/website`
    t.match(await call('GET', path), { status: 404, body: { code: 'not_found' } })
    const made = await call('PUT', path, {
      headline: 'Light',
      facts: { bedrooms: 4, priceAmount: 1, currency: 'USD' },
      contacts: [{ name: 'Jane' }],
    })
    t.equal(made.status, 200)
    t.match(made.body, {
      projectId: project.id,
      status: 'DRAFT',
      headline: 'Light',
      description: null,
      mediaIds: null,
      tours: [],
      leadForm: true,
      expiresAt: null,
      publishedAt: null,
      blockedBy: null,
      unbrandedOmits: [],
      publicId: /^[0-9A-Za-z]{22}$/,
      tourPublicId: /^[0-9A-Za-z]{22}$/,
    })
    t.strictSame(made.body.facts, { ...NO_FACTS, bedrooms: 4, priceAmount: 1, currency: 'USD' })
    t.strictSame(made.body.contacts, [
      { name: 'Jane', title: null, phone: null, email: null, licence: null, photoUrl: null },
    ])
    t.not(made.body.publicId, made.body.tourPublicId)
    t.equal(made.body.brandedUrl, `http://deliveries.test/sites/${made.body.publicId}`)
    t.equal(made.body.unbrandedUrl, `http://deliveries.test/tours/${made.body.tourPublicId}`)
    t.strictSame((await call('GET', path)).body, made.body)

    const replaced = await call('PUT', path, { description: 'Near the lake', leadForm: false })
    t.match(replaced.body, {
      headline: null,
      description: 'Near the lake',
      facts: NO_FACTS,
      contacts: [],
      leadForm: false,
      publicId: made.body.publicId,
      createdAt: made.body.createdAt,
    })
    const again = await call('PUT', path, { description: 'Near the lake', leadForm: false })
    t.strictSame(again.body, replaced.body, 'the same content changes nothing')
  },
)

t.test(
  'both pages are served while published, and a 404 once unpublished [c23-publish, c23-pages]',
  async (t) => {
    const { site, tour, publish, unpublish, project, ids } = await withWebsite({
      headline: 'Light',
    })
    for (const path of [site, tour]) t.equal((await visit(path)).status, 404, 'a draft')
    t.match(await publish(), { status: 200, body: { status: 'LIVE', publishedAt: /Z$/ } })
    t.equal((await publish()).status, 200, 'again')
    const branded = (await visit(site)).body
    t.match(branded, { headline: 'Light', leadForm: true, organization: { name: 'Test Studio' } })
    t.strictSame(
      [branded.photos, branded.videos, branded.floorPlans].flat().map(({ id }) => id),
      [ids.photo, ids.video, ids.plan],
    )
    const unbranded = await visit(tour)
    t.match(unbranded, { status: 200, body: { headline: 'Light' } })
    t.match(await unpublish(), { status: 200, body: { status: 'OFFLINE' } })
    t.equal((await unpublish()).status, 200, 'again')
    for (const path of [site, tour]) t.equal((await visit(path)).status, 404)
    t.equal((await eventsOf(project.id, 'WEBSITE_PUBLISHED')).length, 1)
    t.equal((await eventsOf(project.id, 'WEBSITE_UNPUBLISHED')).length, 1)
  },
)
