// docs/contract.md#c22-records: a signed-in customer's records.

import { newId } from '@mediajobs/db'
import {
  clientDeliveries,
  customerGroupMembers,
  customerGroups,
  orderForms,
  orders,
} from '@mediajobs/db/schema'
import { hashSecret, openKeyRing, orderTokenRow, tokenRow } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { signInToPortal } from '@mediajobs/testing/api/portal'
import t, { type Test } from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const api = await sharedApp()
const { orm } = api.store.sql
const keyRing = openKeyRing(Buffer.alloc(32, 1).toString('base64'))
const AHEAD = new Date(Date.now() + 86_400_000).toISOString()

const LISTS = ['projects', 'visits', 'orders', 'deliveries', 'invoices'] as const
type Kind = (typeof LISTS)[number]

/** An organization whose customers each have a record of every kind. */
async function portalStudio() {
  const studio = await moneyStudio(api)
  const { organizationId } = studio.org
  const [form] = await orm
    .insert(orderForms)
    .values({
      organizationId,
      id: newId(),
      publicId: newId().replaceAll('-', '').slice(10),
      name: 'Listing photos',
      packageIds: [],
      addOnIds: [],
      questions: [],
      scheduling: 'NONE',
      slotMinutes: 30,
      noticeHours: 0,
      horizonDays: 14,
      travelMinutes: 0,
      payment: 'NONE',
      confirmation: 'AUTOMATIC',
      frameAncestors: [],
    })
    .returning()

  /** A customer's job: an upcoming shoot, an order, a delivery, a sent invoice. */
  async function job(customerId: string, billedTo = customerId) {
    const { body: project } = await studio.book({ customerId, scheduledTime: AHEAD })
    await studio.call('PATCH', `/projects/${project.id}/status`, { status: 'BOOKED' })
    const [orderId, deliveryId] = [newId(), newId()]
    await orm.insert(orders).values({
      organizationId,
      id: orderId,
      formId: form?.id ?? '',
      status: 'CONFIRMED',
      holdTokenHash: hashSecret(newId()),
      tokenHash: hashSecret(orderId),
      tokenEncrypted: keyRing.encrypt(`order-${orderId}`, orderTokenRow(organizationId, orderId)),
      durationMinutes: 60,
      selection: { packageId: null, addOnIds: [], discountCode: null },
      customerId,
      projectId: project.id,
      placedAt: AHEAD,
      startsAt: AHEAD,
      totalAmount: 25_000,
      currency: 'USD',
    })
    await orm.insert(clientDeliveries).values({
      organizationId,
      id: deliveryId,
      projectId: project.id,
      tokenHash: hashSecret(deliveryId),
      tokenEncrypted: keyRing.encrypt(
        `delivery-${deliveryId}`,
        tokenRow(organizationId, deliveryId),
      ),
      mediaIds: [],
    })
    const invoice = await studio.sent({ customerId: billedTo, projectId: project.id })
    const ids: Record<Kind, string> = {
      projects: project.id,
      visits: project.id,
      orders: orderId,
      deliveries: deliveryId,
      invoices: invoice.id,
    }
    return ids
  }

  async function person() {
    const { id, email } = await studio.customer()
    const token = await signInToPortal(api, organizationId, id)
    const call = (method: string, path: string, body?: object) =>
      api.request(method, `/portal${path}`, { token, ...(body && { body }) })
    return { id, email, token, call }
  }
  type Person = Awaited<ReturnType<typeof person>>

  /** Ids visible to the person, by list. */
  async function seenBy({ call }: Pick<Person, 'call'>) {
    const found = {} as Record<Kind, string[]>
    for (const kind of LISTS) {
      const { status, body } = await call('GET', `/${kind}`)
      t.equal(status, 200, kind)
      found[kind] = body.data.map(({ id }: { id: string }) => id)
    }
    return found
  }

  async function group(billingCustomerId: string | null = null) {
    const id = newId()
    await orm.insert(customerGroups).values({
      organizationId,
      id,
      name: 'Keys & Co',
      billing: billingCustomerId ? 'GROUP' : 'MEMBER',
      billingCustomerId,
      paymentTerms: 'ON_DELIVERY',
    })
    const join = async (customerId: string, role: 'LEAD' | 'MEMBER') => {
      const member = { organizationId, id: newId(), groupId: id, customerId, role }
      await orm.insert(customerGroupMembers).values(member)
      return {
        leave: () =>
          api.store.sql.query(
            `update customer_group_members set left_at = clock_timestamp() where organization_id = $1 and id = $2`,
            [organizationId, member.id],
          ),
      }
    }
    return { id, join }
  }
  return { ...studio, organizationId, form, job, person, seenBy, group }
}

const none = Object.fromEntries(LISTS.map((kind) => [kind, []]))
const of = (...jobs: Record<Kind, string>[]) =>
  Object.fromEntries(LISTS.map((kind) => [kind, jobs.map((job) => job[kind]).sort()]))
const sorted = (seen: Record<Kind, string[]>) =>
  Object.fromEntries(LISTS.map((kind) => [kind, [...seen[kind]].sort()]))

/** Checks that each record of `jobs` is a 404. */
async function expectForeign(
  t: Test,
  call: (method: string, path: string, body?: object) => ReturnType<typeof api.request>,
  ...jobs: Record<Kind, string>[]
) {
  for (const job of jobs) {
    t.equal((await call('GET', `/projects/${job.projects}`)).status, 404)
    t.equal((await call('GET', `/invoices/${job.invoices}`)).status, 404)
    t.equal((await call('POST', `/invoices/${job.invoices}/pay-link`, {})).status, 404)
  }
}

t.test('unpaid invoices are listed apart, page by page [c22-records]', async (t) => {
  const { person, sent, call: staff } = await portalStudio()
  const [ann, bob] = [await person(), await person()]
  const made = []
  for (let i = 0; i < 5; i++) made.push(await sent({ customerId: ann.id }))
  await sent({ customerId: bob.id })
  const [whole, part, paid, voided, free] = made.map(({ id }) => id)
  const pay = (id: string, body = {}) => staff('POST', `/invoices/${id}/pay`, body)
  await pay(part, { paymentAmount: 10_000 })
  await pay(paid)
  await staff('POST', `/invoices/${voided}/void`)
  const found: string[] = []
  let path: string | null = '/invoices?unpaid=true&limit=1'
  while (path) {
    const { body } = await ann.call('GET', path)
    found.push(...body.data.map(({ id }: { id: string }) => id))
    path = body.nextCursor && `/invoices?unpaid=true&limit=1&cursor=${body.nextCursor}`
  }
  t.strictSame(found, [free, part, whole])
  const { body } = await ann.call('GET', '/invoices?unpaid=true&limit=1')
  t.equal((await ann.call('GET', `/invoices?cursor=${body.nextCursor}`)).status, 400)
  t.equal((await ann.call('GET', '/invoices?unpaid=false')).body.data.length, 5)
})

t.test(
  'a customer sees their own records; those of other customers, here or elsewhere, are a 404 [c22-records]',
  async (t) => {
    const [studio, other] = [await portalStudio(), await portalStudio()]
    const [ann, bob, eve] = [await studio.person(), await studio.person(), await other.person()]
    const [ofAnn, ofBob, ofEve] = [
      await studio.job(ann.id),
      await studio.job(bob.id),
      await other.job(eve.id),
    ]
    t.strictSame(await studio.seenBy(ann), of(ofAnn))
    t.strictSame(await studio.seenBy(bob), of(ofBob))
    t.strictSame(await other.seenBy(eve), of(ofEve))
    await expectForeign(t, ann.call, ofBob, ofEve)
    await expectForeign(t, eve.call, ofAnn, ofBob)
    t.equal((await ann.call('GET', `/projects/${ofAnn.projects}`)).status, 200)
    t.equal((await ann.call('GET', `/invoices/${ofAnn.invoices}`)).status, 200)
    t.equal((await ann.call('GET', '/projects/none')).status, 404)
  },
)

t.test(
  "a LEAD sees the group's records, a MEMBER their own, a former member their later ones [c22-portal-lead]",
  async (t) => {
    const studio = await portalStudio()
    const people = [await studio.person(), await studio.person(), await studio.person()]
    const [lead, member, leaver] = people as [
      (typeof people)[0],
      (typeof people)[0],
      (typeof people)[0],
    ]
    const stranger = await studio.person()
    const { join, id } = await studio.group()
    await join(lead.id, 'LEAD')
    await join(member.id, 'MEMBER')
    const { leave } = await join(leaver.id, 'MEMBER')
    const jobs = [await studio.job(lead.id), await studio.job(member.id)] as const
    const before = await studio.job(leaver.id)
    const strange = await studio.job(stranger.id)
    await leave()
    const after = await studio.job(leaver.id)
    t.match((await lead.call('GET', '/sessions/current')).body.group, { id, role: 'LEAD' })
    t.strictSame(sorted(await studio.seenBy(lead)), of(...jobs, before))
    t.strictSame(await studio.seenBy(member), of(jobs[1]))
    t.strictSame(sorted(await studio.seenBy(leaver)), of(before, after))
    await expectForeign(t, lead.call, after, strange)
    await expectForeign(t, member.call, jobs[0], before, strange)
    t.equal((await lead.call('GET', `/projects/${before.projects}`)).status, 200)
    t.equal((await lead.call('GET', `/invoices/${before.invoices}`)).status, 200)
    t.equal((await leaver.call('GET', '/sessions/current')).body.group, null)

    const next = await studio.group()
    await next.join(leaver.id, 'LEAD')
    const moved = await studio.job(leaver.id)
    t.strictSame(sorted(await studio.seenBy(leaver)), of(before, after, moved))
    t.strictSame(sorted(await studio.seenBy(lead)), of(...jobs, before))
  },
)

t.test(
  'invoices billed to the group are visible to its LEAD and the payer, not the member [c22-portal-lead]',
  async (t) => {
    const studio = await portalStudio()
    const [lead, member, office] = [
      await studio.person(),
      await studio.person(),
      await studio.person(),
    ]
    const { join } = await studio.group(office.id)
    await join(lead.id, 'LEAD')
    await join(member.id, 'MEMBER')
    const [own, ofMember] = [
      await studio.job(lead.id, office.id),
      await studio.job(member.id, office.id),
    ]
    const apart = await studio.sent({ customerId: office.id })
    const invoices = async (person: typeof lead) => (await studio.seenBy(person)).invoices.sort()
    t.strictSame(await invoices(lead), [own.invoices, ofMember.invoices].sort())
    t.strictSame(await invoices(member), [])
    t.strictSame(await invoices(office), [own.invoices, ofMember.invoices, apart.id].sort())
  },
)

t.test(
  "a LEAD doesn't see what a member's former group is billed: statements have others' jobs [c22-portal-lead, c22-left]",
  async (t) => {
    const studio = await portalStudio()
    const [mover, office] = [await studio.person(), await studio.person()]
    const { leave } = await (await studio.group(office.id)).join(mover.id, 'LEAD')
    const project = await studio.job(mover.id)
    const statement = await studio.sent({ customerId: office.id })
    await api.store.sql.query(
      'update invoices set project_ids = array[$3::uuid] where organization_id = $1 and id = $2',
      [studio.organizationId, statement.id, project.projects],
    )
    const read = () => mover.call('GET', `/invoices/${statement.id}`)
    t.equal((await read()).status, 200)
    await leave()
    t.equal((await read()).status, 404)
    await (await studio.group()).join(mover.id, 'LEAD')
    t.equal((await read()).status, 404)
    t.equal((await mover.call('POST', `/invoices/${statement.id}/pay-link`, {})).status, 404)
    t.equal((await mover.call('GET', `/invoices/${project.invoices}`)).status, 200)
  },
)

t.test(
  "drafts, ended deliveries and past or canceled shoots aren't shown [c22-records]",
  async (t) => {
    const studio = await portalStudio()
    const ann = await studio.person()
    t.strictSame(await studio.seenBy(ann), none)
    const job = await studio.job(ann.id)
    await studio.invoice({ customerId: ann.id })
    t.strictSame((await studio.seenBy(ann)).invoices, [job.invoices])
    await studio.call('PATCH', `/projects/${job.projects}`, {
      scheduledTime: '2026-01-05T09:00:00Z',
    })
    t.strictSame((await studio.seenBy(ann)).visits, [])
    await studio.call('PATCH', `/projects/${job.projects}`, { scheduledTime: AHEAD })
    t.strictSame((await studio.seenBy(ann)).visits, [job.visits])
    await studio.call('PATCH', `/projects/${job.projects}/status`, { status: 'CANCELLED' })
    const seen = await studio.seenBy(ann)
    t.strictSame([seen.visits, seen.projects], [[], [job.projects]])
    await api.store.sql.query(
      'update client_deliveries set expires_at = now() where organization_id = $1',
      [studio.organizationId],
    )
    t.strictSame((await studio.seenBy(ann)).deliveries, [])
  },
)

t.test('each record has the links its customer needs [c22-records]', async (t) => {
  const studio = await portalStudio()
  const ann = await studio.person()
  const job = await studio.job(ann.id)
  const first = async (kind: Kind) => (await ann.call('GET', `/${kind}`)).body.data[0]
  t.equal(
    (await first('deliveries')).deliveryUrl,
    `http://deliveries.test/delivery-${job.deliveries}`,
  )
  for (const kind of ['projects', 'visits', 'orders'] as const) {
    t.equal((await first(kind)).orderUrl, `http://deliveries.test/orders/order-${job.orders}`, kind)
  }
  t.match((await ann.call('GET', '/order-forms')).body.data, [
    {
      name: 'Listing photos',
      bookUrl: `http://deliveries.test/book/${studio.form?.publicId}`,
    },
  ])
  const link = async () =>
    (await ann.call('POST', `/invoices/${job.invoices}/pay-link`, {})).body.url as string
  const [one, two] = await Promise.all([link(), link()])
  t.equal(one, two, 'the same each time')
  t.equal(await link(), one)
  const opened = await api.request('GET', new URL(one).pathname)
  t.match(opened, { status: 200, body: { status: 'SENT', balanceAmount: 25_000 } })
  await studio.call('DELETE', `/invoices/${job.invoices}/pay-link`)
  t.equal((await api.request('GET', new URL(one).pathname)).status, 404)
  t.not(await link(), one, 'ended by staff')
  for (let round = 0; round < 10; round += 1) {
    const [, ...links] = await Promise.all([
      studio.call('DELETE', `/invoices/${job.invoices}/pay-link`),
      ...Array.from({ length: 6 }, link),
    ])
    t.ok(links.every(Boolean), 'even while staff end it')
  }
})

t.test(
  "lists end at their limit, and continue with the same customer's cursor [c22-records]",
  async (t) => {
    const studio = await portalStudio()
    const [ann, bob] = [await studio.person(), await studio.person()]
    const jobs = [await studio.job(ann.id), await studio.job(ann.id), await studio.job(ann.id)]
    for (const kind of LISTS) {
      const found: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body } = await ann.call('GET', `/${kind}?limit=1${cursor && `&cursor=${cursor}`}`)
        found.push(...body.data.map(({ id }: { id: string }) => id))
        cursor = body.nextCursor
        if (cursor)
          t.equal((await bob.call('GET', `/${kind}?limit=1&cursor=${cursor}`)).status, 400)
      }
      t.strictSame(found.sort(), jobs.map((job) => job[kind]).sort(), kind)
    }
  },
)

t.test(
  'customers can change their details, but not their email or staff notes [c22-me]',
  async (t) => {
    const studio = await portalStudio()
    const ann = await studio.person()
    const { body: before, headers } = await ann.call('GET', '/me')
    t.strictSame(Object.keys(before).sort(), [
      'company',
      'email',
      'id',
      'language',
      'name',
      'phone',
    ])
    const changes = { name: 'Ann A.', phone: '+1 555 0100', company: 'Keys', language: 'es' }
    const sent = { ...changes, email: 'other@example.com', notes: 'VIP', lockDownloads: false }
    const changed = await ann.call('PATCH', '/me', sent)
    t.match(changed, { status: 200, body: { ...changes, email: ann.email } })
    t.match((await studio.call('GET', `/customers/${ann.id}`)).body, {
      ...changes,
      email: ann.email,
      notes: null,
      lockDownloads: null,
    })
    const stale = await api.request('PATCH', '/portal/me', {
      token: ann.token,
      body: { name: 'Lost' },
      headers: { 'if-match': headers.etag ?? '' },
    })
    t.equal(stale.status, 412)
    t.equal((await ann.call('PATCH', '/me', { name: '' })).status, 400)
    t.equal((await ann.call('PATCH', '/me', { language: 'fr' })).status, 400)
  },
)
