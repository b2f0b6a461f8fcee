// docs/contract.md#c14-mail: who receives which mail, exactly once.
import { logos } from '@mediajobs/db/schema'
import { testApp } from '@mediajobs/testing/api/app'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { accept, newEmail, peopleOf } from '@mediajobs/testing/api/people'
import t from 'tap'
import { DELIVERIES, linkOf, mailService, SENDER } from './support/mail-service.ts'

const { service, smtp, dispatch, mails, ended, book } = await mailService(t)
const objectStore = testObjectStore()
await dispatch()
const PASSWORD = 'correct horse battery staple'

async function mailTo(address: string) {
  await ended()
  const [mail, ...more] = smtp.to(address)
  if (!mail || more.length > 0) throw new Error(`${more.length + 1} mails to ${address}`)
  return mail
}

t.test(
  'an invited person gets a mail whose link accepts the invitation [c14-mail, c14-mail-form]',
  async (t) => {
    const org = await service.createOrg()
    const email = newEmail()
    const { body: invited } = await peopleOf(service, org).invite(email)
    const mail = await mailTo(email)
    t.match(mail, { from: SENDER, to: [email] })
    t.match(mail.parsed, {
      subject: 'Join Test Studio',
      from: { text: `"Test Studio" <${SENDER}>` },
    })
    t.match(mail.parsed.text, /Hi Nina New,\n\nTest Studio has invited you/)
    t.match(mail.parsed.html, 'Test Studio has invited you')
    const link = new URL(linkOf(mail, '/invitations'))
    t.equal(`${link.origin}${link.pathname}`, 'https://jobs.example.test/invitations')
    const token = link.hash.replace('#token=', '')
    t.not(token, invited.invitationToken, 'it is not the token of the response')
    t.match(await accept(service, token, PASSWORD), {
      status: 201,
      body: { user: { email }, organizations: [{ id: org.organizationId }] },
    })
    t.equal((await accept(service, invited.invitationToken, PASSWORD)).status, 401)
  },
)

t.test('the token in the response works too, and then invalidates the mailed one', async (t) => {
  const org = await service.createOrg()
  const email = newEmail()
  const { body } = await peopleOf(service, org).invite(email)
  const token = new URL(linkOf(await mailTo(email), '#')).hash.replace('#token=', '')
  t.equal((await accept(service, body.invitationToken, PASSWORD)).status, 201)
  t.match(await accept(service, token, PASSWORD), {
    status: 401,
    body: { code: 'invitation_refused' },
  })
})

t.test('each delivery mails its customer the link once [c14-mail, c14-mail-which]', async (t) => {
  const org = await service.createOrg()
  const { call, customer, project } = await book(org)
  const deliver = () =>
    call('POST', `/projects/${project.id}/deliver`, { message: 'Enjoy!\n<b>Tess</b> & co' })
  const first = await deliver()
  const mail = await mailTo(customer.email)
  t.match(mail.parsed.subject, 'Your files for 12 Main Street')
  t.match(mail.parsed.text, 'Hi Ann Agent,\n\nTest Studio has delivered your files for 12 Main')
  t.match(mail.parsed.text, '> Enjoy!\n> <b>Tess</b> & co\n')
  t.match(mail.parsed.html, 'Enjoy!\n&lt;b&gt;Tess&lt;/b&gt; &amp; co')
  t.equal(linkOf(mail, DELIVERIES), first.body.deliveryUrl)
  t.match(mail.parsed.messageId, /^<[0-9a-f-]{36}@jobs\.example\.test>$/)
  t.equal(mail.parsed.headers.get('auto-submitted'), 'auto-generated')
  await call('PATCH', `/projects/${project.id}/status`, { status: 'IN_REVISION' })
  await call('PATCH', `/projects/${project.id}/status`, { status: 'DELIVERED' })
  await ended()
  await deliver()
  await ended()
  const sent = smtp.to(customer.email)
  t.equal(sent.length, 3, 'each delivery once, even via a status change')
  const again = 'Your updated files for 12 Main Street'
  t.strictSame(sent.map(({ parsed }) => parsed.subject).slice(1), [again, again])
  t.match(sent[2]?.parsed.text, 'Test Studio has updated your files for 12 Main Street.')
  t.equal(new Set(sent.map((each) => linkOf(each, DELIVERIES))).size, 3)
})

t.test(
  'a project without a customer, or with one who opted out, sends no mail [c14-mail-which]',
  async (t) => {
    const org = await service.createOrg()
    const { call, customer, project } = await book(org, {}, { mailOptOut: true })
    await call('POST', `/projects/${project.id}/deliver`)
    const { project: other } = await book(org, { customerId: null })
    await call('POST', `/projects/${other.id}/deliver`)
    const { body } = await call('GET', '/mails')
    t.strictSame(body.data, [])
    t.strictSame(smtp.to(customer.email), [])
  },
)

t.test('a delivery revoked before its mail is sent sends none [c14-mail-which]', async (t) => {
  const org = await service.createOrg()
  const { call, customer, project } = await book(org)
  smtp.refuse((to) => (to === customer.email ? { step: 'recipient', code: 451 } : undefined))
  await call('POST', `/projects/${project.id}/deliver`)
  await call('DELETE', `/projects/${project.id}/delivery`)
  smtp.refuse(() => undefined)
  await service.store.sql.query("update mails set next_attempt_at = now() where status = 'WAITING'")
  await ended(200_000)
  const { body } = await call('GET', `/mails?projectId=${project.id}`)
  t.match(body.data, [{ status: 'CANCELLED', error: /^The delivery was revoked/ }])
  t.strictSame(smtp.to(customer.email), [])
})

t.test(
  'a revision request is mailed to the project’s manager, unless they made it [c14-mail]',
  async (t) => {
    const org = await service.createOrg()
    const manager = await service.createMember(org, 'MANAGER')
    const { call, project } = await book(org, { projectManagerId: manager.userId })
    const { body: delivered } = await call('POST', `/projects/${project.id}/deliver`)
    await service.request('POST', `/deliveries/${delivered.deliveryToken}/request-revision`, {
      body: { comment: 'Brighter, please' },
    })
    const mail = await mailTo(manager.email)
    t.match(mail.parsed.subject, 'Changes requested: 12 Main Street')
    t.match(mail.parsed.text, '> Brighter, please')
    const page = `https://jobs.example.test/app/${org.organizationId}/projects/${project.id}`
    t.equal(linkOf(mail, '/app/'), page)
    t.notMatch(mail.source, /^List-Unsubscribe/m)
    await call('POST', `/projects/${project.id}/deliver`)
    const key = await manager.keyWith('WRITE')
    const body = { comment: 'They called me' }
    const asked = { key, body }
    t.equal(
      (await service.request('POST', `/projects/${project.id}/request-revision`, asked)).status,
      200,
    )
    await ended()
    t.equal(smtp.to(manager.email).length, 1)
  },
)

t.test('no token or text of a mail is stored [c14-mail-tokens]', async (t) => {
  const tokens = smtp.mails.flatMap(({ parsed }) =>
    (parsed.text ?? '').match(/[A-Za-z0-9_]{43,47}$/gm)?.map((token) => token.slice(-43)),
  )
  t.ok(tokens.length > 5)
  const stored = JSON.stringify(
    await service.store.sql.query(
      `select row_to_json(m)::text from mails as m
      union all select row_to_json(i)::text from invitations as i
      union all select row_to_json(u)::text from unsubscribe_tokens as u`,
    ),
  )
  for (const token of tokens) t.notMatch(stored, token)
  t.notMatch(stored, 'Enjoy')
})

t.test('without SMTP_URL nothing is queued [c14-mail, c14-password-reset]', async (t) => {
  const quiet = await testApp(t, { databaseUrl: service.databaseUrl })
  const org = await quiet.createOrg()
  const before = await mails()
  await peopleOf(quiet, org).invite(newEmail())
  const { call } = org
  const { body: customer } = await call('POST', '/customers', { name: 'C', email: newEmail() })
  const { body: project } = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T09:30:00Z',
    customerId: customer.id,
  })
  await call('POST', `/projects/${project.id}/deliver`)
  t.strictSame(await mails(), before)
  const asked = await quiet.request('POST', '/auth/password-resets', { body: { email: org.email } })
  t.match(asked, { status: 202, body: { sendsMail: false } })
  t.strictSame(await service.store.sql.query('select from password_reset_requests'), [])
})

t.test(
  'a client’s mail has the studio’s logo, note, contact and color, and replies go there [c14-mail-studio]',
  async (t) => {
    const org = await service.createOrg()
    const { call, customer, project } = await book(org)
    await call('PATCH', '/organization', {
      deliveryNote: 'Thank you!\n<b>Tess</b>',
      contactEmail: "o'hara+jobs@alder.example",
      contactPhone: '+1 (626) 555-0123 ext. 4',
      colour: '#ffe066',
    })
    const key = `${org.organizationId}/derived/logo.png`
    const logo = Buffer.from('89504e470d0a1a0a', 'hex')
    await objectStore.put(key, logo, { contentType: 'image/png', cacheControl: 'no-store' })
    const { orm } = service.store.sql
    const row = {
      organizationId: org.organizationId,
      uploadKey: 'read',
      state: 'READY',
      key,
    } as const
    await orm.insert(logos).values(row)
    await call('POST', `/projects/${project.id}/deliver`)
    const { parsed } = await mailTo(customer.email)
    t.match(
      parsed.text,
      "Thank you!\n<b>Tess</b>\n\no'hara+jobs@alder.example\n+1 (626) 555-0123 ext. 4",
    )
    t.match(parsed.html, 'Thank you!\n&lt;b&gt;Tess&lt;/b&gt;')
    t.match(parsed.html, 'href="mailto:o&#39;hara%2Bjobs@alder.example"')
    t.match(parsed.html, 'href="tel:+16265550123"')
    t.match(parsed.html, ';background:#ffe066;color:#000"')
    t.strictSame(
      parsed.replyTo?.value.map(({ address }) => address),
      ["o'hara+jobs@alder.example"],
    )
    t.match(parsed.html, 'alt="Test Studio"')
    t.notMatch(parsed.html, /src="http/)
    const [{ content, contentType, related } = {}] = parsed.attachments
    t.match(
      { content, contentType, related },
      { content: logo, contentType: 'image/png', related: true },
    )
  },
)

t.test('a mail is sent without a logo missing from the store [c14-mail-studio]', async (t) => {
  const org = await service.createOrg()
  const { call, customer, project } = await book(org)
  const { organizationId } = org
  const row = { organizationId, uploadKey: 'read', state: 'READY', key: 'gone' } as const
  await service.store.sql.orm.insert(logos).values(row)
  await call('POST', `/projects/${project.id}/deliver`)
  const { parsed } = await mailTo(customer.email)
  t.notMatch(parsed.html, '<img')
  t.equal(parsed.replyTo, undefined)
})
