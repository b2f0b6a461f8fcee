import { orders } from '@mediajobs/db/schema'
import {
  HOLD_MS,
  MAX_HOLDS,
  MAX_HOLDS_OF_NETWORK,
  MAX_NEW_HOLDS_OF_NETWORK,
  NEW_HOLDS_SPAN_MS,
} from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { instant, midnight, orderStudio, soon, soonAt } from '@mediajobs/testing/api/order-studio'
import { anyAddress } from '@mediajobs/testing/api/request'
import { eventually } from '@mediajobs/testing/eventually'
import { and, eq, sql as raw } from 'drizzle-orm'
import t from 'tap'

const service = await sharedApp()
const { orm, query } = service.store.sql
const CALLERS = 50

async function heldBy(organizationId: string, startsAt: string): Promise<(string | null)[]> {
  const { technicianId, organizationId: ofOrg } = orders
  const rows = await orm
    .select({ technicianId })
    .from(orders)
    .where(and(eq(ofOrg, organizationId), eq(orders.startsAt, startsAt)))
  return rows.map((row) => row.technicianId).sort()
}

t.test(
  'a hold keeps its time for fifteen minutes, and says nothing about staff [c20-holds]',
  async (t) => {
    const { org, call, open, technicianId } = await orderStudio(service)
    const { slots, hold } = await open()
    const startsAt = soonAt('09:00')
    t.ok((await slots()).includes(startsAt))
    const { status, body } = await hold(startsAt)
    t.equal(status, 201)
    t.strictSame(Object.keys(body).sort(), ['expiresAt', 'holdToken'])
    t.match(body.holdToken, /^[0-9A-Za-z]{43}$/)
    const leftMs = Date.parse(body.expiresAt) - Date.now()
    t.ok(leftMs > HOLD_MS - 60_000 && leftMs < HOLD_MS + 60_000)
    t.notOk((await slots()).includes(startsAt))
    t.match(await hold(startsAt), { status: 409, body: { code: 'slot_taken' } })
    const { body: availability } = await call('GET', `/availability?${new URLSearchParams(soon())}`)
    const [{ free }] = availability.data
    t.equal(free[0].to, startsAt, 'staff see it as busy')
    const job = { scheduledTime: startsAt, technicianId }
    t.equal((await call('POST', '/projects/create', job)).status, 201, 'and may book anyway')
    t.strictSame(await heldBy(org.organizationId, startsAt), [technicianId])
  },
)

t.test('a time can be held again once its hold expires [c20-holds]', async (t) => {
  const { org, open } = await orderStudio(service)
  const { slots, hold } = await open()
  const startsAt = soonAt('09:00')
  t.equal((await hold(startsAt)).status, 201)
  await query(
    `update orders set hold_expires_at = clock_timestamp() - interval '1 ms' where organization_id = $1`,
    [org.organizationId],
  )
  t.ok((await slots()).includes(startsAt))
  t.equal((await hold(startsAt)).status, 201)
})

t.test('an order awaiting staff keeps its time [c20-holds]', async (t) => {
  const { org, open } = await orderStudio(service)
  const { slots, hold } = await open()
  const startsAt = soonAt('09:00')
  await hold(startsAt)
  const become = (status: string) =>
    query('update orders set status = $2, hold_expires_at = null where organization_id = $1', [
      org.organizationId,
      status,
    ])
  await become('REQUESTED')
  t.notOk((await slots()).includes(startsAt))
  await become('DECLINED')
  t.ok((await slots()).includes(startsAt))
})

for (const technicians of [1, 2]) {
  t.test(
    `of ${CALLERS} concurrent holds of one time, as many succeed as there are technicians: ${technicians} [c20-holds-race]`,
    async (t) => {
      const { org, hire, open, technicianId } = await orderStudio(service)
      const team = [technicianId]
      while (team.length < technicians) team.push(await hire())
      const { hold } = await open()
      const startsAt = soonAt('09:00')
      const answers = await Promise.all(Array.from({ length: CALLERS }, () => hold(startsAt)))
      const held = answers.filter(({ status }) => status === 201)
      const taken = answers.filter(
        ({ status, body }) => status === 409 && body.code === 'slot_taken',
      )
      t.equal(held.length, technicians)
      t.equal(taken.length, CALLERS - technicians)
      t.strictSame(await heldBy(org.organizationId, startsAt), team.sort())
    },
  )
}

t.test(
  'a hold waits for concurrent bookings of a technician, and sees them [c20-holds-race]',
  async (t) => {
    const { org, open, technicianId } = await orderStudio(service)
    const { form, slots, hold } = await open()
    const [startsAt = ''] = await slots()
    const held = await service.store.transaction(async (tx) => {
      await tx.query(
        'select from memberships where organization_id = $1 and user_id = $2 for no key update',
        [org.organizationId, technicianId],
      )
      const answer = hold(startsAt)
      const untilBlocked = () =>
        eventually('the hold waits', async () => {
          const [row] = await query(
            `select from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock' and query like '%memberships%'`,
          )
          return row !== undefined
        })
      await Promise.race([answer, untilBlocked()])
      await tx.query(
        `insert into orders (organization_id, id, form_id, status, hold_token_hash, hold_expires_at,
         starts_at, duration_minutes, technician_id, selection)
       values ($1, gen_random_uuid(), $2, 'PAYMENT_DUE', sha256(random()::text::bytea),
         clock_timestamp() + interval '1 minute', $3, 60, $4, '{}')`,
        [org.organizationId, form.id, startsAt, technicianId],
      )
      return { answer }
    })
    t.match(await held.answer, { status: 409, body: { code: 'slot_taken' } })
  },
)

t.test("overlapping times of one technician can't both be held [c20-holds-race]", async (t) => {
  const { open } = await orderStudio(service)
  const { hold } = await open({ travelMinutes: 30 })
  const times = ['09:00', '09:30', '10:00', '10:30', '11:00'].map(soonAt)
  const answers = await Promise.all(times.map((time) => hold(time)))
  const starts = times.filter((_, i) => answers[i]?.status === 201).map(Date.parse)
  t.ok(starts.length > 0)
  for (const [i, start] of starts.entries()) {
    t.ok(i === 0 || start - (starts[i - 1] ?? 0) >= 90 * 60_000, 'an hour and the travel apart')
  }
})

t.test(
  'the technician with the fewest shoots that day is chosen, ties by lowest id [c20-holds-who]',
  async (t) => {
    const { org, make, hire, open, technicianId } = await orderStudio(service)
    const team = [technicianId, await hire(), await hire()].sort()
    const [first = '', second = '', third = ''] = team
    const { hold } = await open()
    const book = (time: string, technician: string) =>
      make('/projects/create', { scheduledTime: soonAt(time), technicianId: technician })
    const chosen = async (time: string) => {
      t.equal((await hold(soonAt(time))).status, 201)
      return (await heldBy(org.organizationId, soonAt(time))).at(-1)
    }
    await book('17:00', first)
    await book('17:00', second)
    await make('/projects/create', { scheduledTime: instant(midnight(3)), technicianId: third })
    t.equal(await chosen('09:00'), third, 'a shoot of another day does not count')
    t.equal(await chosen('10:00'), first, 'all have one now')
    t.equal(await chosen('11:00'), second, 'a hold counts')
  },
)

t.test('a start time not offered by the form is refused [c20-holds]', async (t) => {
  const { open } = await orderStudio(service)
  const { hold } = await open({ horizonDays: 5 })
  const offGrid = await hold(soonAt('09:10'))
  t.match(offGrid, { status: 400, body: { fields: [{ path: 'startsAt' }] } })
  const beyond = await hold(instant(midnight(6) + 9 * 3_600_000))
  t.match(beyond, { status: 409, body: { code: 'slot_taken' } })
  const early = await hold(instant(Math.ceil(Date.now() / 3_600_000) * 3_600_000))
  t.match(early, { status: 409, body: { code: 'slot_taken' } })
  t.match(await hold(soonAt('07:00')), { status: 409 }, 'nobody works then')
})

t.test("the form's scheduling decides whether a hold has a time [c20-holds]", async (t) => {
  const { org, open } = await orderStudio(service)
  const required = await open()
  t.match(await required.hold(null), { status: 400, body: { fields: [{ path: 'startsAt' }] } })
  const none = await open({ scheduling: 'NONE' })
  t.match(await none.hold(soonAt('09:00')), {
    status: 400,
    body: { fields: [{ path: 'startsAt' }] },
  })
  t.equal((await none.hold(null)).status, 201)
  const optional = await open({ scheduling: 'OPTIONAL' })
  t.equal((await optional.hold(null)).status, 201)
  t.equal((await optional.hold(soonAt('09:00'))).status, 201)
  const rows = await orm
    .select({ technicianId: orders.technicianId })
    .from(orders)
    .where(and(eq(orders.organizationId, org.organizationId), raw`starts_at is null`))
  t.strictSame(
    rows.map(({ technicianId }) => technicianId),
    [null, null],
  )
})

t.test('a network holds at most three times per organization [c20-holds-limits]', async (t) => {
  const { org, open } = await orderStudio(service)
  const { hold } = await open({ scheduling: 'OPTIONAL' })
  const network = anyAddress()
  const answers = await Promise.all(Array.from({ length: 9 }, () => hold(null, {}, network)))
  t.equal(answers.filter(({ status }) => status === 201).length, MAX_HOLDS_OF_NETWORK)
  const refused = answers.filter(({ status }) => status === 429)
  t.equal(refused.length, 9 - MAX_HOLDS_OF_NETWORK)
  for (const { body, headers } of refused) {
    t.equal(body.code, 'too_many_holds')
    const seconds = Number(headers['retry-after'])
    t.ok(seconds > 0 && seconds <= HOLD_MS / 1_000)
  }
  t.equal((await hold(null)).status, 201, 'another network')
  const other = await orderStudio(service)
  const theirs = await other.open({ scheduling: 'OPTIONAL' })
  t.equal((await theirs.hold(null, {}, network)).status, 201, 'another organization')
  await query(
    `update orders set status = 'EXPIRED' where organization_id = $1 and id in (
       select id from orders where organization_id = $1 order by created_at limit 1)`,
    [org.organizationId],
  )
  t.equal((await hold(null, {}, network)).status, 201, 'one has ended')
})

t.test(
  'a network makes at most 20 holds an hour, even if it orders each of them [c20-holds-limits]',
  async (t) => {
    const { org, open, packageId, stranger } = await orderStudio(service)
    const { at, hold } = await open({ scheduling: 'OPTIONAL' })
    const network = anyAddress()
    const { body: held } = await hold(null, {}, network)
    const order = {
      holdToken: held.holdToken,
      selection: { packageId },
      customer: { name: 'Ann Agent', email: 'ann@example.com' },
      address: { addressLine1: '1 Main Street' },
    }
    t.equal((await stranger('POST', `${at}/orders`, order)).status, 201)
    // As if the network had made as many holds as allowed.
    await query(
      'update rate_windows set hits = array_fill(hits[1], array[$2::int]) where subject like $1',
      [`order:hold:${org.organizationId}:%`, MAX_NEW_HOLDS_OF_NETWORK],
    )
    const refused = await hold(null, {}, network)
    t.match(refused, { status: 429, body: { code: 'too_many_holds' } })
    const seconds = Number(refused.headers['retry-after'])
    t.ok(seconds > 0 && seconds <= NEW_HOLDS_SPAN_MS / 1_000)
    t.equal((await hold(null)).status, 201, 'another network')
    const theirs = await (await orderStudio(service)).open({ scheduling: 'OPTIONAL' })
    t.equal((await theirs.hold(null, {}, network)).status, 201, 'another organization')
  },
)

t.test('an organization has a bounded number of live holds [c20-holds-limits]', async (t) => {
  const { org, open } = await orderStudio(service)
  const { form, hold } = await open({ scheduling: 'OPTIONAL' })
  await query(
    `insert into orders (organization_id, id, form_id, status, hold_token_hash, hold_expires_at, duration_minutes, selection)
     select $1, gen_random_uuid(), $2, 'HELD', sha256(random()::text::bytea || n::text::bytea),
       clock_timestamp() + interval '15 minutes', 60, '{}'
     from generate_series(1, ${MAX_HOLDS - 1}) as n`,
    [org.organizationId, form.id],
  )
  const answers = await Promise.all([hold(null), hold(null), hold(null)])
  const statuses = answers.map(({ status }) => status).sort()
  t.strictSame(statuses, [201, 409, 409])
  const full = answers.filter(({ status }) => status === 409)
  for (const { body } of full) t.equal(body.code, 'holds_full')
})

t.test(
  'callers waiting for one organization don’t delay callers of another [c20-turns]',
  async (t) => {
    const [busy, other] = [await orderStudio(service), await orderStudio(service)]
    const { hold } = await busy.open({ scheduling: 'OPTIONAL' })
    const theirs = await other.open({ scheduling: 'OPTIONAL' })
    const blocked: Promise<unknown>[] = []
    await service.store.transaction(async (tx) => {
      await tx.query('select from organizations where id = $1 for no key update', [
        busy.org.organizationId,
      ])
      for (let calls = 0; calls < 20; calls += 1) blocked.push(hold(null))
      for (let calls = 0; calls < 5; calls += 1) t.equal((await theirs.hold(null)).status, 201)
      t.equal(
        (await busy.call('GET', '/availability?from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z'))
          .status,
        200,
      )
    })
    for (const each of await Promise.all(blocked)) t.match(each, { status: 201 })
  },
)

t.test(
  "clients placing or moving orders don't delay those of another organization either [c20-turns, c21-client-slots]",
  async (t) => {
    const [busy, other] = [await studioWithOrder(), await studioWithOrder()]
    const blocked: Promise<{ status: number }>[] = []
    await service.store.transaction(async (tx) => {
      await tx.query('select from projects where organization_id = $1 for no key update', [
        busy.organizationId,
      ])
      for (let calls = 0; calls < 10; calls += 1) blocked.push(busy.move(), busy.cancel())
      for (let calls = 0; calls < 5; calls += 1) {
        t.equal((await other.move()).status, 200)
        t.equal((await other.slots()).status, 200)
      }
      let waits = true
      blocked.push(busy.slots().finally(() => (waits = false)))
      t.equal((await other.slots()).status, 200)
      t.ok(waits)
    })
    await Promise.all(blocked)
    blocked.length = 0
    await service.store.transaction(async (tx) => {
      await tx.query('select from orders where organization_id = $1 for no key update', [
        busy.organizationId,
      ])
      for (let calls = 0; calls < 20; calls += 1) blocked.push(busy.place())
      for (let calls = 0; calls < 5; calls += 1) t.equal((await other.place()).status, 201)
    })
    for (const each of await Promise.all(blocked)) t.match(each, { status: 201 })
  },
)

/** An organization with a confirmed order, and the client's calls. */
async function studioWithOrder() {
  const { org, call, open, packageId, stranger } = await orderStudio(service)
  await call('PATCH', '/organization', {
    changePolicy: { clientUntilHours: 0, freeReschedules: 0, currency: 'USD', rules: [] },
  })
  const { at, hold } = await open()
  const { body: held } = await hold(soonAt('09:00'))
  const order = {
    holdToken: held.holdToken,
    selection: { packageId },
    customer: { name: 'Ann Agent', email: 'ann@example.com' },
    address: { addressLine1: '1 Main Street' },
  }
  const place = () => stranger('POST', `${at}/orders`, order)
  const path = `/orders/${(await place()).body.orderToken}`
  const moved = { startsAt: soonAt('11:00'), expectedFeeAmount: 0 }
  return {
    organizationId: org.organizationId,
    place,
    slots: () => stranger('GET', `${path}/slots`),
    move: () => stranger('POST', `${path}/reschedule`, moved),
    cancel: () => stranger('POST', `${path}/cancel`, { expectedFeeAmount: 0 }),
  }
}
