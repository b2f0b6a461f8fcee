import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { getPage } from '@mediajobs/testing/api/pages'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const { deliver, addMedia, addPreview, call } = await deliveringStudio(api)

async function lockedDelivery(language: string) {
  const { body: customer } = await call('POST', '/customers', {
    name: 'Ann',
    email: `${language}@clients.example`,
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

t.test(
  'the page of a locked delivery has one price and offers no download [c19-page]',
  async (t) => {
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
  },
)

t.test('it speaks Spanish [c19-page]', async (t) => {
  const { token } = await lockedDelivery('es')
  const { text } = await getPage(api.url, `/deliveries/${token}`)
  t.match(text, 'Las descargas se abren al pagar la factura')
  t.match(text, /Pagar .*180/)
})
