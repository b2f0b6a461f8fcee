// docs/contract.md#c23-lead-mail
import { MAX_STRANGERS_MAILS_OF_DAY } from '@mediajobs/domain'
import t from 'tap'
import { mailService } from './support/mail-service.ts'

const { service, smtp, ended, dispatch, book } = await mailService(t)
await dispatch()

t.test('a lead is mailed to each contact once, as text [c23-lead-mail]', async (t) => {
  const org = await service.createOrg()
  const { call, project } = await book(org, {}, {})
  const [first, second] = [`a-${project.id}@contacts.test`, `b-${project.id}@contacts.test`]
  const path = `/projects/${project.id}`
  await call('POST', `${path}/deliver`)
  const { body } = await call('PUT', `${path}/website`, {
    contacts: [
      { name: 'Jane', email: first },
      { name: 'Jane again', email: first },
      { name: 'Bo', email: second },
      { name: 'No address' },
    ],
  })
  await call('POST', `${path}/website/publish`)
  const lead = {
    name: 'Sam\u2028<b>Doe</b>',
    phone: '+1 217 555 0123',
    message: '<i>Saturday?</i>',
  }
  const hostile = await service.request('POST', `/sites/${body.publicId}/leads`, { body: lead })
  t.equal(hostile.status, 400, 'a name is one line')
  const sent = { ...lead, name: 'Sam <b>Doe</b>' }
  const { status } = await service.request('POST', `/sites/${body.publicId}/leads`, { body: sent })
  t.equal(status, 204)
  await ended()
  for (const [address, name] of [
    [first, 'Jane'],
    [second, 'Bo'],
  ] as const) {
    const [mail, ...more] = smtp.to(address)
    t.equal(more.length, 0)
    t.match(mail?.parsed.subject, /^New message: 12 Main Street/)
    t.match(mail?.parsed.text, name)
    t.match(mail?.parsed.text, 'Sam <b>Doe</b> sent a message through the website')
    t.match(mail?.parsed.text, '+1 217 555 0123')
    t.match(mail?.parsed.text, '<i>Saturday?</i>')
    t.notMatch(mail?.parsed.html, '<i>Saturday')
    t.match(mail?.parsed.text, `/sites/${body.publicId}`)
  }
  const { data } = (await call('GET', '/mails?kind=NEW_LEAD')).body
  t.match(data, [
    { status: 'SENT', projectId: project.id },
    { status: 'SENT', projectId: project.id },
  ])
})

t.test(
  'mails triggered by strangers leave capacity for those of staff [c14-mail-bound]',
  async (t) => {
    const org = await service.createOrg()
    const { call, customer, project } = await book(org, {}, {})
    const path = `/projects/${project.id}`
    await call('POST', `${path}/deliver`)
    const contacts = [{ name: 'Jane', email: `a-${project.id}@contacts.test` }]
    const { body } = await call('PUT', `${path}/website`, { contacts })
    await call('POST', `${path}/website/publish`)
    await service.store.sql.query(
      `insert into mails (organization_id, id, kind, status, recipient, expires_at)
    select $1, gen_random_uuid(), 'NEW_ORDER', 'SENT', 'x@example.test', now()
    from generate_series(1, ${MAX_STRANGERS_MAILS_OF_DAY})`,
      [org.organizationId],
    )
    const lead = { name: 'Sam Doe', phone: '+1 217 555 0123' }
    const sent = await service.stranger('POST', `/sites/${body.publicId}/leads`, lead)
    t.equal(sent.status, 204, 'the lead itself is kept')
    const error = /^The organization has reached its limit of 1000 mails about orders and leads/
    t.match((await call('GET', '/mails?kind=NEW_LEAD')).body.data, [{ status: 'FAILED', error }])
    t.match((await call('GET', `${path}/leads`)).body.data, [lead])
    await ended()
    const before = smtp.to(customer.email).length
    t.equal((await call('POST', `${path}/deliver`)).status, 200)
    await ended()
    t.equal(smtp.to(customer.email).length, before + 1)
  },
)
