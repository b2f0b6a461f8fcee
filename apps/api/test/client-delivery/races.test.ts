import { setTimeout as pause } from 'node:timers/promises'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { statuses } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })

t.test(
  'a repeated approval is a 200 and a no-op, even with twenty sent concurrently [c3-delivery-approve]',
  async (t) => {
    const { call, deliver, eventsOf } = await deliveringStudio(api)
    const { project, approve, open } = await deliver()
    const responses = await Promise.all(Array.from({ length: 20 }, () => approve()))
    t.strictSame(statuses(responses), { 200: 20 })
    t.equal(new Set(responses.map(({ body }) => body.approvedAt)).size, 1)
    t.equal((await approve()).body.approvedAt, responses[0]?.body.approvedAt)
    t.equal((await eventsOf(project.id, 'DELIVERY_APPROVED')).length, 1)
    t.equal((await call('GET', `/projects/${project.id}`)).body.version, project.version + 1)
    t.equal((await open()).body.state, 'APPROVED')
  },
)

t.test(
  'exactly one of a simultaneous approval and revision request succeeds [c3-delivery-409]',
  async (t) => {
    const { call, deliver, eventsOf } = await deliveringStudio(api)
    for (let round = 0; round < 10; round++) {
      const { project, approve, requestRevision } = await deliver()
      const responses = await Promise.all([
        approve(),
        requestRevision(),
        approve(),
        requestRevision(),
      ])
      const approved = (await eventsOf(project.id, 'DELIVERY_APPROVED')).length
      const moves = (await eventsOf(project.id, 'PROJECT_STATUS_CHANGED')).length - 1
      const { body } = await call('GET', `/projects/${project.id}`)
      if (body.status === 'DELIVERED') {
        t.strictSame([approved, moves], [1, 0])
        t.strictSame(statuses(responses), { 200: 2, 409: 2 })
      } else {
        t.strictSame([body.status, body.approvedAt, approved, moves], ['IN_REVISION', null, 0, 1])
        t.strictSame(statuses(responses), { 200: 1, 409: 3 })
      }
    }
  },
)

t.test(
  'an approval concurrent with a new delivery is refused, or approves the superseded one [c3-delivery-get]',
  async (t) => {
    const { call, deliver, eventsOf } = await deliveringStudio(api)
    for (let round = 0; round < 10; round++) {
      const { project, approve, open } = await deliver()
      const [approval, anew] = await Promise.all([
        approve(),
        call('POST', `/projects/${project.id}/deliver`),
      ])
      t.equal(anew.status, 200)
      t.ok([200, 409].includes(approval.status))
      t.equal((await open()).body.state, 'SUPERSEDED')
      t.equal((await call('GET', `/projects/${project.id}`)).body.approvedAt, null)
      const approvals = await eventsOf(project.id, 'DELIVERY_APPROVED')
      t.equal(approvals.length, approval.status === 200 ? 1 : 0)
    }
  },
)

t.test(
  'a draft sent concurrently with a locked delivery becomes its invoice [c19-invoice]',
  async (t) => {
    const { call } = await deliveringStudio(api)
    const { body: customer } = await call('POST', '/customers', {
      name: 'Ann',
      email: 'a@b.example',
    })
    const { body: project } = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T09:30:00Z',
      customerId: customer.id,
    })
    const { body: draft } = await call('POST', '/invoices', {
      customerId: customer.id,
      projectId: project.id,
      currency: 'USD',
      lineItems: [{ description: 'Shoot', quantity: 1, unitAmount: 25_000 }],
    })
    const holder = await api.store.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from invoices where id = $1 for update', [draft.id])
    const sent = call('POST', `/invoices/${draft.id}/send`)
    await pause(100)
    const delivered = call('POST', `/projects/${project.id}/deliver`, { requirePayment: true })
    await pause(100)
    await holder.query('commit')
    holder.release()
    t.match(await sent, { status: 200, body: { status: 'SENT' } })
    t.match(await delivered, { status: 200, body: { locked: true } })
  },
)

t.test(
  'an IP address may make at most 60 calls a minute across all tokens [c3-delivery-limit]',
  async (t) => {
    const { deliver } = await deliveringStudio(api)
    const { token } = await deliver()
    const from = (address: string, path = `/deliveries/${token}`) =>
      api.request('GET', path, { headers: { 'x-forwarded-for': address } })
    const responses = await Promise.all(
      Array.from({ length: 70 }, (_, i) =>
        from('203.0.113.7', i % 2 ? `/deliveries/${token}` : `/deliveries/guess-${i}`),
      ),
    )
    t.equal(responses.filter(({ status }) => status === 200 || status === 404).length, 60)
    const refused = responses.find(({ status }) => status === 429)
    t.match(refused, { body: { code: 'rate_limited' } })
    const retryAfter = Number(refused?.headers['retry-after'])
    t.ok(retryAfter >= 50 && retryAfter <= 60, `${retryAfter}`)
    t.equal((await from('203.0.113.8')).status, 200)
  },
)
