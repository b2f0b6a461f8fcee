import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { getPage } from '@mediajobs/testing/api/pages'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const { deliver, addMedia, addPreview, call } = await deliveringStudio(api)

async function lockedDelivery(language: string, name = language) {
  const { body: customer } = await call('POST', '/customers', {
    name: 'Ann',
    email: `${name}@clients.example`,
    language,
  })
  const { body: offer } = await call('POST', '/packages', {
    name: 'Signature',
    priceAmount: 18_000,
    currency: 'USD',
  })
  return deliver(
    { customerId: customer.id, packageId: offer.id, addressLine1: '859 Orange Grove Blvd' },
    { requirePayment: true },
    async (projectId) => {
      for (const position of [0, 1]) await addPreview(await addMedia(projectId, { position }))
      await addMedia(projectId, { position: 2, type: 'VIDEO', filename: '<tour>.mp4' })
    },
  )
}

t.test("a locked delivery's page shows one price and offers no download [c19-page]", async (t) => {
  const { token, project } = await lockedDelivery('en')
  const { status, text } = await getPage(api.url, `/deliveries/${token}`)
  t.equal(status, 200)
  t.match(text, 'Downloads open when the invoice is paid')
  t.match(text, 'Pay $180.00')
  t.match(text, `/pay/${token}`)
  t.match(text, '2 photos, 1 video')
  t.match(text, 'hreflang="es"')
  t.match(text, '&lt;tour&gt;.mp4')
  t.match(text, `${token}/request-revision`)
  for (const none of [
    'id="download"',
    `${token}/approve`,
    '#approve',
    'data-original',
    'cdn.test',
  ]) {
    t.notMatch(text, none, none)
  }
  t.equal((text.match(/srcset/g) ?? []).length, 2)

  const download = await getPage(api.url, `/deliveries/${token}/download`)
  t.equal(download.status, 402)
  await call('POST', `/projects/${project.id}/delivery/unlock`, { reason: 'Trusted' })
  const opened = await getPage(api.url, `/deliveries/${token}`)
  t.notMatch(opened.text, 'data-locked')
  t.match(opened.text, 'data-original')
})

t.test('after the changes in a locked delivery, more can be requested [c19-402]', async (t) => {
  const { token, project, requestRevision } = await lockedDelivery('en', 'round')
  const { text: first } = await getPage(api.url, `/deliveries/${token}`)
  t.notMatch(first, 'ask for more changes')
  t.equal((await requestRevision({ comment: 'Brighter' })).status, 200)
  const { body } = await call('POST', `/projects/${project.id}/deliver`, { requirePayment: true })
  const { text } = await getPage(api.url, `/deliveries/${body.deliveryToken}`)
  t.match(text, 'Have a look. You can ask for more changes before you pay.')
  t.notMatch(text, 'then approve', "it can't be approved yet")
})

t.test(
  "a delivery's pay page shows what was received, then links back [c19-pay-page]",
  async (t) => {
    const { token, project } = await lockedDelivery('en', 'two')
    const { body: list } = await call('GET', `/invoices?projectId=${project.id}`)
    const [first] = list.data
    const { body: second } = await call('POST', '/invoices', {
      customerId: project.customerId,
      projectId: project.id,
      currency: 'USD',
      lineItems: [{ description: 'Retouching', quantity: 1, unitAmount: 4_000 }],
    })
    await call('POST', `/invoices/${second.id}/send`)
    const open = async () => (await getPage(api.url, `/pay/${token}`)).text
    const view = async () => (await api.request('GET', `/pay/${token}`)).body
    t.match(await open(), `Invoice ${first.number}`)
    t.notMatch(await open(), 'Thank you')
    t.equal((await view()).previousInvoice, null)

    await call('POST', `/invoices/${first.id}/pay`)
    const next = await open()
    t.match(next, 'Thank you, $180.00 received')
    t.match(next, `Invoice ${first.number} is paid.`)
    t.match(next, '$40.00')
    t.notMatch(next, 'View your photos')
    const { previousInvoice, deliveryUrl, number } = await view()
    t.match(previousInvoice, { number: first.number, totalAmount: 18_000, currency: 'USD' })
    t.not(number, first.number)

    await call('POST', `/invoices/${second.id}/pay`)
    const paid = await open()
    t.match(paid, 'This page is your receipt.')
    t.notMatch(paid, 'received</h2>')
    t.match(paid, `href="${deliveryUrl}">View your photos</a>`)
    t.equal(deliveryUrl, `http://deliveries.test/${token}`)
  },
)

t.test("a locked delivery's page is available in Spanish [c19-page]", async (t) => {
  const { token } = await lockedDelivery('es')
  const { text } = await getPage(api.url, `/deliveries/${token}`)
  t.match(text, 'Las descargas se habilitan al pagar la factura')
  t.match(text, /Pagar .*180/)
})
