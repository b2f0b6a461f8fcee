import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { getPage, pageWeight, postForm } from '@mediajobs/testing/api/pages'
import t from 'tap'

const HOSTILE = '<script>alert(1)</script>'
const { api, emulator } = await openCardApi(t)

/** Places an order without a time, and opens its page. */
async function openUntimed(fields: object) {
  const studio = await orderingStudio(api, emulator)
  const form = await studio.form({ scheduling: 'OPTIONAL', ...fields })
  const { holdToken } = await studio.hold(form, null)
  const { body } = await studio.place(form, studio.orderBody(holdToken))
  const path = `/orders/${body.orderToken}`
  return { ...studio, path, page: async () => (await getPage(api.url, path)).text }
}

/** Places an order, and opens its page. */
async function openOrder(fields: object = {}, more: object = {}) {
  const studio = await orderingStudio(api, emulator)
  const form = await studio.form(fields)
  const order = await studio.order(form, more)
  const path = `/orders/${order.token}`
  return {
    ...studio,
    publicId: form.publicId,
    order,
    path,
    page: async (query = '') => (await getPage(api.url, path + query)).text,
  }
}

t.test('an order awaiting payment has one button [c20-order-page]', async (t) => {
  const { path, page, expireHolds, publicId } = await openOrder()
  const { status, headers } = await getPage(api.url, path)
  t.equal(status, 200)
  t.match(headers.get('vary'), /\bAccept\b/)
  t.match(headers.get('content-security-policy'), "frame-ancestors 'none'")
  const text = await page()
  t.match(text, 'One step left: payment')
  t.match(text, '<button class="go">Pay $250.00</button>')
  t.match(text, '12 Main Street')
  const checkout = await postForm(api.url, `${path}/checkout`, {})
  t.equal(checkout.status, 303)
  t.match(checkout.headers.get('location'), emulator.url)
  t.match(await page('?back'), 'Checking your payment…')
  await expireHolds()
  const over = await page()
  t.match(over, 'Your time was released')
  t.match(over, `href="../book/${publicId}"`)
  t.notMatch(over, '<form')
  const late = await postForm(api.url, `${path}/checkout`, {})
  t.equal(late.status, 303, 'back to the page, which says why')
  t.match(late.headers.get('location'), `../${path.split('/')[2]}`)
})

t.test('a booked order has its time, its price and a calendar file [c20-order-page]', async (t) => {
  const { path, page, call } = await openOrder(
    {
      payment: 'NONE',
      terms: HOSTILE,
      questions: [{ key: 'pets', label: '¿Hay mascotas?', type: 'YES_NO' }],
    },
    { acceptedTerms: true, answers: { pets: 'YES' } },
  )
  await call('PATCH', '/organization', { contactPhone: '+1 626 555 0123' })
  const text = await page()
  t.match(text, 'You&#39;re booked')
  t.match(text, '<a href="?language=es"')
  t.match(text, /<time datetime="[^"]+"><b>\w+, \w+ \d+<\/b>/)
  t.match(text, /<a class="button" href="[^"]*\/pay\//, 'not the main action: it is not due yet')
  t.match(text, '>Pay $250.00</a>', 'nothing was paid, so none remains')
  t.match(text, 'You can pay now, or when your files are ready.')
  t.match(text, /¿Hay mascotas\?.*<dd[^>]*>Yes</)
  const spanish = await page('?language=es')
  t.match(spanish, 'Puede pagar ahora o cuando sus archivos estén listos.')
  t.match(spanish, /¿Hay mascotas\?.*<dd[^>]*>Sí</)
  t.notMatch(text, HOSTILE)
  t.match(text, '&lt;script&gt;')
  const { status, headers, text: file } = await getPage(api.url, `${path}/calendar.ics`)
  t.equal(status, 200)
  t.match(headers.get('content-type'), 'text/calendar')
  t.match(file, 'SUMMARY:Essentials · 12 Main Street\r\n', 'what and where')
  t.match(file, 'DESCRIPTION:Test Studio\\n+1 626 555 0123\r\n')
  t.match(file, /BEGIN:VEVENT[\s\S]*LOCATION:12 Main Street\\, Springfield[\s\S]*END:VEVENT/)
  t.notMatch(file, path.split('/')[2], 'no token in the file')
})

t.test(
  'what is still to pay is shown beside the total once something was paid [c20-order-page]',
  async (t) => {
    const { page, call, newest } = await openOrder({ payment: 'NONE' })
    const { invoiceId } = await newest()
    t.match(await page(), /<tr class="main"><th scope="row" dir="auto">Total<\/th><td>\$250\.00/)
    t.notMatch(await page(), 'Still to pay')
    t.notMatch(await page('?language=es'), 'Por pagar')
    await call('POST', `/invoices/${invoiceId}/pay`, { paymentAmount: 10_000 })
    t.match(await page(), /<tr class="main"><th[^>]*>Still to pay<\/th><td>\$150\.00/)
    t.match(await page('?language=es'), /<tr class="main"><th[^>]*>Por pagar<\/th>/)
  },
)

t.test(
  'moving or canceling a shoot raises the SEQUENCE of its calendar file [c20-order-page]',
  async (t) => {
    const { path, call, newest } = await openOrder({ payment: 'NONE' })
    const file = async () => (await getPage(api.url, `${path}/calendar.ics`)).text
    const sequence = (text: string) => Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1])
    const before = await file()
    const { projectId } = await newest()
    const scheduledTime = '2099-05-04T16:00:00.000Z'
    await call('POST', `/projects/${projectId}/reschedule`, { scheduledTime })
    const moved = await file()
    t.match(moved, 'DTSTART:20990504T160000Z')
    t.ok(sequence(moved) > sequence(before), `${sequence(moved)} after ${sequence(before)}`)
    const uid = (text: string) => /^UID:.*$/m.exec(text)?.[0]
    t.equal(uid(moved), uid(before))
    await call('POST', `/projects/${projectId}/cancel`, {})
    const canceled = await file()
    t.match(canceled, 'STATUS:CANCELLED')
    t.ok(sequence(canceled) > sequence(moved))
  },
)

t.test("an order is due on delivery, or on its invoice's due date [c20-order-page]", async (t) => {
  const due = /<a class="go" href="[^"]*\/pay\/[^"]*">Pay/
  const { page, call, newest } = await openOrder({ payment: 'NONE' })
  const { projectId } = await newest()
  t.notMatch(await page(), due)
  await call('POST', `/projects/${projectId}/deliver`)
  const delivered = await page()
  t.match(delivered, due)
  t.notMatch(delivered, 'You can pay now')

  const dated = await openOrder({ payment: 'NONE' })
  const { invoiceId } = await dated.newest()
  const dueOn = (day: string) =>
    api.store.sql.query('update invoices set due_date = $2 where id = $1', [invoiceId, day])
  await dueOn('2099-05-31')
  t.notMatch(await dated.page(), due)
  t.match(await dated.page(), 'Invoiced to you, due May 31, 2099.')
  await dueOn('2026-01-31')
  t.match(await dated.page(), due)
})

t.test('a page without colors has no empty style', async (t) => {
  const { page, call } = await openOrder()
  t.notMatch(await page(), '<style>')
  await call('PATCH', '/organization', { colour: '#663399' })
  t.match(await page(), '<style>:root{--brand:#663399')
})

t.test(
  'a requested order shows that it awaits the studio, then the decision [c20-order-page]',
  async (t) => {
    const { page, call, newest, path } = await openOrder({
      payment: 'NONE',
      confirmation: 'BY_STAFF',
    })
    t.match(await page(), 'Your request is sent')
    t.equal((await getPage(api.url, `${path}/calendar.ics`)).status, 404, 'nothing is fixed')
    const { id } = await newest()
    await call('POST', `/orders/${id}/decline`, { reason: HOSTILE })
    const declined = await page()
    t.match(declined, 'can&#39;t take this order')
    t.match(declined, '&lt;script&gt;alert(1)&lt;/script&gt;')
    t.match(declined, 'Book again')
  },
)

t.test(
  'if the time was taken meanwhile, the page says that someone will call [c20-order-page]',
  async (t) => {
    const { page, order, newest, call, technician } = await openOrder({
      payment: 'NONE',
      confirmation: 'BY_STAFF',
    })
    await call('POST', '/projects/create', {
      scheduledTime: order.startsAt,
      estimatedDuration: 60,
      technicianId: technician.userId,
    })
    await call('POST', `/orders/${(await newest()).id}/confirm`)
    const text = await page()
    t.match(text, 'We&#39;ll call you about the time')
    t.notMatch(text, '<time', "no time is shown that isn't held")
    const { projectId } = await newest()
    const scheduledTime = '2099-05-01T09:00:00.000Z'
    await call('POST', `/projects/${projectId}/reschedule`, { scheduledTime })
    const found = await page()
    t.notMatch(found, 'We&#39;ll call you')
    t.match(found, `<time datetime="${scheduledTime}">`, 'the one that was found')
  },
)

t.test('an order without a time holds none, and its page says so [c20-order-page]', async (t) => {
  const { page, expireHolds } = await openUntimed({})
  const due = await page()
  t.match(due, /Pay by [^.]+ to place your order\./)
  t.match(due, 'Times are in ')
  t.notMatch(due, 'Your time')
  await expireHolds()
  const over = await page()
  t.match(over, 'Your order has expired')
  t.notMatch(over, 'Your time')
})

t.test('an order without a time shows the one set by staff [c20-order-page]', async (t) => {
  const { page, path, call, newest } = await openUntimed({ payment: 'NONE' })
  t.match(await page(), 'will call you to find a time')
  t.equal((await getPage(api.url, `${path}/calendar.ics`)).status, 404)
  const { projectId } = await newest()
  const scheduledTime = '2099-05-01T09:00:00.000Z'
  await call('PATCH', `/projects/${projectId}`, { scheduledTime })
  const agreed = await page()
  t.notMatch(agreed, 'will call you')
  t.match(agreed, 'You&#39;re booked')
  t.match(agreed, `<time datetime="${scheduledTime}">`)
  t.match((await getPage(api.url, `${path}/calendar.ics`)).text, 'DTSTART:20990501T090000Z')
})

t.test('an unknown order looks like any other invalid link', async (t) => {
  for (const path of ['/orders/nothing', '/orders/nothing/calendar.ics']) {
    const { status, text } = await getPage(api.url, path)
    t.equal(status, 404, path)
    t.match(text, 'This link doesn&#39;t work')
  }
})

t.test('the order page is at most 8 kB with its style sheet and module', async (t) => {
  const { path } = await openOrder({ payment: 'NONE' })
  const weights = Object.values(await pageWeight(api.url, path))
  t.ok(weights.reduce((sum, each) => sum + each, 0) < 8_192, String(weights))
})
