// docs/contract.md#c19-mail: the mail for a delivery awaiting payment.
import t from 'tap'
import { DELIVERIES, linkOf, mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, ended, book } = await mailService(t)
await dispatch()

/** A delivery of a job with an invoice for $420, of which $20 is paid. */
async function delivered(language: string, requirePayment: boolean) {
  const org = await service.createOrg()
  const { call, customer, project } = await book(org, {}, { language })
  const { body: invoice } = await call('POST', '/invoices', {
    customerId: customer.id,
    projectId: project.id,
    currency: 'USD',
    lineItems: [{ description: 'Shoot', quantity: 1, unitAmount: 42_000 }],
  })
  await call('POST', `/invoices/${invoice.id}/send`)
  await call('POST', `/invoices/${invoice.id}/pay`, { paymentAmount: 2_000 })
  const { body } = await call('POST', `/projects/${project.id}/deliver`, {
    requirePayment,
    message: 'Enjoy!',
  })
  await ended()
  const [mail, ...more] = smtp.to(customer.email)
  if (!mail || more.length > 0) throw new Error(`${more.length + 1} mails`)
  return { ...mail, url: body.deliveryUrl }
}

t.test(
  "a locked delivery's mail shows the amount due and links to the delivery [c19-mail]",
  async (t) => {
    const { parsed, url } = await delivered('en', true)
    t.equal(parsed.subject, 'Your files for 12 Main Street are ready: pay to download')
    t.match(parsed.text, 'Test Studio has finished your files for 12 Main Street.')
    t.match(parsed.text, 'Downloads open as soon as $400.00 is paid.')
    t.match(parsed.text, '> Enjoy!')
    t.match(parsed.html, '>View files and pay $400.00</a>')
    t.equal(linkOf({ parsed }, DELIVERIES), url)
  },
)

t.test(
  "a locked delivery's mail is in Spanish for a Spanish-speaking customer [c19-mail]",
  async (t) => {
    const { parsed, url } = await delivered('es', true)
    t.equal(parsed.subject, 'Sus archivos de 12 Main Street están listos: pague para descargarlos')
    t.match(parsed.text, 'Test Studio ya terminó sus archivos de 12 Main Street.')
    t.match(parsed.text, /Las descargas se habilitan en cuanto se paguen (USD|\$)\s?400[.,]00\./)
    t.match(parsed.html, /lang="es".*>Ver los archivos y pagar .*400/s)
    t.equal(linkOf({ parsed }, DELIVERIES), url)
  },
)

t.test("an unlocked delivery's mail doesn't ask for money [c19-mail]", async (t) => {
  const { parsed } = await delivered('en', false)
  t.equal(parsed.subject, 'Your files for 12 Main Street')
  t.notMatch(parsed.text, '$')
})

t.test(
  'a delivery locked by a statement asks for its balance [c19-mail, c22-statement-lock]',
  async (t) => {
    const org = await service.createOrg()
    const { call, customer, project } = await book(org)
    const { id: packageId } = await org.make('/packages', {
      name: 'Shoot',
      priceAmount: 42_000,
      currency: 'USD',
    })
    await call('PATCH', `/projects/${project.id}`, { packageId })
    const group = await org.make('/customer-groups', {
      name: 'Main Street Realty',
      billing: 'GROUP',
      billingCustomerId: customer.id,
      paymentTerms: 'ON_DELIVERY',
    })
    await call('PUT', `/customer-groups/${group.id}/members/${customer.id}`, { role: 'LEAD' })
    await call('POST', `/projects/${project.id}/deliver`)
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const days = { from: day(-1), to: day(1) }
    const { invoice } = await org.make(`/customer-groups/${group.id}/statements`, days)
    await call('POST', `/invoices/${invoice.id}/send`)
    const again = await call('POST', `/projects/${project.id}/deliver`, { requirePayment: true })
    t.match(again.body, { locked: true })
    await ended()
    const mail = smtp
      .to(customer.email)
      .find((each) => linkOf(each, DELIVERIES) === again.body.deliveryUrl)
    t.match(mail?.parsed.text, 'Downloads open as soon as $420.00 is paid.')
  },
)
