import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { atOnce, moneyStudio, statuses } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call, book, redemptions } = studio
const patch = (id: string, body: object) => call('PATCH', `/projects/${id}`, body)
const move = (id: string, status: string) => call('PATCH', `/projects/${id}/status`, { status })
const share = { percentBasisPoints: 1_000 }

t.test(
  'a project accepts a discount by id or code, and returns both [i2-optional-fields, c4-discount-code]',
  async (t) => {
    const { id } = await studio.discount('Both')
    const held = { discountId: id, discountCode: 'Both' }
    for (const named of [
      { discountId: id },
      { discountCode: 'bOTH' },
      { discountId: id, discountCode: 'BOTH' },
      { discountId: null, discountCode: 'both' },
    ]) {
      const { status, body } = await book(named)
      t.equal(status, 201)
      t.match(body, held)
    }
    t.equal(await redemptions(id), 4)
    const { body: project } = await book()
    t.match((await patch(project.id, { discountCode: 'both' })).body, { ...held, version: 2 })
    t.equal(await redemptions(id), 5)
    const again = await patch(project.id, { discountCode: 'BOTH', discountId: id })
    t.match(again.body, { ...held, version: 2 }, 'setting the same discount is a no-op')
    t.equal(await redemptions(id), 5)
  },
)

t.test('fifty concurrent bookings redeem no more than is left [c4-redemptions]', async (t) => {
  const { id } = await studio.discount('FIFTY', { ...share, maxRedemptions: 7 })
  const responses = await atOnce(50, (i) =>
    book(i % 2 ? { discountCode: 'fifty' } : { discountId: id }),
  )
  t.strictSame(statuses(responses), { 201: 7, 400: 43 })
  const messages = new Set(responses.flatMap(({ body }) => body.message ?? []))
  t.strictSame([...messages].sort(), [
    'discountCode refers to an exhausted discount: 7 projects hold it',
    'discountId refers to an exhausted discount: 7 projects hold it',
  ])
  t.equal(await redemptions(id), 7)
})

t.test(
  'a redemption is released when the discount is removed or replaced [c4-redemptions]',
  async (t) => {
    const one = await studio.discount('ONE', { ...share, maxRedemptions: 1 })
    const two = await studio.discount('TWO', share)
    const { body: project } = await book({ discountCode: 'ONE' })
    t.match((await patch(project.id, { discountId: two.id })).body, { discountCode: 'TWO' })
    t.strictSame([await redemptions(one.id), await redemptions(two.id)], [0, 1])
    const cleared = await patch(project.id, { discountCode: null })
    t.match(cleared.body, { discountId: null, discountCode: null })
    t.strictSame([await redemptions(one.id), await redemptions(two.id)], [0, 0])
    t.equal((await book({ discountCode: 'ONE' })).status, 201)
    const refused = await patch(project.id, { discountCode: 'ONE', city: 'Bern' })
    t.equal(refused.status, 400)
    t.match((await call('GET', `/projects/${project.id}`)).body, { city: null, version: 3 })
  },
)

t.test('projects that swap two discounts concurrently lose none and never deadlock', async (t) => {
  const pair = [await studio.discount('LEFT'), await studio.discount('RIGHT')]
  const projects = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => (await book({ discountId: pair[i % 2].id })).body),
  )
  const responses = await atOnce(60, (i) =>
    patch(projects[i % 10].id, { discountId: pair[(i + Math.floor(i / 10)) % 2].id }),
  )
  t.strictSame(statuses(responses), { 200: 60 })
  const held = await Promise.all(
    projects.map(async ({ id }) => (await call('GET', `/projects/${id}`)).body.discountId),
  )
  for (const { id } of pair) {
    t.equal(await redemptions(id), held.filter((discountId) => discountId === id).length)
  }
})

t.test(
  'a CANCELLED project releases its redemption; its next move redeems again [c4-redemptions]',
  async (t) => {
    const { id } = await studio.discount('CALLED', { ...share, maxRedemptions: 1 })
    const { body: project } = await book({ discountId: id })
    await atOnce(10, () => move(project.id, 'CANCELLED'))
    t.equal(await redemptions(id), 0)
    t.equal((await call('GET', `/projects/${project.id}`)).body.discountId, id)
    await call('PATCH', `/discounts/${id}`, { expiresAt: '2020-01-01T00:00:00Z' })
    await atOnce(10, () => move(project.id, 'DELIVERED'))
    t.equal(await redemptions(id), 1, 'although it has expired')
    await move(project.id, 'CANCELLED')
    await call('PATCH', `/discounts/${id}`, { expiresAt: null })
    t.equal((await book({ discountId: id })).status, 201)
    const refused = await move(project.id, 'PENDING')
    t.equal(refused.status, 409)
    t.equal(refused.body.code, 'discount_exhausted')
    t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'CANCELLED')
    t.equal((await patch(project.id, { discountId: null })).status, 200)
    t.equal(await redemptions(id), 1, 'a canceled project holds no redemption')
    t.equal((await move(project.id, 'PENDING')).status, 200)
  },
)

t.test('setting a discount on a CANCELLED project redeems it on the next move', async (t) => {
  const { id } = await studio.discount('LATER')
  const { body: project } = await book()
  await move(project.id, 'CANCELLED')
  t.match((await patch(project.id, { discountCode: 'later' })).body, { discountId: id })
  t.equal(await redemptions(id), 0)
  await move(project.id, 'BOOKED')
  t.equal(await redemptions(id), 1)
})

t.test('an unusable discount is refused with the reason [c4-discount-code]', async (t) => {
  const early = await studio.discount('EARLY', { ...share, startsAt: '2100-01-01T00:00:00Z' })
  await studio.discount('LATE', { ...share, expiresAt: '2020-01-01T00:00:00Z' })
  const gone = await studio.discount('GONE')
  await call('DELETE', `/discounts/${gone.id}`)
  const other = await studio.discount('OTHER')
  const foreign = await (await moneyStudio(service)).discount('FOREIGN')
  const cases: [object, number, string?][] = [
    [{ discountCode: 'NOPE' }, 400, 'discountCode is unknown or expired'],
    [{ discountCode: 'FOREIGN' }, 400, 'discountCode is unknown or expired'],
    [{ discountCode: 'GONE' }, 400, 'discountCode is unknown or expired'],
    [{ discountCode: 'EARLY' }, 400, 'discountCode refers to a discount that has not started yet'],
    [{ discountId: early.id }, 400, 'discountId refers to a discount that has not started yet'],
    [{ discountCode: 'LATE' }, 400, 'discountCode refers to a discount that has expired'],
    [
      { discountId: other.id, discountCode: 'LATE' },
      400,
      "discountCode doesn't match discountId: send one of them",
    ],
    [
      { discountId: other.id, discountCode: 'NOPE' },
      400,
      "discountCode doesn't match discountId: send one of them",
    ],
    [{ discountId: gone.id }, 404],
    [{ discountId: foreign.id }, 404],
    [{ discountId: randomUUID() }, 404],
    [{ discountId: 'nope' }, 404],
  ]
  const { body: project } = await book()
  for (const [named, status, message] of cases) {
    for (const response of [await book(named), await patch(project.id, named)]) {
      t.equal(response.status, status, JSON.stringify(named))
      if (message) t.strictSame(response.body.message, [message])
    }
  }
  await patch(project.id, { discountCode: 'OTHER' })
  const mixed = await patch(project.id, { discountId: null, discountCode: 'LATE' })
  t.equal(mixed.status, 400)
  t.equal(await redemptions(other.id), 1)
})

t.test('a project keeps a discount that is archived, renamed or expired', async (t) => {
  const { id } = await studio.discount('KEEP')
  const { body: project } = await book({ discountId: id })
  await call('PATCH', `/discounts/${id}`, { expiresAt: '2020-01-01T00:00:00Z' })
  await call('DELETE', `/discounts/${id}`)
  t.strictSame((await patch(project.id, { discountCode: 'keep' })).body, project)
  await call('PATCH', `/discounts/${id}`, { code: 'RENAMED' })
  const { body } = await patch(project.id, { ...project, notes: 'as it was read' })
  t.match(body, { discountId: id, discountCode: 'KEEP', notes: 'as it was read' })
  t.equal(await redemptions(id), 1)
})

t.test("maxRedemptions can't be lower than the current redemptions", async (t) => {
  const { id } = await studio.discount('LOWER')
  await atOnce(3, () => book({ discountId: id }))
  const refused = await call('PATCH', `/discounts/${id}`, { maxRedemptions: 2 })
  t.equal(refused.status, 409)
  t.equal(refused.body.code, 'max_redemptions_too_low')
  t.equal((await call('PATCH', `/discounts/${id}`, { maxRedemptions: 3 })).status, 200)
  t.equal((await book({ discountId: id })).status, 400)
})
