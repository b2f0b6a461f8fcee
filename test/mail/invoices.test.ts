// docs/contract.md#c18-mail: an invoice with a pay link, and the receipt.
import { newId } from '@mediajobs/db'
import { paymentAccounts, payments } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import { applyProviderPayment } from '@mediajobs/operations/card-payments'
import { keepLedger } from '@mediajobs/testing/api/ledger'
import { receivedPayment } from '@mediajobs/testing/api/provider-payment'
import t from 'tap'
import { linkOf, mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, ended, book } = await mailService(t)
// Paid before a dispatcher is running.
const early = await invoiced()
await early.call('POST', `/invoices/${early.invoice.id}/send`)
await early.call('POST', `/invoices/${early.invoice.id}/pay`, {})
await dispatch()

/** A job of an organization that accepts cards, and its draft invoice for $250. */
async function invoiced(customer: object = {}, takesCards = true) {
  const org = await service.createOrg()
  const { organizationId } = org
  keepLedger(service.store, organizationId)
  if (takesCards) {
    await service.store.sql.orm.insert(paymentAccounts).values({
      organizationId,
      id: newId(),
      provider: 'STRIPE',
      secretKeyEncrypted: 'unused',
      tokenHash: hashSecret(organizationId),
      tokenEncrypted: 'unused',
      state: 'READY',
    })
  }
  const booked = await book(org, {}, customer)
  const { call, project } = booked
  await call('PATCH', '/organization', { contactEmail: 'office@studio.test' })
  const { body: invoice } = await call('POST', '/invoices', {
    customerId: booked.customer.id,
    projectId: project.id,
    currency: 'USD',
    dueDate: '2026-05-31',
    lineItems: [{ description: 'Shoot', quantity: 1, unitAmount: 25_000 }],
  })
  const sent = async () => {
    const { body } = await call('POST', `/invoices/${invoice.id}/send`)
    await ended()
    return body
  }
  return { ...booked, organizationId, invoice, sent }
}

const pathOf = (mail: Parameters<typeof linkOf>[0]) => new URL(linkOf(mail, '/pay/')).pathname
const open = (path: string) => fetch(`${service.url}${path}`)

/** Pays the full amount plus a tip by card. */
async function payByCard({ organizationId, invoice }: Awaited<ReturnType<typeof invoiced>>) {
  const id = newId()
  await service.store.sql.orm.insert(payments).values({
    organizationId,
    id,
    invoiceId: invoice.id,
    customerId: invoice.customerId,
    provider: 'STRIPE',
    status: 'PENDING',
    paymentAmount: 25_000,
    tipAmount: 1_500,
    currency: 'USD',
    livemode: false,
  })
  const said = receivedPayment(id, { receivedAmount: 26_500 })
  const apply = () =>
    service.store.transaction((tx) => applyProviderPayment(tx, organizationId, id, said))
  await apply()
  await apply()
  await ended()
}

t.test('a sent invoice is mailed with a link to pay it [c18-mail]', async (t) => {
  const { customer, sent, call, invoice } = await invoiced()
  const { number } = await sent()
  const [mail, ...more] = smtp.to(customer.email)
  t.equal(more.length, 0)
  t.equal(mail?.parsed.subject, `Invoice ${number} from Test Studio`)
  t.match(mail?.parsed.text, `Your invoice ${number} for 12 Main Street is ready: $250.00.`)
  t.match(mail?.parsed.text, "It's due on May 31, 2026.")
  t.match(mail?.parsed.html, 'Pay $250.00')
  t.match(mail?.parsed.text, 'office@studio.test')
  const path = pathOf(mail)
  t.equal((await open(path)).status, 200)
  await call('POST', `/invoices/${invoice.id}/pay-link`)
  t.equal((await open(path)).status, 200, "a link created by staff doesn't revoke the mailed one")
  await call('DELETE', `/invoices/${invoice.id}/pay-link`)
  t.equal((await open(path)).status, 404, 'all end together')
  const { data } = (await call('GET', '/mails?kind=INVOICE')).body
  t.match(data, [{ kind: 'INVOICE', status: 'SENT', invoiceId: invoice.id, paymentId: null }])
})

t.test('a card payment gets one receipt, a cash payment none [c18-mail]', async (t) => {
  const studio = await invoiced()
  await studio.sent()
  await payByCard(studio)
  const [, receipt, ...more] = smtp.to(studio.customer.email)
  t.equal(more.length, 0)
  t.match(receipt?.parsed.subject, /^Receipt for invoice INV-\d+$/)
  t.match(receipt?.parsed.text, /received your payment of \$265\.00 on .*Thank you!/)
  const page = await open(pathOf(receipt))
  t.match(await page.json(), { status: 'PAID', balanceAmount: 0 })
  const cash = await invoiced()
  const { id } = await cash.sent()
  await cash.call('POST', `/invoices/${id}/pay`, { method: 'Cash' })
  await ended()
  t.equal(smtp.to(cash.customer.email).length, 1, 'the invoice alone')
})

t.test("invoice mails are in the customer's language [c18-mail]", async (t) => {
  const studio = await invoiced({ language: 'es' })
  await studio.sent()
  await payByCard(studio)
  const [invoice, receipt] = smtp.to(studio.customer.email)
  t.match(invoice?.parsed.subject, /^Factura INV-\d+ de Test Studio$/)
  t.match(receipt?.parsed.subject, /^Recibo de la factura INV-\d+$/)
})

t.test(
  'no invoice is mailed without card payments, or to customers who unsubscribed [c18-mail]',
  async (t) => {
    for (const studio of [await invoiced({}, false), await invoiced({ mailOptOut: true })]) {
      await studio.sent()
      t.strictSame(smtp.to(studio.customer.email), [])
    }
  },
)

t.test("an invoice paid before its mail is sent isn't mailed [c18-mail]", async (t) => {
  await ended()
  const { data } = (await early.call('GET', `/mails?customerId=${early.customer.id}`)).body
  t.match(data, [{ status: 'CANCELLED', error: 'The invoice was already paid or voided.' }])
  t.strictSame(smtp.to(early.customer.email), [])
})
