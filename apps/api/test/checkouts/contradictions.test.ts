// With contradictory provider data nothing is paid or unlocked, and no money counts twice.
import { openFixture } from '@mediajobs/dispatcher/testing'
import { openCardApi, sessionIdOf } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

const fixture = await openFixture(t)
const { api, emulator } = await openCardApi(t, { databaseUrl: fixture.databaseUrl })
const studio = await orderingStudio(api, emulator)
await fixture.dispatch({ paymentsApiUrl: emulator.url })

async function opened() {
  const { id, token } = await studio.bill()
  const { body } = await api.stranger('POST', `/pay/${token}/checkout`, {})
  return { id, session: sessionIdOf(body.url) }
}

/** Pays an open page. @returns the provider's payment */
function pay(session: string) {
  const intent = emulator.intent(emulator.pay(session).payment_intent ?? '')
  if (!intent) throw new Error('the paid page has no payment')
  return intent
}

async function onlyPayment(invoiceId: string) {
  const [payment] = await studio.paymentsOf(invoiceId)
  return payment
}

/** Makes the invoice's payment due, and waits until it has been read again. */
async function reread(invoiceId: string): Promise<void> {
  const { id } = await onlyPayment(invoiceId)
  const read = async () => {
    const [row] = await api.store.sql.query<{ reads: number; isLeased: boolean }>(
      `select reads, coalesce(next_read_at between now() and now() + interval '40 s', false) as "isLeased"
       from payments where id = $1`,
      [id],
    )
    return { reads: row?.reads ?? 0, isLeased: row?.isLeased ?? false }
  }
  await eventually('no read is in progress', async () => !(await read()).isLeased)
  const { reads } = await read()
  await api.store.sql.query(`update payments set next_read_at = now() where id = $1`, [id])
  await eventually('it was read', async () => {
    const now = await read()
    return now.reads > reads && !now.isLeased
  })
}

t.afterEach(() => emulator.events.script('once'))

t.test("a payment for another page doesn't pay the invoice [c18-received]", async (t) => {
  const [mine, other] = [await opened(), await opened()]
  emulator.events.script('lost')
  const { id: intentId } = pay(other.session)
  Object.assign(emulator.session(mine.session), {
    status: 'complete',
    payment_intent: intentId,
  })
  const { id } = await onlyPayment(mine.id)
  await api.store.sql.query(`update payments set next_read_at = now() where id = $1`, [id])
  await eventually('it was read', async () => {
    const [row] = await api.store.sql.query<{ reads: number }>(
      'select reads from payments where id = $1',
      [id],
    )
    return (row?.reads ?? 0) > 0
  })
  await studio.ripen()
  await studio.paid(other.id)
  t.match(await studio.invoice(mine.id), { status: 'SENT', paidAmount: 0 })
  t.match(await onlyPayment(mine.id), { status: 'PENDING', providerPaymentId: null })
})

t.test(
  "a payment in another currency or mode doesn't pay the invoice [c18-received, c18-livemode]",
  async (t) => {
    for (const lie of [{ currency: 'eur' }, { livemode: true }]) {
      const { id, session } = await opened()
      emulator.events.script('lost')
      const intent = pay(session)
      const truth = { ...intent }
      Object.assign(intent, lie)
      await reread(id)
      t.match(await studio.invoice(id), { status: 'SENT', paidAmount: 0 }, JSON.stringify(lie))
      Object.assign(intent, truth)
      await studio.ripen()
      await studio.paid(id)
    }
  },
)

t.test('a payment of less than requested leaves the rest owed [c18-received]', async (t) => {
  const { id, session } = await opened()
  emulator.events.script('lost')
  const intent = pay(session)
  intent.amount_received = 100
  await reread(id)
  t.match(await studio.invoice(id), { status: 'SENT', paidAmount: 100, balanceAmount: 24_900 })
  intent.amount_received = 25_000
  await reread(id)
  t.match(
    await studio.invoice(id),
    { status: 'SENT', paidAmount: 100 },
    'a later, contradictory amount is ignored',
  )
})

t.test('received money stays received [c18-received]', async (t) => {
  const { id, session } = await opened()
  const intent = pay(session)
  await studio.paid(id)
  for (const amount of [0, 24_999, 25_001, 90_000]) {
    intent.amount_received = amount
    await reread(id)
    t.match(await onlyPayment(id), { paymentAmount: 25_000, unappliedAmount: 0 }, String(amount))
    t.match(await studio.invoice(id), { status: 'PAID', paidAmount: 25_000 })
  }
})

t.test('refunds never exceed the amount received [c18-received, c18-refunds]', async (t) => {
  const { id, session } = await opened()
  const intent = pay(session)
  await studio.paid(id)
  const refund = emulator.refund(intent.id, { amount: 5_000 })
  const refunded = (amount: number) =>
    eventually('it is refunded', async () => {
      const { refundedAmount } = await studio.invoice(id)
      return refundedAmount === amount
    })
  await refunded(5_000)
  for (const amount of [0, 4_999, 25_001, 900_000]) {
    refund.amount = amount
    await reread(id)
    t.match(await onlyPayment(id), { refundedAmount: 5_000 }, String(amount))
  }
  refund.amount = 5_000
  emulator.refund(intent.id, { amount: 20_000 })
  await refunded(25_000)
})

t.test('disputing a refunded amount deducts nothing twice [c18-disputes]', async (t) => {
  const { id, session } = await opened()
  const intent = pay(session)
  await studio.paid(id)
  emulator.refund(intent.id, { amount: 20_000 })
  const { id: dispute } = emulator.dispute(intent.id)
  await eventually('it is disputed', async () => (await onlyPayment(id)).disputedAmount > 0)
  t.match(await onlyPayment(id), { refundedAmount: 20_000, disputedAmount: 25_000 })
  emulator.moveDispute(dispute, 'lost')
  await eventually('it is lost', async () => (await onlyPayment(id)).disputedAmount === 0)
  t.match(await onlyPayment(id), { refundedAmount: 25_000, unappliedAmount: 0 })
  t.match(await studio.invoice(id), { refundedAmount: 25_000, paymentState: 'REFUNDED' })
  const disputes = (await studio.eventsOf(id)).filter((name) => name === 'PAYMENT_DISPUTED')
  t.equal(disputes.length, 2)
})

t.test('a lost dispute of a refunded payment is reported as lost [c18-disputes]', async (t) => {
  const { id, session } = await opened()
  const intent = pay(session)
  await studio.paid(id)
  emulator.refund(intent.id)
  const { id: dispute } = emulator.dispute(intent.id)
  await eventually('it is disputed', async () => (await onlyPayment(id)).disputedAmount > 0)
  emulator.moveDispute(dispute, 'lost')
  await eventually('it is lost', async () => (await onlyPayment(id)).disputedAmount === 0)
  t.match(await onlyPayment(id), { refundedAmount: 25_000 })
  const rows = await api.store.sql.query<{ status: string }>(
    `select data ->> 'disputeStatus' as status from events
     where organization_id = $1 and name = 'PAYMENT_DISPUTED' and data ->> 'invoiceId' = $2
     order by id`,
    [studio.org.organizationId, id],
  )
  t.strictSame(
    rows.map(({ status }) => status),
    ['OPEN', 'LOST'],
  )
})

t.test('an order paid only in part waits for staff [c20-payment]', async (t) => {
  const { token, session } = await studio.order(await studio.form())
  emulator.events.script('lost')
  pay(session).amount_received = 100
  await studio.ripen()
  t.match(await studio.reaches(token, 'REQUESTED'), { project: null, paidAmount: 100 })
  const { id } = await studio.newest()
  t.equal((await studio.call('POST', `/orders/${id}/decline`, {})).status, 200)
  t.match(await studio.view(token), { status: 'DECLINED', refundedAmount: 100 })
})
