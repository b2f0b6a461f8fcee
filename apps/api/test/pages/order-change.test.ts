// docs/contract.md#c21-client-page
import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { getPage, postForm } from '@mediajobs/testing/api/pages'
import t from 'tap'

const { api, emulator } = await openCardApi(t)
const POLICY = {
  clientUntilHours: 0,
  currency: 'USD',
  rules: [
    { on: 'RESCHEDULE', withinHours: 8_784, feeAmount: 2_500 },
    { on: 'CANCEL', withinHours: 8_784, feeBasisPoints: 2_000 },
  ],
}

/** A booked order, its page, and the page for changing it. */
async function openOrder(changePolicy: object | null = POLICY, more: object = {}) {
  const studio = await orderingStudio(api, emulator)
  await studio.call('PATCH', '/organization', { changePolicy })
  const order = await studio.order(await studio.form({ payment: 'NONE' }), more)
  const path = `/orders/${order.token}`
  return {
    ...studio,
    order,
    path,
    changes: () => getPage(api.url, `${path}/change`),
    send: (step: string, fields: Record<string, string>) =>
      postForm(api.url, `${path}/${step}`, fields),
  }
}

/** The page's first free time, and the fields that choose it. */
function firstTime({ text }: { text: string }) {
  const [, field = '', startsAt = ''] = /name="(startsAt-[^"]+)" value="([^"]+)"/.exec(text) ?? []
  return { startsAt, choice: { day: field.slice('startsAt-'.length), [field]: startsAt } }
}

t.test('without a policy, the page says whom to contact [c21-client-page]', async (t) => {
  const { call, path, newest } = await openOrder(null)
  const page = async (query = '') => (await getPage(api.url, path + query)).text
  t.match(await page(), 'To reschedule or cancel, contact Test Studio.')
  const contact = { contactPhone: '+1 626 555 0123', contactEmail: 'hi@studio.test' }
  await call('PATCH', '/organization', contact)
  const text = await page()
  t.match(
    text,
    'To reschedule or cancel, contact Test Studio: <span dir="ltr"><a href="tel:+16265550123">+1 626 555 0123</a></span> · <a href="mailto:hi@studio.test">hi@studio.test</a>',
  )
  t.match(
    await page('?language=es'),
    'Para cambiar la hora o cancelar, comuníquese con Test Studio',
  )
  await call('POST', `/projects/${(await newest()).projectId}/deliver`)
  t.notMatch(await page(), 'To reschedule', 'the shoot is over')
})

t.test('a client moves their booking, seeing the fee first [c21-client-page]', async (t) => {
  const { order, path, changes, send, view } = await openOrder()
  const { text } = await getPage(api.url, path)
  t.match(text, `href="${order.token}/change">Reschedule or cancel</a>`)
  const opened = await changes()
  t.equal(opened.status, 200)
  t.match(opened.text, 'The fee for this change is $25.00.')
  t.match(opened.text, 'The fee for canceling is $50.00.')
  const { startsAt, choice } = firstTime(opened)
  t.not(startsAt, order.startsAt)
  const form = { ...fieldsOf(opened, '/reschedule'), ...choice }
  const changed = await send('reschedule', { ...form, expectedFeeAmount: '0' })
  t.match(changed, { status: 409 })
  t.match(changed.text, 'The fee has changed.')
  t.match(changed.text, `value="${startsAt}" checked`, 'the choice is kept')
  const moved = await send('reschedule', form)
  t.equal(moved.status, 303)
  t.match(moved.headers.get('location'), `../${order.token}`)
  t.equal((await view(order.token)).project.scheduledTime, startsAt)
  t.match((await getPage(api.url, path)).text, /href="[^"]*\/pay\//, 'the fee is paid there')
})

t.test('a time taken meanwhile is reported [c21-client-page]', async (t) => {
  const { changes, send, call, technician, order, view } = await openOrder()
  const opened = await changes()
  const { startsAt, choice } = firstTime(opened)
  const job = { scheduledTime: startsAt, technicianId: technician.userId }
  await call('POST', '/projects/create', job)
  const refused = await send('reschedule', { ...fieldsOf(opened, '/reschedule'), ...choice })
  t.equal(refused.status, 409)
  t.match(refused.text, 'Someone else just took that time.')
  t.equal((await view(order.token)).project.scheduledTime, order.startsAt)
})

t.test('without a time on the chosen day, nothing is moved [c21-client-page]', async (t) => {
  const { changes, send, order, view } = await openOrder()
  const opened = await changes()
  const { choice } = firstTime(opened)
  const form = fieldsOf(opened, '/reschedule')
  const days = [...opened.text.matchAll(/name="day" value="([^"]+)"/g)].map(([, day = '']) => day)
  for (const day of ['', 'tomorrow', days[1] ?? '']) {
    const refused = await send('reschedule', { ...form, ...choice, day })
    t.equal(refused.status, 400)
    t.match(refused.text, 'Choose a time.')
  }
  t.equal((await view(order.token)).project.scheduledTime, order.startsAt)
})

t.test(
  "the page's language can be changed, unless a form was refused [c12-language-choice]",
  async (t) => {
    const { path, changes, send } = await openOrder()
    const opened = await changes()
    const { choice } = firstTime(opened)
    const day = `/change?day=${choice.day}`
    t.match((await getPage(api.url, path + day)).text, `href="?day=${choice.day}&amp;language=es"`)
    const refused = await send('reschedule', {
      ...fieldsOf(opened, '/reschedule'),
      day: choice.day,
    })
    t.equal(refused.status, 400)
    t.notMatch(refused.text, 'language=es')
  },
)

t.test('the fees of several changes are all listed, by name [c21-client-page]', async (t) => {
  const { path, order, changes, send, view, call } = await openOrder()
  const moving = await changes()
  await send('reschedule', { ...fieldsOf(moving, '/reschedule'), ...firstTime(moving).choice })
  const page = async () => (await getPage(api.url, path)).text
  const moved = await page()
  t.match(moved, /Total<\/th><td>\$250\.00/)
  t.match(moved, /Other charges<\/th><td>\$25\.00/)
  await send('cancel', fieldsOf(await changes(), '/cancel'))
  t.match((await view(order.token)).owed, { balanceAmount: 2_500, otherAmount: 5_000 })
  const both = await page()
  t.match(both, /Additional charge<\/th><td>\$25\.00/)
  t.match(both, /Other charges<\/th><td>\$50\.00/)
  const { body } = await call('GET', '/invoices?status=SENT')
  const [fee] = body.data.filter((each: { totalAmount: number }) => each.totalAmount === 2_500)
  await call('POST', `/invoices/${fee.id}/pay`, {})
  t.match(await page(), /Cancellation fee<\/th><td>\$50\.00/)
})

t.test('a client cancels in two steps [c21-client-page]', async (t) => {
  const { changes, send, path } = await openOrder()
  const opened = await changes()
  t.match(opened.text, /<details><summary>Cancel booking/)
  const canceled = await send('cancel', fieldsOf(opened, '/cancel'))
  t.equal(canceled.status, 303)
  const shown = (await getPage(api.url, `${path}?done=moved`)).text
  t.match(shown, 'This shoot was canceled')
  t.notMatch(shown, 'Your new time is booked', 'not even with an earlier move in the URL')
  t.notMatch(shown, '/change"')
  t.match(shown, /Pay \$50\.00<\/a>/, 'its fee, not its price')
  t.match(shown, /Cancellation fee<\/th><td>\$50\.00/)
  t.notMatch(shown, '$250.00')
  t.match((await changes()).text, 'You can&#39;t change this booking here.')
})

t.test(
  "without a policy there's no change button; the pages are available in Spanish [c21-client-page]",
  async (t) => {
    const none = await openOrder(null)
    t.notMatch((await getPage(api.url, none.path)).text, '/change"')
    t.match((await none.changes()).text, 'change this booking here')
    const customer = { name: 'Ana', email: 'ana@example.com', language: 'es' }
    const spanish = await openOrder(POLICY, { customer })
    t.match((await getPage(api.url, spanish.path)).text, 'Cambiar la hora o cancelar')
    t.match((await spanish.changes()).text, 'El cargo por este cambio es de')
    t.equal((await getPage(api.url, `/orders/${'a'.repeat(43)}/change`)).status, 404)
  },
)
