// docs/contract.md#c14-mail-unsubscribe: RFC 8058, and what staff see.
import t from 'tap'
import { linkOf, mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, ended, book } = await mailService(t)
await dispatch()

async function mailedCustomer() {
  const org = await service.createOrg()
  const booked = await book(org)
  await booked.call('POST', `/projects/${booked.project.id}/deliver`)
  await ended()
  const [mail] = smtp.to(booked.customer.email)
  const path = new URL(linkOf(mail, '/unsubscribe/')).pathname
  const read = () => booked.call('GET', `/customers/${booked.customer.id}`)
  return { ...booked, mail, path, read }
}

const oneClick = (path: string, type: string, body: string) =>
  service.request('POST', path, { body, headers: { 'content-type': type } })

t.test(
  'a mail to a customer has one-click unsubscribe headers [c14-mail-unsubscribe]',
  async (t) => {
    const { mail, path } = await mailedCustomer()
    const source = mail?.source.replace(/\r\n[ \t]+/g, ' ') ?? ''
    t.match(source, `List-Unsubscribe: <https://jobs.example.test${path}>`)
    t.match(source, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  },
)

t.test('opening the link changes nothing [c14-mail-unsubscribe]', async (t) => {
  const { path, read } = await mailedCustomer()
  t.match(await service.request('GET', path), {
    status: 200,
    body: { organizationName: 'Test Studio', mailOptOut: false },
  })
  t.equal((await read()).body.mailOptOut, false)
})

for (const [type, body] of [
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
] as const) {
  t.test(
    `one click as ${type} unsubscribes from this organization's mails [c14-mail-unsubscribe, c14-mail-one-click]`,
    async (t) => {
      const { path, read, call, project, customer } = await mailedCustomer()
      t.equal((await oneClick(path, type, body)).status, 200)
      t.equal((await read()).body.mailOptOut, true)
      t.equal((await oneClick(path, type, body)).status, 200, 'again')
      await call('POST', `/projects/${project.id}/deliver`)
      await ended()
      t.equal(smtp.to(customer.email).length, 1)
      const { body: events } = await call('GET', '/events?event=CUSTOMER_UPDATED')
      t.match(events.data, [{ data: { changed: ['mailOptOut'], customer: { mailOptOut: true } } }])
      const other = await book(await service.createOrg(), {}, { email: customer.email })
      await other.call('POST', `/projects/${other.project.id}/deliver`)
      await ended()
      t.equal(smtp.to(customer.email).length, 2, 'another organization can still send mail')
    },
  )
}

t.test('a program that asks for JSON gets it, even for an unknown link', async (t) => {
  const path = '/unsubscribe/nobody-has-this-token-nobody-has'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const asked = await service.request('POST', path, {
    body: '',
    headers: { ...type, accept: 'application/json' },
  })
  t.match(asked, { status: 404, body: { code: 'not_found' } })
  const page = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { ...type, accept: 'text/html,*/*;q=0.8' },
  })
  t.match(page.headers.get('content-type'), 'text/html', 'a browser gets a page')
})

t.test('staff can unsubscribe and resubscribe a customer [c14-mail-unsubscribe]', async (t) => {
  const { call, project, customer } = await mailedCustomer()
  const path = `/customers/${customer.id}`
  const deliver = async () => {
    await call('POST', `/projects/${project.id}/deliver`)
    await ended()
  }
  t.match(await call('PATCH', path, { mailOptOut: true }), { body: { mailOptOut: true } })
  await deliver()
  t.equal(smtp.to(customer.email).length, 1)
  t.match(await call('PATCH', path, { mailOptOut: false }), { body: { mailOptOut: false } })
  await deliver()
  t.equal(smtp.to(customer.email).length, 2)
})

t.test("a customer who opts out after the delivery doesn't get its pending mail", async (t) => {
  const org = await service.createOrg()
  const { call, project, customer } = await book(org)
  smtp.refuse((to) => (to === customer.email ? { step: 'data', code: 451 } : undefined))
  await call('POST', `/projects/${project.id}/deliver`)
  await call('PATCH', `/customers/${customer.id}`, { mailOptOut: true })
  smtp.refuse(() => undefined)
  await service.store.sql.query("update mails set next_attempt_at = now() where status = 'WAITING'")
  await ended()
  const { body } = await call('GET', '/mails')
  t.match(body.data, [{ status: 'CANCELLED', error: 'The customer has unsubscribed.' }])
})

t.test('an unknown token is a 404, even with a body no mail program sends', async (t) => {
  const path = `/unsubscribe/${'x'.repeat(43)}`
  t.equal((await service.request('GET', path)).status, 404)
  t.equal((await service.request('POST', path)).status, 404)
  const form = 'application/x-www-form-urlencoded'
  t.equal((await oneClick(path, form, 'List-Unsubscribe=One-Click')).status, 404)
  t.equal((await oneClick(path, 'multipart/form-data', 'a'.repeat(16_385))).status, 413)
  t.equal((await oneClick(path, 'text/plain', 'a')).status, 415)
})
