import { randomBytes } from 'node:crypto'
import { newId } from '@mediajobs/db'
import { customers, orderForms, orders } from '@mediajobs/db/schema'
import { createFaultLog } from '@mediajobs/runtime'
import { testLogger } from '@mediajobs/runtime/testing'
import { eventually } from '@mediajobs/testing/eventually'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { cleanUp } from '../../src/upkeep/cleanup.ts'
import { openFixture } from '../../testing/fixture.ts'

const faults = createFaultLog(testLogger('dispatcher'), 'dispatcher')
const fixture = await openFixture(t)
const { orm } = fixture.store.sql
const organizationId = await fixture.createOrg()
const formId = newId()
await orm.insert(orderForms).values({
  organizationId,
  id: formId,
  publicId: newId(),
  name: 'Form',
  packageIds: [],
  addOnIds: [],
  questions: [],
  scheduling: 'NONE',
  slotMinutes: 30,
  noticeHours: 24,
  horizonDays: 31,
  travelMinutes: 0,
  payment: 'NONE',
  confirmation: 'AUTOMATIC',
  frameAncestors: [],
})

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

async function order(fields: Partial<typeof orders.$inferInsert>): Promise<string> {
  const id = newId()
  await orm.insert(orders).values({
    organizationId,
    id,
    formId,
    status: 'EXPIRED',
    holdTokenHash: randomBytes(32),
    durationMinutes: 60,
    selection: { packageId: null, addOnIds: [], discountCode: null },
    ...fields,
  })
  return id
}

const PERSONAL = {
  customerName: 'Ann',
  customerEmail: 'ann@example.test',
  customerPhone: '+1 555 0100',
  addressLine1: '12 Main Street',
  postalCode: '62701',
  lat: 1,
  lng: 2,
  answers: [{ question: 'Code?', answer: '1234' }],
}

const read = async (id: string) => (await orm.select().from(orders).where(eq(orders.id, id)))[0]

t.test(
  'the client of an unconfirmed order is erased after 30 days [c20-personal-data]',
  async (t) => {
    const customerId = newId()
    const customer = { organizationId, id: customerId, name: 'Ann', email: 'ann@example.test' }
    await orm.insert(customers).values(customer)
    const placed = { ...PERSONAL, customerId, placedAt: ago(40), totalAmount: 100 }
    const old = [
      await order({ ...placed, endedAt: ago(31) }),
      await order({ ...placed, status: 'DECLINED', reason: 'Ann asked for it', endedAt: ago(31) }),
    ]
    const kept = [
      await order({ ...placed, endedAt: ago(29) }),
      await order({ ...placed, status: 'CONFIRMED', confirmedAt: ago(31) }),
      await order({ ...placed, status: 'REQUESTED' }),
    ]
    t.ok((await cleanUp(fixture.store.database, faults)).isDone)
    for (const id of old) {
      const row = await read(id)
      t.match(row, { totalAmount: 100, customerId: null })
      t.notMatch(JSON.stringify(row), /Ann|12 Main|62701|1234|0100/)
    }
    for (const id of kept) t.match(await read(id), { customerName: 'Ann', customerId, lat: 1 })
  },
)

t.test('an expired hold without an order is deleted after a day [c20-personal-data]', async (t) => {
  const gone = await order({ endedAt: ago(2) })
  const kept = [await order({ endedAt: ago(0.5) }), await order({ status: 'HELD' })]
  t.ok((await cleanUp(fixture.store.database, faults)).isDone)
  t.equal(await read(gone), undefined)
  for (const id of kept) t.ok(await read(id))
})

t.test('an expired hold forgets its network [c20-personal-data, c20-expiry]', async (t) => {
  const fields = {
    status: 'HELD',
    holdExpiresAt: ago(0.1),
    networkHash: randomBytes(32),
  } as const
  const id = await order(fields)
  const live = await order({ ...fields, holdExpiresAt: ago(-1) })
  const dispatcher = await fixture.dispatch()
  await eventually('it ends', async () => (await read(id))?.status === 'EXPIRED')
  await dispatcher.stop()
  t.match(await read(id), { networkHash: null, endedAt: /^20/ })
  t.match(await read(live), { status: 'HELD' })
})
