import { openFixture } from '@mediajobs/dispatcher/testing'
import { cardStudio, openCardApi, sessionIdOf } from '@mediajobs/testing/api/card-studio'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

const fixture = await openFixture(t)
const { api, emulator } = await openCardApi(t, { databaseUrl: fixture.databaseUrl })
const studio = await cardStudio(api, emulator)
const dispatch = () => fixture.dispatch({ paymentsApiUrl: emulator.url })
await dispatch()
await dispatch()

const open = async (token: string, body: object = {}) =>
  sessionIdOf((await studio.checkout(token, body)).body.url)
const noEvents = () => emulator.events.script('lost')
t.afterEach(() => {
  emulator.events.script('once')
  emulator.fail(null)
})

t.test(
  'the same event 20 times while the page polls is one payment and one INVOICE_PAID [c18-hint, c18-return]',
  async (t) => {
    const { id, token } = await studio.bill()
    const session = await open(token)
    noEvents()
    emulator.pay(session)
    const event = emulator.events.made('checkout.session.completed').at(-1) as never
    await Promise.all([
      emulator.events.send(event, { times: 20 }),
      ...Array.from({ length: 10 }, () => studio.view(token)),
    ])
    const paid = await studio.paid(id)
    t.match(paid, { paidAmount: 25_000, balanceAmount: 0, paymentState: 'PAID' })
    t.match(await studio.paymentsOf(id), [{ status: 'SUCCEEDED', method: 'card' }])
    t.same(
      (await studio.eventsOf(id)).filter((name) => /PAID|PAYMENT/.test(name)),
      ['PAYMENT_SUCCEEDED', 'INVOICE_PAID'],
    )
  },
)

t.test(
  'an amount rounded up by the provider pays the invoice, and the rest is unapplied [c18-currencies]',
  async (t) => {
    const { id, token } = await studio.bill(12_345, 'KWD')
    emulator.pay(await open(token))
    t.match(await studio.paid(id), { paidAmount: 12_345, balanceAmount: 0, currency: 'KWD' })
    t.match(await studio.paymentsOf(id), [
      { status: 'SUCCEEDED', paymentAmount: 12_350, unappliedAmount: 5 },
    ])
  },
)

t.test('without an event, the payment is read on schedule [c18-poll]', async () => {
  const { id, token } = await studio.bill()
  noEvents()
  emulator.pay(await open(token))
  await studio.ripen()
  await studio.paid(id)
})

t.test('a payment is first read one minute after it began [c18-poll]', async (t) => {
  const { id, token } = await studio.bill()
  noEvents()
  await open(token)
  const [payment] = await studio.paymentsOf(id)
  const [due] = await api.store.sql.query<{ seconds: number }>(
    `select extract(epoch from next_read_at - created_at)::float8 as seconds from payments where id = $1`,
    [payment.id],
  )
  t.equal(Math.round(due?.seconds ?? 0), 60)
})

t.test('without an event, the payment is read when the payer returns [c18-return]', async (t) => {
  const { id, token } = await studio.bill()
  noEvents()
  emulator.pay(await open(token))
  await eventually('the page shows it', async () => (await studio.view(token)).status === 'PAID')
  t.match(await studio.paymentsOf(id), [{ status: 'SUCCEEDED' }])
})

t.test(
  "totals are right when a refund's event arrives before the success event [c18-hint]",
  async (t) => {
    const { id, token } = await studio.bill()
    const session = await open(token, { tipAmount: 1_000 })
    emulator.events.script('held')
    const { payment_intent } = emulator.pay(session)
    emulator.refund(String(payment_intent), { amount: 5_000 })
    await emulator.events.release((held) => held.reverse())
    const invoice = await eventually('it is paid', async () => {
      const { body } = await studio.call('GET', `/invoices/${id}`)
      return body.refundedAmount === 5_000 && body
    })
    t.match(invoice, { paidAmount: 25_000, refundedAmount: 5_000 })
    t.match(await studio.paymentsOf(id), [
      { paymentAmount: 25_000, tipAmount: 1_000, refundedAmount: 5_000 },
    ])
  },
)

t.test('a refund by staff is requested once [c18-read]', async (t) => {
  const { id, token } = await studio.bill()
  emulator.pay(await open(token))
  await studio.paid(id)
  const [payment] = await studio.paymentsOf(id)
  const path = `/payments/${payment.id}/refunds`
  t.equal((await studio.call('POST', path, { refundAmount: 7_000 })).status, 201)
  const refund = await eventually('it is refunded', async () => {
    const [first] = (await studio.call('GET', path)).body.data
    return first.status === 'SUCCEEDED' && first
  })
  t.equal(refund.refundAmount, 7_000)
  t.equal(emulator.refunds().filter(({ metadata }) => metadata?.refundId === refund.id).length, 1)
})

t.test('a refund that the provider refuses fails with its reason [c18-refunds]', async (t) => {
  const { id, token } = await studio.bill()
  const { payment_intent } = emulator.pay(await open(token))
  await studio.paid(id)
  const [payment] = await studio.paymentsOf(id)
  noEvents()
  emulator.dispute(String(payment_intent))
  const path = `/payments/${payment.id}/refunds`
  t.equal((await studio.call('POST', path, { refundAmount: 7_000 })).status, 201)
  const refund = await eventually('it fails', async () => {
    const [first] = (await studio.call('GET', path)).body.data
    return first.status === 'FAILED' && first
  })
  t.match(refund, { refundAmount: 7_000, failureCode: 'charge_disputed' })
  t.match(await studio.paymentsOf(id), [{ refundedAmount: 0, refundFailedAmount: 7_000 }])
  t.ok((await studio.eventsOf(id)).includes('PAYMENT_REFUND_FAILED'))
})

t.test('a dispute at the provider is recorded, and so is its end [c18-read]', async (t) => {
  const { id, token } = await studio.bill()
  const { payment_intent } = emulator.pay(await open(token))
  await studio.paid(id)
  const { id: dispute } = emulator.dispute(String(payment_intent))
  await eventually(
    'it is disputed',
    async () => (await studio.invoice(id)).paymentState === 'DISPUTED',
  )
  emulator.moveDispute(dispute, 'won')
  await eventually('it is won', async () => (await studio.invoice(id)).paymentState === 'PAID')
  t.match(await studio.paymentsOf(id), [{ disputedAmount: 0 }])
})

t.test(
  'paying an invoice another way, or voiding it, closes its open page [c18-read]',
  async (t) => {
    for (const act of ['pay', 'void']) {
      const { id, token } = await studio.bill()
      const session = await open(token)
      // Its next scheduled read is far away.
      await api.store.sql.query(
        `update payments set next_read_at = now() + interval '1 hour' where invoice_id = $1`,
        [id],
      )
      t.equal((await studio.call('POST', `/invoices/${id}/${act}`)).status, 200)
      await eventually('it is closed', async () => emulator.session(session).status === 'expired')
      await eventually('it is canceled', async () => {
        const payments: { status: string }[] = await studio.paymentsOf(id)
        return payments.some(({ status }) => status === 'CANCELLED')
      })
    }
  },
)

t.test('an unreachable provider is retried, and nothing is lost [c18-read]', async () => {
  // A separate organization: with other payments due, this one would be tried ever more rarely.
  const own = await cardStudio(api, emulator)
  const { id, token } = await own.bill()
  const session = sessionIdOf((await own.checkout(token)).body.url)
  emulator.pay(session)
  emulator.fail('error')
  const [payment] = await own.paymentsOf(id)
  await eventually('it was attempted', async () => {
    await own.ripen()
    const [row] = await api.store.sql.query<{ reads: number }>(
      'select reads from payments where id = $1',
      [payment.id],
    )
    return (row?.reads ?? 0) > 1
  })
  emulator.fail(null)
  await own.paid(id)
})

t.test("an unresponsive provider delays no other organization's payments [c18-read]", async (t) => {
  const slow = await cardStudio(api, emulator)
  const { id: slowInvoice, token } = await slow.bill()
  noEvents()
  const session = sessionIdOf((await slow.checkout(token)).body.url)
  // More than all dispatchers can read, for minutes.
  await api.store.sql.query(
    `insert into payments (organization_id, id, invoice_id, customer_id, provider, status,
         payment_amount, currency, livemode, checkout_id, next_read_at)
       select organization_id, uuid_v7(), invoice_id, customer_id, provider, 'PROCESSING', 1, currency,
         livemode, $2, now() - interval '1 hour'
       from payments, generate_series(1, 300) where organization_id = $1`,
    [slow.org.organizationId, session],
  )
  emulator.fail('silence', slow.secretKey)
  const tried = async () => {
    const [row] = await api.store.sql.query<{ count: number }>(
      'select count(*)::int as count from payments where organization_id = $1 and reads > 0',
      [slow.org.organizationId],
    )
    return row?.count ?? 0
  }
  await eventually('the provider is asked', async () => (await tried()) > 0)
  const { id, token: other } = await studio.bill()
  emulator.pay(await open(other))
  await studio.ripen()
  await studio.paid(id)
  t.match(await slow.invoice(slowInvoice), { status: 'SENT' })
  await api.store.sql.query(
    `delete from payments where organization_id = $1 and status = 'PROCESSING'`,
    [slow.org.organizationId],
  )
  emulator.fail(null)
  emulator.pay(session)
  await slow.ripen()
  await slow.paid(slowInvoice)
})

t.test(
  'a key refused by the provider is reported until it works again [c18-key-refused]',
  async (t) => {
    const other = await cardStudio(api, emulator)
    const { id, token } = await other.bill()
    const state = async () => (await other.call('GET', '/organization/payment-account')).body.state
    const session = sessionIdOf((await other.checkout(token)).body.url)
    noEvents()
    emulator.refuseKey(other.secretKey)
    emulator.pay(session)
    await other.ripen()
    await eventually('the key is refused', async () => (await state()) === 'KEY_REFUSED')
    const secretKey = emulator.addKey(other.accountId)
    await other.call('PUT', '/organization/payment-account', { provider: 'STRIPE', secretKey })
    t.equal(await state(), 'READY')
    await other.ripen()
    await other.paid(id)
  },
)
