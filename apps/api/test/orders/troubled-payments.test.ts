// Declined and disputed payments.
import { openFixture } from '@mediajobs/dispatcher/testing'
import { cardStudio, openCardApi, sessionIdOf } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { getPage } from '@mediajobs/testing/api/pages'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'

const fixture = await openFixture(t)
const { api, emulator } = await openCardApi(t, { databaseUrl: fixture.databaseUrl })
await fixture.dispatch({ paymentsApiUrl: emulator.url })

const declined = 'payment didn&#39;t go through'

t.test(
  'the page says that a card was declined, and what to do [c20-order-page, c20-client-order]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const { token, session } = await studio.order(await studio.form())
    const page = async (query = '') => (await getPage(api.url, `/orders/${token}${query}`)).text
    t.notMatch(await page(), declined)
    emulator.decline(session)
    await eventually('it is read', async () => (await studio.view(token)).paymentFailed)
    t.match(await page(), `Your ${declined}, and nothing was charged. Try again`)
    t.match(await page(), '<button class="go">Pay $250.00</button>')
    t.match(await page('?back'), 'Checking your payment…', 'a later try may have succeeded')
    await studio.expireHolds()
    t.match(await page(), `Your ${declined}, so nothing was charged. You can book again.`)
  },
)

t.test(
  'a declined attempt is no longer mentioned once another succeeds [c20-client-order]',
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const { token, session } = await studio.order(await studio.form())
    emulator.decline(session)
    await eventually('it is read', async () => (await studio.view(token)).paymentFailed)
    emulator.pay(session)
    t.match(await studio.reaches(token, 'CONFIRMED'), { paymentFailed: false })
  },
)

t.test(
  'the pay page of an invoice also says that a card was declined [c18-payer, c18-pay-page]',
  async (t) => {
    const studio = await cardStudio(api, emulator)
    const { id, token } = await studio.bill()
    const session = sessionIdOf((await studio.checkout(token)).body.url)
    const page = async () => (await getPage(api.url, `/pay/${token}`)).text
    t.notMatch(await page(), declined)
    emulator.decline(session)
    await eventually('it is read', async () => (await studio.view(token)).paymentFailed)
    t.match(await page(), `Your last ${declined}. Try again, or use another card.`)
    emulator.pay(session)
    await studio.paid(id)
    t.notMatch(await page(), declined)
  },
)

const FREE = { clientUntilHours: 0, currency: 'USD', rules: [] }
const FEE = { ...FREE, rules: [{ on: 'CANCEL', withinHours: 8_784, feeAmount: 5_000 }] }

/** A booked order of $250.00 whose client disputes the payment. */
async function disputedOrder(form: object = {}, changePolicy: object = FREE) {
  const studio = await orderingStudio(api, emulator)
  await studio.call('PATCH', '/organization', { changePolicy })
  const { token, session } = await studio.order(await studio.form(form))
  emulator.pay(session)
  await studio.reaches(token, 'CONFIRMED')
  const intentId = emulator.session(session).payment_intent ?? ''
  const { id: disputeId } = emulator.dispute(intentId)
  const sees = (what: string, is: (view: Record<string, number>) => boolean) =>
    eventually(`the client sees ${what}`, async () => is(await studio.view(token)))
  await sees('the dispute', ({ disputedAmount = 0 }) => disputedAmount > 0)
  const { projectId, invoiceId } = await studio.newest()
  const payment = async () =>
    (await studio.call('GET', '/payments?limit=1')).body.data.at(0) as Record<string, unknown>
  return {
    ...studio,
    token,
    projectId,
    invoiceId,
    sees,
    payment,
    end: (how: 'won' | 'lost') => emulator.moveDispute(disputeId, how),
    cancel: (expectedFeeAmount = 0) =>
      studio.stranger('POST', `/orders/${token}/cancel`, { expectedFeeAmount }),
    page: async (path = '') => (await getPage(api.url, `/orders/${token}${path}`)).text,
    refunds: () => emulator.refunds().filter(({ payment_intent: of }) => of === intentId),
  }
}

t.test(
  'a disputed amount is refunded once the studio wins [c21-cancel-disputed, c21-client-cancel]',
  async (t) => {
    const order = await disputedOrder()
    t.match(await order.page('/change'), 'If it sides with', 'before it is canceled')
    t.equal((await order.cancel()).status, 200)
    t.match(await order.payment(), {
      disputedAmount: 25_000,
      refundedAmount: 0,
      refundDueAmount: 25_000,
    })
    t.match(await order.view(order.token), { disputedAmount: 25_000, refundDueAmount: 25_000 })
    const waiting = await order.page()
    t.match(waiting, 'This shoot was canceled')
    t.match(waiting, 'Your bank is deciding on the $250.00 that you disputed.')
    t.match(waiting, 'you get that back as a refund')
    t.notMatch(waiting, 'is on its way')
    t.strictSame(order.refunds(), [])

    order.end('won')
    await order.sees('the refund', ({ refundedAmount }) => refundedAmount === 25_000)
    await eventually('the provider refunds', async () => order.refunds().length === 1)
    t.match(order.refunds(), [{ amount: 25_000 }])
    await eventually('the refund succeeded', async () =>
      (await order.events()).includes('PAYMENT_REFUNDED'),
    )
    t.match(await order.payment(), { refundDueAmount: 0, disputedAmount: 0 })
    const refunded = await order.page()
    t.match(refunded, 'Your refund of $250.00 is on its way.')
    t.notMatch(refunded, 'disputed')
    await order.ripen()
    await eventually('it is read again', async () => (await order.payment()).refundDueAmount === 0)
    t.equal(order.refunds().length, 1, 'once')
  },
)

t.test('a lost dispute leaves nothing to refund [c21-cancel-disputed]', async (t) => {
  const order = await disputedOrder({}, FEE)
  t.equal((await order.cancel(5_000)).status, 200)
  t.match(
    await order.view(order.token),
    { owed: { balanceAmount: 5_000 } },
    'disputed money covers no fee',
  )
  order.end('lost')
  await order.sees('its end', ({ disputedAmount }) => disputedAmount === 0)
  t.match(await order.payment(), { refundedAmount: 25_000, refundDueAmount: 0 })
  t.strictSame(order.refunds(), [])
})

t.test('a disputed deposit does not prevent canceling [c21-cancel-disputed]', async (t) => {
  const order = await disputedOrder({ payment: 'DEPOSIT', depositBasisPoints: 2_000 })
  t.equal((await order.cancel()).status, 200)
  t.match(await order.invoice(order.invoiceId), { status: 'VOIDED', paidAmount: 0 })
  t.match(await order.page(), 'Your bank is deciding on the $50.00 that you disputed.')
  order.end('won')
  await eventually('the provider refunds', async () => order.refunds().length === 1)
  t.match(order.refunds(), [{ amount: 5_000 }])
  await order.sees('the refund', ({ refundedAmount }) => refundedAmount === 5_000)
  t.match(await order.page(), 'Your refund of $50.00 is on its way.')
})

t.test('staff may keep the disputed amount [c21-cancel-disputed]', async (t) => {
  const order = await disputedOrder()
  const kept = await order.call('POST', `/projects/${order.projectId}/cancel`, { refund: 'NONE' })
  t.equal(kept.status, 200)
  const text = await order.page()
  t.match(text, 'Your bank is deciding on the $250.00 that you disputed.')
  t.notMatch(text, 'If it sides with')
  order.end('won')
  await order.sees('its end', ({ disputedAmount }) => disputedAmount === 0)
  t.match(await order.payment(), { refundedAmount: 0, refundDueAmount: 0 })
})

t.test(
  "a failed refund is shown on the order's page until staff pay it back [c20-orders-page]",
  async (t) => {
    const studio = await orderingStudio(api, emulator)
    const { session, token } = await studio.order(await studio.form({ confirmation: 'BY_STAFF' }))
    emulator.pay(session)
    await studio.reaches(token, 'REQUESTED')
    const { id } = await studio.newest()
    const manager = await browserOf(api, await api.createMember(studio.org, 'MANAGER'))
    const page = async () =>
      (await manager.open(`/app/${studio.org.organizationId}/orders/${id}`)).text
    await studio.call('POST', `/orders/${id}/decline`)
    await eventually('the refund succeeded', async () =>
      (await studio.events()).includes('PAYMENT_REFUNDED'),
    )
    t.notMatch(await page(), 'failed')
    const intentId = emulator.session(session).payment_intent
    const refund = emulator.refunds().find(({ payment_intent: of }) => of === intentId)
    emulator.settleRefund(refund?.id ?? '', 'failed')
    await eventually('it failed', async () =>
      (await studio.events()).includes('PAYMENT_REFUND_FAILED'),
    )
    const failed = await page()
    t.match(failed, 'A refund of $250.00 failed')

    const at = `/app/${studio.org.organizationId}/orders`
    const [{ id: paymentId }] = (await studio.call('GET', '/payments')).body.data
    const path = `${at}/${id}/payments/${paymentId}/refund`
    const form: Record<string, string> = {
      ...fieldsOf({ text: failed }, `${paymentId}/refund`),
      outside: 'yes',
    }
    const { 'idempotency-key': _, ...other } = form
    const tooMuch = await manager.send(path, { ...other, refundAmount: '9999' })
    t.match(tooMuch, { status: 409, text: 'more than can still be refunded' })
    t.match(fieldsOf(tooMuch, `${paymentId}/refund`), { refundAmount: '9999', outside: 'yes' })
    const elsewhere = `${at}/${crypto.randomUUID()}/payments/${paymentId}/refund`
    t.equal((await manager.send(elsewhere, form)).status, 404)
    const recorded = await manager.send(path, form)
    t.match(recorded, { status: 303, location: `${at}/${id}?done=recorded` })
    const { text } = await manager.open(recorded.location ?? '')
    t.match(text, 'Refund recorded.')
    t.notMatch(text, 'failed')
    const refunds = (await studio.call('GET', `/payments/${paymentId}/refunds`)).body.data
    t.match(refunds, [{ provider: 'MANUAL', status: 'SUCCEEDED' }, { provider: 'STRIPE' }])
    t.equal(emulator.refunds().filter(({ payment_intent: of }) => of === intentId).length, 1)
  },
)
