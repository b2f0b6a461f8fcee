import { HOLD_MS, MAX_HOLDS_OF_NETWORK } from '@mediajobs/domain'
import { sharedApp, type TestResponse } from '@mediajobs/testing/api/app'
import { orderStudio, soonAt } from '@mediajobs/testing/api/order-studio'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'

const service = await sharedApp()
const { query } = service.store.sql
const CALLERS = 50

type Studio = Awaited<ReturnType<typeof orderStudio>>

/** A form, and the next steps of a client with a hold. */
async function openForm(studio: Studio, fields: object = {}) {
  const { packageId, stranger, org } = studio
  const open = await studio.open(fields)
  const order = (holdToken: string) =>
    stranger('POST', `${open.at}/orders`, {
      holdToken,
      selection: { packageId },
      address: { addressLine1: '1 Main Street', city: 'Springfield' },
      customer: { name: 'Ann', email: 'ann@clients.test' },
    })
  return {
    ...open,
    order,
    exchange: (holdToken: string, startsAt: string | null, body: object = {}, network?: string) =>
      open.hold(startsAt, { holdToken, ...body }, network),
    /** Currently held times. */
    live: async (): Promise<(string | null)[]> => {
      const rows = await query<{ startsAt: Date | null }>(
        `select starts_at as "startsAt" from orders
         where organization_id = $1 and status = 'HELD' and hold_expires_at > clock_timestamp()
         order by starts_at`,
        [org.organizationId],
      )
      return rows.map(({ startsAt }) => startsAt && new Date(startsAt).toISOString())
    },
  }
}

async function holdToken(answer: Promise<TestResponse>): Promise<string> {
  const { status, body } = await answer
  t.equal(status, 201)
  return body.holdToken
}

const count = (answers: readonly TestResponse[], status: number, code?: string) =>
  answers.filter(({ body, ...each }) => each.status === status && body.code === code).length

t.test('an exchanged hold takes the new time and frees the old one [c20-exchange]', async (t) => {
  const { hold, exchange, slots, live, order } = await openForm(await orderStudio(service))
  const [nine, two] = [soonAt('09:00'), soonAt('14:00')]
  const old = await holdToken(hold(nine))
  const { status, body } = await exchange(old, two)
  t.equal(status, 201)
  t.strictSame(Object.keys(body).sort(), ['expiresAt', 'holdToken'])
  t.not(body.holdToken, old, "a page showing the old time can't order the new one")
  const leftMs = Date.parse(body.expiresAt) - Date.now()
  t.ok(leftMs > HOLD_MS - 60_000 && leftMs < HOLD_MS + 60_000)
  t.strictSame(await live(), [two])
  const free = await slots()
  t.ok(free.includes(nine))
  t.notOk(free.includes(two))
  t.match(await order(old), { status: 404, body: { fields: [{ path: 'holdToken' }] } })
  t.match(await order(body.holdToken), { status: 201, body: { status: 'CONFIRMED' } })
})

t.test('a hold doesn’t block its replacement [c20-exchange]', async (t) => {
  const { hold, exchange, live } = await openForm(await orderStudio(service))
  const first = await holdToken(hold(soonAt('09:00')))
  t.match(await hold(soonAt('09:30')), { status: 409 }, 'it blocks other holds')
  const moved = await holdToken(exchange(first, soonAt('09:30')))
  const same = await holdToken(exchange(moved, soonAt('09:30')))
  t.strictSame(await live(), [soonAt('09:30')])
  await holdToken(exchange(same, soonAt('09:00')))
  t.strictSame(await live(), [soonAt('09:00')])
})

t.test('a taken time leaves the hold unchanged [c20-exchange]', async (t) => {
  const { hold, exchange, live, order, slots } = await openForm(await orderStudio(service))
  const token = await holdToken(hold(soonAt('09:00')))
  await holdToken(hold(soonAt('14:00')))
  const taken = {
    status: 409,
    body: { code: 'slot_taken', fields: [{ path: 'startsAt', code: 'slot_taken' }] },
  }
  t.match(await exchange(token, soonAt('14:30')), taken)
  t.match(await exchange(token, soonAt('07:00')), taken, 'nobody works then')
  t.match(await exchange(token, soonAt('09:10')), { status: 400 }, 'off the grid')
  t.match(await exchange(token, null), { status: 400 })
  t.strictSame(await live(), [soonAt('09:00'), soonAt('14:00')])
  t.notOk((await slots()).includes(soonAt('09:00')))
  t.equal((await order(token)).status, 201)
})

t.test('an exchange holds time for the selection sent with it [c20-exchange]', async (t) => {
  const studio = await orderStudio(service)
  const { hold, exchange } = await openForm(studio)
  const token = await holdToken(hold(soonAt('09:00')))
  await holdToken(hold(soonAt('10:00')))
  const longer = { selection: { packageId: studio.packageId, addOnIds: [studio.addOnId] } }
  t.match(await exchange(token, soonAt('09:00'), longer), { body: { code: 'slot_taken' } })
  const gone = { selection: { packageId: studio.org.organizationId } }
  t.match(await exchange(token, soonAt('09:00'), gone), { status: 404 })
  const moved = await holdToken(exchange(token, soonAt('08:30'), longer))
  t.match(await exchange(moved, soonAt('17:00'), longer), { body: { code: 'slot_taken' } })
})

t.test('an exchange doesn’t count as another hold [c20-exchange]', async (t) => {
  const { hold, exchange, live } = await openForm(await orderStudio(service))
  const network = anyAddress()
  const mine: string[] = []
  for (const time of ['08:00', '10:00', '12:00']) {
    mine.push(await holdToken(hold(soonAt(time), {}, network)))
  }
  t.equal(mine.length, MAX_HOLDS_OF_NETWORK)
  let [, , token = ''] = mine
  for (const time of ['14:00', '12:00', '14:00', '16:00', '12:00', '16:00']) {
    token = await holdToken(exchange(token, soonAt(time), {}, network))
  }
  t.equal((await live()).length, MAX_HOLDS_OF_NETWORK)
  t.match(await hold(soonAt('14:00'), {}, network), { body: { code: 'too_many_holds' } })
  const elsewhere = await holdToken(exchange(token, soonAt('14:00')))
  t.match(
    await hold(soonAt('16:00'), {}, network),
    { status: 429 },
    'exchanged from another network, it still counts for the first',
  )
  await holdToken(exchange(elsewhere, soonAt('16:00'), {}, network))
})

t.test('only a live hold of the form can be exchanged [c20-exchange]', async (t) => {
  const studio = await orderStudio(service)
  const [{ hold, exchange, order, live }, other] = [await openForm(studio), await openForm(studio)]
  const strangers = await openForm(await orderStudio(service))
  const unknown = { status: 404, body: { code: 'not_found', fields: [{ path: 'holdToken' }] } }
  const to = soonAt('16:00')
  t.match(await exchange('x'.repeat(43), to), unknown)
  t.match(await exchange(await holdToken(other.hold(soonAt('08:00'))), to), unknown)
  t.match(await exchange(await holdToken(strangers.hold(soonAt('08:00'))), to), unknown)
  const ordered = await holdToken(hold(soonAt('10:00')))
  t.equal((await order(ordered)).status, 201)
  t.match(await exchange(ordered, to), { status: 409, body: { code: 'order_placed' } })
  const over = await holdToken(hold(soonAt('12:00')))
  const { organizationId } = studio.org
  await query(
    `update orders set hold_expires_at = clock_timestamp() - interval '1 ms'
     where organization_id = $1 and status = 'HELD' and starts_at = $2`,
    [organizationId, soonAt('12:00')],
  )
  t.match(await exchange(over, to), { status: 409, body: { code: 'hold_expired' } })
  t.strictSame(await live(), [soonAt('08:00')], 'no exchange succeeded')
  t.equal((await exchange('', to)).status, 400)
  t.equal((await exchange('x'.repeat(201), to)).status, 400)
})

t.test(
  `of ${CALLERS} concurrent exchanges for one time, as many succeed as there are technicians [c20-exchange]`,
  async (t) => {
    const studio = await orderStudio(service)
    await studio.hire()
    const { hold, exchange, live } = await openForm(studio, { scheduling: 'OPTIONAL' })
    const own = ['08:00', '10:00', '16:00', null].map((time) => time && soonAt(time))
    const starts = Array.from({ length: CALLERS }, (_, i) => own[i] ?? null)
    const tokens = await Promise.all(starts.map((startsAt) => holdToken(hold(startsAt))))
    const answers = await Promise.all(tokens.map((token) => exchange(token, soonAt('13:00'))))
    t.equal(count(answers, 201), 2)
    t.equal(count(answers, 409, 'slot_taken'), CALLERS - 2)
    const kept = starts.filter((_, i) => answers[i]?.status === 409)
    const expected = [...kept, soonAt('13:00'), soonAt('13:00')].map(String).sort()
    t.strictSame((await live()).map(String).sort(), expected, 'the others keep their times')
  },
)

t.test(
  'a hold is exchanged once, however many requests are concurrent [c20-exchange]',
  async (t) => {
    const { hold, exchange, live, order } = await openForm(await orderStudio(service))
    const token = await holdToken(hold(soonAt('08:00')))
    const times = ['09:00', '09:30', '10:00', '11:30', '13:00', '14:00', '15:00'].map(soonAt)
    const answers = await Promise.all(times.map((time) => exchange(token, time)))
    t.equal(count(answers, 201), 1)
    t.equal(count(answers, 404, 'not_found'), times.length - 1)
    const won = answers.findIndex(({ status }) => status === 201)
    t.strictSame(await live(), [times[won]])

    const last: string = answers[won]?.body.holdToken
    const [placed, moved] = await Promise.all([order(last), exchange(last, soonAt('16:30'))])
    t.equal(
      [placed, moved].filter(({ status }) => status === 201).length,
      1,
      'ordered or exchanged',
    )
    t.equal((await live()).length, moved.status === 201 ? 1 : 0)
  },
)
