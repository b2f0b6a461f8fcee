// Concurrent changes to related payments: each waits for the others, and none fails.
import { newId } from '@mediajobs/db'
import { payments } from '@mediajobs/db/schema'
import { applyProviderPayment } from '@mediajobs/operations/card-payments'
import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { receivedPayment } from '@mediajobs/testing/api/provider-payment'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

const { api, emulator } = await openCardApi(t)

/** A studio, with its orders' payments as reported by a provider. */
async function studio() {
  const own = await orderingStudio(api, emulator)
  const { organizationId } = own.org
  async function pay(payment: Partial<typeof payments.$inferInsert>): Promise<string> {
    const id = newId()
    const sent = { provider: 'STRIPE', status: 'PROCESSING', currency: 'USD' } as const
    const values = { ...sent, organizationId, id, paymentAmount: 25_000, livemode: false }
    await api.store.sql.orm.insert(payments).values({ ...values, ...payment })
    return id
  }
  const apply = (id: string, receivedAmount = 25_000) =>
    api.store.transaction((tx) =>
      applyProviderPayment(tx, organizationId, id, receivedPayment(id, { receivedAmount })),
    )
  const refund = (id: string) =>
    own.call('POST', `/payments/${id}/refunds`, { refundAmount: 1_000 })
  return { ...own, pay, apply, refund }
}

const WAITING = `
  select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Locks an order. `until` resolves once that many statements wait for locks. */
async function lockedOrder(id: string) {
  const client = await api.store.database.pool.connect()
  await client.query('begin')
  await client.query('select from orders where id = $1 for update', [id])
  return {
    until: (count: number) =>
      eventually(`${count} wait`, async () => {
        // Outside the transaction, which would see the same activity forever.
        const [row] = await api.store.sql.query<{ waiting: number }>(WAITING)
        return (row?.waiting ?? 0) >= count
      }),
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

t.test(
  "an order's two payments are both refunded while it is confirmed [c18-refunds, c20-staff]",
  async (t) => {
    const own = await studio()
    await own.order(await own.form({ confirmation: 'BY_STAFF', payment: 'NONE' }))
    const { id: orderId } = await own.newest()
    const half = { orderId, paymentAmount: 12_500 }
    const ids = [await own.pay(half), await own.pay(half)]
    for (const id of ids) await own.apply(id, 12_500)
    const lock = await lockedOrder(orderId)
    const confirming = own.call('POST', `/orders/${orderId}/confirm`)
    await lock.until(1)
    const refunding = ids.map(own.refund)
    await lock.until(3)
    await lock.release()
    const { status, body } = await confirming
    t.equal(status, 200)
    for (const refund of await Promise.all(refunding)) t.equal(refund.status, 201)
    t.match(await own.invoice(body.invoiceId), { refundedAmount: 2_000 })
  },
)

t.test(
  'concurrent payments of an order are both on its invoice [c20-payment, c20-late]',
  async (t) => {
    const own = await studio()
    await own.order(await own.form())
    const { id: orderId } = await own.newest()
    const [first] = (await own.call('GET', '/payments')).body.data
    const second = await own.pay({ orderId })
    const lock = await lockedOrder(orderId)
    const applying = [own.apply(first.id)]
    await lock.until(1)
    applying.push(own.apply(second))
    await lock.until(2)
    await lock.release()
    await Promise.all(applying)
    const { status, invoiceId } = await own.newest()
    t.equal(status, 'CONFIRMED')
    const received = await own.paymentsOf(invoiceId)
    t.same(
      received.map((each: { status: string }) => each.status),
      ['SUCCEEDED', 'SUCCEEDED'],
    )
  },
)
