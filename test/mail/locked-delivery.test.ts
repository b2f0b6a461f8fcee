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
