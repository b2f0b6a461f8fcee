// docs/contract.md#c18-ledger-page: an invoice's payments on its page.

import { testApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { getPage } from '@mediajobs/testing/api/pages'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { moneyStudio } from '../support/money-studio.ts'

const api = await testApp(t, { trustProxy: true })

/** A job with a sent invoice for $250, and its page for a manager. */
async function sentInvoice(more: object = {}) {
  const studio = await moneyStudio(api)
  const { org, call } = studio
  const manager = await api.createMember(org, 'MANAGER')
  const { id: customerId } = await studio.customer()
  const project = (await studio.book({ customerId })).body
  const sent = await studio.sent({ customerId, projectId: project.id, ...more })
  const job = `/app/${org.organizationId}/projects/${project.id}`
  const at = `${job}/invoices/${sent.id}`
  // A session for each page: one is limited to 50 calls a second.
  const open = async (path = at) => (await browserOf(api, manager)).open(path)
  const send = async (path: string, fields: Record<string, string>) =>
    (await browserOf(api, manager)).send(path, fields)
  const paymentsOf = async () => (await call('GET', `/payments?invoiceId=${sent.id}`)).body.data
  const session = () => browserOf(api, manager)
  return { ...studio, sent, job, at, open, send, session, paymentsOf }
}

t.test(
  'a partial cash payment and the rest are recorded from the page [c18-ledger-page]',
  async (t) => {
    const { job, at, open, send, paymentsOf, call, sent } = await sentInvoice()
    const form = fieldsOf(await open(job), '/pay')
    t.equal(form.paymentAmount, '250.00', 'the balance is proposed')
    const wrong = { paymentAmount: 'a lot', method: 'Check', reference: 'No. 47' }
    const bad = await send(`${at}/pay`, { ...form, ...wrong })
    t.equal(bad.status, 400)
    t.match(bad.text, 'Enter an amount, like 250 or 99.50.')
    t.match(bad.text, /<details class="menu" open><summary>Record payment/)
    const focused =
      /id="paymentAmount-[^"]+-problem">Enter an amount.*name="paymentAmount"[^>]* autofocus/s
    t.match(bad.text, focused, 'next to its field, which has focus')
    t.notMatch((await open(job)).text, 'autofocus')
    t.match(fieldsOf(bad, '/pay'), wrong, 'input is kept')
    const part = await send(`${at}/pay`, { ...form, paymentAmount: '99.50', method: 'Cash' })
    t.match(part.location, 'done=paid')
    const page = await open()
    t.match(page.text, /<b>\$99\.50<\/b> <span dir="auto">Cash<.*Received/s)
    t.match(page.text, /Due<\/th><td>\$150\.50/)
    t.match(
      page.text,
      /This only records the refund\. Pay the money back yourself\..*>Record refund</s,
    )
    const rest = fieldsOf(await open(job), '/pay')
    t.equal(rest.paymentAmount, '150.50')
    await send(`${at}/pay`, { ...rest, method: 'Transfer' })
    t.equal((await call('GET', `/invoices/${sent.id}`)).body.status, 'PAID')
    t.equal((await paymentsOf()).length, 2)
  },
)

t.test('paying more than is due asks for confirmation [c18-ledger-page]', async (t) => {
  const { job, at, open, send, paymentsOf } = await sentInvoice()
  const form = { ...fieldsOf(await open(job), '/pay'), paymentAmount: '2500.00', method: 'Cash' }
  const asked = await send(`${at}/pay`, form)
  t.match(asked.text, /You&#39;re recording \$2,500.00, but only \$250.00 is due/)
  t.match(asked.text, 'Don&#39;t record it</a>')
  t.strictSame(await paymentsOf(), [])
  const yes = fieldsOf(asked, 'pay')
  t.match(yes, { paymentAmount: '2500.00', method: 'Cash' })
  t.match((await send(`${at}/pay`, yes)).location, 'done=paid')
  t.match(await paymentsOf(), [{ paymentAmount: 250_000, unappliedAmount: 225_000 }])
})

t.test('an invoice for 0 is paid as proposed [c18-ledger-page]', async (t) => {
  const { job, at, open, send, paymentsOf, call, sent } = await sentInvoice({
    lineItems: [{ description: 'Reshoot', quantity: 1, unitAmount: 0 }],
  })
  const form = fieldsOf(await open(job), '/pay')
  t.equal(form.paymentAmount, '0.00')
  t.match((await send(`${at}/pay`, form)).location, 'done=paid')
  t.strictSame(await paymentsOf(), [])
  t.equal((await call('GET', `/invoices/${sent.id}`)).body.status, 'PAID')
})

t.test(
  'a manager makes a partial refund; a refund that is too large is refused [c18-ledger-page]',
  async (t) => {
    const { at, open, send, session, call, sent, paymentsOf } = await sentInvoice()
    await call('POST', `/invoices/${sent.id}/pay`, {})
    const [{ id }] = await paymentsOf()
    const form = fieldsOf(await open(), `${id}/refund`)
    t.equal(form.refundAmount, '250.00', 'the remaining amount is proposed')
    const path = `${at}/payments/${id}/refund`
    const browser = await session()
    const done = await browser.send(path, { ...form, refundAmount: '50', reason: 'Rain' })
    t.match(done.location, 'done=recorded')
    t.match((await open()).text, '$50.00 refunded')
    const again = await browser.send(path, { ...form, refundAmount: '50', reason: 'Rain' })
    t.match(again.location, 'done=recorded', 'submitting twice refunds once')
    t.match((await open()).text, '$50.00 refunded')
    const { 'idempotency-key': _, ...other } = form
    const written = { refundAmount: '201', reason: 'It rained all day' }
    const tooMuch = await send(path, { ...other, ...written })
    t.equal(tooMuch.status, 409)
    t.match(tooMuch.text, 'more than can still be refunded.')
    t.match(tooMuch.text, /<details class="menu" open><summary>Refund/)
    t.match(tooMuch.text, /name="refundAmount"[^>]* aria-invalid="true"[^>]* autofocus/)
    t.match(fieldsOf(tooMuch, `${id}/refund`), written, 'input is kept')
  },
)

t.test('the pay link is shown once, and can be revoked [c18-ledger-page]', async (t) => {
  const { at, open, send, session } = await sentInvoice()
  const form = fieldsOf(await open(), '/pay-link')
  const browser = await session()
  const made = await browser.send(`${at}/pay-link`, form)
  t.equal(made.status, 200)
  const reloaded = await browser.send(`${at}/pay-link`, form)
  t.match(reloaded, { status: 409, text: 'This pay link was already shown. Create a new one.' })
  const [link = ''] = /https?:\/\/[^"]+\/pay\/[^"]+/.exec(made.text) ?? []
  const { pathname } = new URL(link)
  t.equal((await getPage(api.url, pathname)).status, 200)
  t.notMatch((await open()).text, '/pay/', 'not shown again')
  const ended = await send(`${at}/pay-link/end`, fieldsOf(await open(), '/pay-link/end'))
  t.match(ended.location, 'done=ended')
  t.equal((await getPage(api.url, pathname)).status, 404)
})

t.test('an overpayment and a dispute are shown at the top [c18-ledger-page]', async (t) => {
  const { open, pendingPayment, apply, call, sent } = await sentInvoice()
  const id = await pendingPayment(sent, 25_000)
  await call('POST', `/invoices/${sent.id}/pay`, { paymentAmount: 25_000, method: 'Cash' })
  await apply(id, { receivedAmount: 25_000, disputedAmount: 25_000 })
  const { text } = await open()
  t.match(text, 'The customer overpaid by $250.00.')
  t.match(text, 'disputes $250.00')
})

t.test('a failed refund is shown until it is paid back [c18-ledger-page]', async (t) => {
  const { at, open, send, call, pendingPayment, apply, sent } = await sentInvoice()
  const id = await pendingPayment(sent, 25_000)
  const refund = {
    providerRefundId: 're_failed',
    refundId: null,
    amount: 5_000,
    status: 'FAILED' as const,
    reason: null,
    failureCode: 'expired_or_canceled_card',
  }
  await apply(id, { receivedAmount: 25_000, refunds: [refund] })
  const failed = await open()
  t.match(failed.text, /<p class="alarm">A refund of \$50\.00 failed, .* Refund it again/)
  t.match(failed.text, 'Received · refund of $50.00 failed')
  const form = fieldsOf(failed, `${id}/refund`)
  t.equal(form.refundAmount, '50.00', 'the failed amount is proposed')
  t.match(failed.text, 'paid it back another way. Just record it.')
  t.notMatch(failed.text, 'This only records', 'the provider moves the money')
  const recorded = await send(`${at}/payments/${id}/refund`, { ...form, outside: 'yes' })
  t.match(recorded.location, 'done=recorded')
  const settled = await open()
  t.notMatch(settled.text, /failed|Recorded manually/)
  t.match(settled.text, 'Received · $50.00 refunded')
  t.match((await call('GET', `/payments/${id}/refunds`)).body.data[0], { provider: 'MANUAL' })
  const bounced = { ...refund, providerRefundId: 're_bounced' }
  await apply(id, { receivedAmount: 25_000, refunds: [refund, bounced] })
  t.match((await open()).text, 'refund of $50.00 failed')
  const again = { ...refund, providerRefundId: 're_again', status: 'SUCCEEDED' as const }
  await apply(id, { receivedAmount: 25_000, refunds: [refund, bounced, again] })
  t.notMatch((await open()).text, 'failed')
})

t.test(
  'the page says what a canceled job refunds after a dispute [c18-ledger-page, c21-cancel-disputed]',
  async (t) => {
    const { open, pendingPayment, apply, call, sent, paymentsOf } = await sentInvoice()
    const id = await pendingPayment(sent, 25_000)
    await apply(id, { receivedAmount: 25_000, disputedAmount: 25_000 })
    await call('POST', `/projects/${sent.projectId}/cancel`, {})
    const said = 'if you win the dispute, $250.00 is refunded automatically'
    t.match((await open()).text, said)
    await apply(id, { receivedAmount: 25_000 })
    t.notMatch((await open()).text, said)
    t.match(await paymentsOf(), [{ refundedAmount: 25_000, refundDueAmount: 0 }])
  },
)

t.test("an invoice's sums on the job's page add up [c12-project]", async (t) => {
  const lineItems = [
    { description: 'Shoot', quantity: 1, unitAmount: 20_000, taxBasisPoints: 1_000 },
  ]
  const { job, open } = await sentInvoice({ lineItems })
  const rows = (await open(job)).text
  t.match(rows, /Shoot<\/dt>\s*<dd[^>]*>\$200\.00/)
  t.match(rows, /Tax<\/dt>\s*<dd[^>]*>\$20\.00/)
  t.match(rows, /Total<\/dt>\s*<dd[^>]*>\$220\.00/)
})

t.test('every invoice of a job is linked from its page [c12-project]', async (t) => {
  const { job, open, call, sent } = await sentInvoice()
  await call('POST', `/invoices/${sent.id}/pay`, {})
  await call('PATCH', '/organization', {
    changePolicy: {
      currency: 'USD',
      rules: [{ on: 'RESCHEDULE', withinHours: 8_784, feeAmount: 5_000 }],
    },
  })
  const scheduledTime = '2099-05-04T16:00:00Z'
  await call('POST', `/projects/${sent.projectId}/reschedule`, { scheduledTime })
  t.match((await open(job)).text, `/invoices/${sent.id}">${sent.number}</a> · Paid`)
})

t.test('editors see no money, other organizations no invoice', async (t) => {
  const { at, org } = await sentInvoice()
  const editor = await api.createMember(org, 'EDITOR')
  t.equal((await (await browserOf(api, editor)).open(at)).status, 403)
  const other = await sentInvoice()
  const elsewhere = at.replace(org.organizationId, other.org.organizationId)
  t.equal((await other.open(elsewhere)).status, 404)
})

t.test(
  "an amount with digit grouping is accepted, and the example has the currency's decimals",
  async (t) => {
    const lineItems = [{ description: 'Shoot', quantity: 1, unitAmount: 125_000 }]
    const { job, at, open, send, paymentsOf } = await sentInvoice({ lineItems })
    const form = fieldsOf(await open(job), '/pay')
    t.match((await send(`${at}/pay`, { ...form, paymentAmount: '1,250.00' })).location, 'done=paid')
    t.match(await paymentsOf(), [{ paymentAmount: 125_000 }])
    const yen = await sentInvoice({ lineItems, currency: 'JPY' })
    const bad = await yen.send(`${yen.at}/pay`, {
      ...fieldsOf(await yen.open(yen.job), '/pay'),
      paymentAmount: '99.50',
    })
    t.match(bad.text, 'Enter an amount, like 250.')
  },
)

t.test('amounts have the decimals of ISO 4217, not those of CLDR [c18-currencies]', async (t) => {
  for (const [currency, proposed, shown] of [
    ['HUF', '250.00', /HUF\s250\.00/],
    ['JPY', '25000', /¥25,000/],
    ['KWD', '25.000', /KWD\s25\.000/],
  ] as const) {
    const { job, at, open } = await sentInvoice({ currency })
    t.equal(fieldsOf(await open(job), '/pay').paymentAmount, proposed)
    t.match((await open(at)).text, shown)
  }
})
