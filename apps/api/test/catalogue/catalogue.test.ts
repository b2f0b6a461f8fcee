import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call, book } = studio

for (const path of ['/packages', '/add-ons'] as const) {
  const field = path === '/packages' ? 'packageId' : 'selectedAddOnIds'
  const booking = (id: string) => ({ [field]: path === '/packages' ? id : [id] })

  t.test(
    `${path}: everything sent is stored, and the rest is null [c4-catalogue, c4-catalogue-package]`,
    async (t) => {
      const sent = {
        name: 'Gold',
        description: '40 photos and a video',
        priceAmount: 29_900,
        currency: 'CHF',
        mediaTypes: ['PHOTO', 'VIDEO'],
        durationMinutes: 90,
      }
      const { status, body } = await call('POST', path, sent)
      t.equal(status, 201)
      const { id, createdAt, updatedAt, ...rest } = body
      const { organizationId } = studio.org
      t.strictSame(rest, {
        organizationId,
        ...sent,
        sizeTiers: null,
        taxBasisPoints: null,
        archivedAt: null,
      })
      t.equal(createdAt, updatedAt)
      t.strictSame((await call('GET', `${path}/${id}`)).body, body)
      const { body: least } = await call('POST', path, {
        name: 'X',
        priceAmount: 0,
        currency: 'JPY',
      })
      t.match(least, { description: null, mediaTypes: null, durationMinutes: null })
    },
  )

  t.test(`${path}: PATCH changes the given fields, and null clears`, async (t) => {
    const before = await studio.offer(path, 100, { description: 'old', durationMinutes: 5 })
    const { status, body } = await call('PATCH', `${path}/${before.id}`, {
      priceAmount: 200,
      description: null,
    })
    t.equal(status, 200)
    const { updatedAt } = body
    t.strictSame(body, { ...before, priceAmount: 200, description: null, updatedAt })
    t.not(updatedAt, before.updatedAt)
    const same = await call('PATCH', `${path}/${before.id}`, { priceAmount: 200 })
    t.strictSame(same.body, body, 'a no-op change leaves no trace')
    t.equal((await call('PATCH', `${path}/${before.id}`, { name: null })).status, 400)
  })

  t.test(
    `${path}: an archived one is kept but hidden, and can't be booked again [c4-catalogue]`,
    async (t) => {
      const offer = await studio.offer(path, 100)
      const { body: project } = await book(booking(offer.id))
      t.match(project, booking(offer.id))
      t.equal((await call('DELETE', `${path}/${offer.id}`)).status, 204)
      const { body: archived } = await call('GET', `${path}/${offer.id}`)
      t.match(archived.archivedAt, /Z$/)
      t.equal((await call('DELETE', `${path}/${offer.id}`)).status, 204, 'it can be repeated')
      t.strictSame((await call('GET', `${path}/${offer.id}`)).body, archived)
      const ids = async (query: string) =>
        (await call('GET', `${path}?${query}`)).body.data.map(({ id }: { id: string }) => id)
      t.notOk((await ids('')).includes(offer.id))
      t.notOk((await ids('archived=false')).includes(offer.id))
      t.strictSame(await ids('archived=true'), [offer.id])
      t.equal((await book(booking(offer.id))).status, 404)
      const kept = await call('PATCH', `/projects/${project.id}`, {
        ...booking(offer.id),
        city: 'X',
      })
      t.equal(kept.status, 200, 'projects that have it keep it')
      t.match(kept.body, booking(offer.id))
      const { body: other } = await book()
      t.equal((await call('PATCH', `/projects/${other.id}`, booking(offer.id))).status, 404)
    },
  )

  t.test(`${path}: the list is newest first, in pages`, async (t) => {
    const own = await moneyStudio(service)
    for (const name of ['a', 'b', 'c']) await own.offer(path, 1, { name })
    const first = (await own.call('GET', `${path}?limit=2`)).body
    const next = (await own.call('GET', `${path}?limit=2&cursor=${first.nextCursor}`)).body
    const names = [...first.data, ...next.data].map(({ name }: { name: string }) => name)
    t.strictSame(names, ['c', 'b', 'a'])
    t.equal(next.nextCursor, null)
    const elsewhere = `${path}?archived=true&cursor=${first.nextCursor}`
    t.equal((await own.call('GET', elsewhere)).status, 400)
    t.equal((await own.call('GET', `${path}?currency=USD`)).status, 400)
  })

  t.test(`${path}: each invalid field has a separate message [c1-money-integer]`, async (t) => {
    const wrong = { name: '', priceAmount: 1.5, currency: 'usd', mediaTypes: ['X'] }
    const { status, body } = await call('POST', path, { ...wrong, durationMinutes: 0 })
    t.equal(status, 400)
    t.strictSame(body.message.toSorted(), [
      'currency must be an ISO 4217 currency code, like USD',
      'durationMinutes must be at least 1',
      'mediaTypes[0] must be one of PHOTO, VIDEO, FLOORPLAN, VIRTUAL_TOUR, PROPERTY_WEBSITE, BROCHURE, DOCUMENT',
      'name must not be empty',
      'priceAmount must be an integer',
    ])
    const amounts = [-1, 1_000_000_000_000, '5', null]
    for (const priceAmount of amounts) {
      const response = await call('POST', path, { name: 'X', priceAmount, currency: 'USD' })
      t.equal(response.status, 400, String(priceAmount))
      t.match(response.body.message, [/^priceAmount must be /])
    }
    t.strictSame((await call('POST', path, {})).body.message, [
      'name is required',
      'priceAmount is required',
      'currency is required',
    ])
  })
}

t.test(
  'a project keeps its archived add-ons when new ones are added [i2-optional-fields, c4-catalogue]',
  async (t) => {
    const old = await studio.offer('/add-ons', 100)
    const fresh = await studio.offer('/add-ons', 200)
    const { body: project } = await book({ selectedAddOnIds: [old.id] })
    await call('DELETE', `/add-ons/${old.id}`)
    const path = `/projects/${project.id}`
    const both = await call('PATCH', path, { selectedAddOnIds: [fresh.id, old.id] })
    t.equal(both.status, 200)
    t.strictSame(both.body.selectedAddOnIds, [fresh.id, old.id])
    t.equal((await call('PATCH', path, { selectedAddOnIds: [fresh.id] })).status, 200)
    t.equal(
      (await call('PATCH', path, { selectedAddOnIds: [old.id] })).status,
      404,
      'a removed one is gone',
    )
    t.equal((await call('PATCH', path, { selectedAddOnIds: null })).status, 200)
  },
)
