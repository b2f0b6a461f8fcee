// docs/contract.md#c20-orders-page: staff pages for orders.

import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const { api, emulator } = await openCardApi(t)
const HOSTILE = '<img src=x onerror=alert(1)>'
const REQUEST = { payment: 'NONE', confirmation: 'BY_STAFF' }

async function openStudio() {
  const studio = await orderingStudio(api, emulator)
  const at = `/app/${studio.org.organizationId}/orders`
  const manager = await api.createMember(studio.org, 'MANAGER')
  return { ...studio, at, browser: await browserOf(api, manager) }
}

t.test('the empty page links to the forms [c20-orders-page]', async (t) => {
  const { browser, at } = await openStudio()
  const { status, text } = await browser.open(at)
  t.equal(status, 200)
  t.match(text, 'No orders yet.')
  t.match(text, /\/order-forms">Go to order forms/)
})

t.test(
  'a requested order is announced, listed first, and confirmed [c20-orders-page]',
  async (t) => {
    const { browser, at, form, order, newest, call } = await openStudio()
    await order(await form({ payment: 'NONE' }))
    await order(await form(REQUEST), { customer: { name: HOSTILE, email: 'x@clients.test' } })
    const { id } = await newest()
    for (const section of ['board', 'today']) {
      const page = await browser.open(at.replace('orders', section))
      t.match(page.text, '1 order is waiting for your answer.', section)
    }
    const list = await browser.open(at)
    t.match(list.text, /Waiting for your answer[\s\S]*Confirm<[\s\S]*All orders/)
    t.notMatch(list.text, HOSTILE)
    const answer = fieldsOf(list, `${id}/confirm`)
    const confirmed = await browser.send(`${at}/${id}/confirm`, answer)
    t.match(confirmed, { status: 303, location: `${at}/${id}?done=confirmed` })
    const { projectId, status } = await newest()
    t.equal(status, 'CONFIRMED')
    const page = await browser.open(confirmed.location ?? '')
    t.match(page.text, 'The job is on the board.')
    t.match(page.text, `/projects/${projectId}">Open the job`)
    t.equal((await call('GET', `/projects/${projectId}`)).status, 200)
    t.notMatch((await browser.open(at.replace('orders', 'board'))).text, 'waiting for your answer')
  },
)

t.test(
  'declining gives the client the reason; a decision is final [c20-orders-page]',
  async (t) => {
    const { browser, at, form, order, newest, view } = await openStudio()
    const { token } = await order(await form(REQUEST))
    const { id } = await newest()
    const page = await browser.open(`${at}/${id}`)
    const decline = { ...fieldsOf(page, `${id}/decline`), reason: 'Too far away' }
    t.match(await browser.send(`${at}/${id}/decline`, decline), { status: 303 })
    t.match(await view(token), { status: 'DECLINED', reason: 'Too far away' })
    t.match((await browser.open(`${at}/${id}`)).text, 'Too far away')
    const late = await browser.send(`${at}/${id}/confirm`, fieldsOf(page, `${id}/confirm`))
    t.equal(late.status, 409)
    t.match(late.text, 'This order has already been confirmed or declined.')
  },
)

t.test(
  'an order that lost its time is marked, and links to its job [c20-orders-page]',
  async (t) => {
    const { browser, at, form, order, newest, call, technician } = await openStudio()
    const { startsAt } = await order(await form(REQUEST))
    await call('POST', '/projects/create', {
      scheduledTime: startsAt,
      estimatedDuration: 60,
      technicianId: technician.userId,
    })
    const { id } = await newest()
    await call('POST', `/orders/${id}/confirm`)
    const { text } = await browser.open(at)
    t.match(text, 'Time taken')
    t.match(text, `/projects/${(await newest()).projectId}"`)
    t.match((await browser.open(`${at}/${id}`)).text, 'Agree on another one')
  },
)

t.test('unknown orders and those of other organizations are a 404', async (t) => {
  const [one, two] = [await openStudio(), await openStudio()]
  await two.order(await two.form({ payment: 'NONE' }))
  const { id } = await two.newest()
  t.equal((await one.browser.open(`${one.at}/${id}`)).status, 404)
  t.equal((await one.browser.open(`${one.at}/nothing`)).status, 404)
})
