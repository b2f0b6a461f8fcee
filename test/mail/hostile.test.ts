// Malicious names, messages and addresses. docs/contract.md#c14-mail-safe
import { MAX_MAIL_NAME_LENGTH, MAX_MAIL_TEXT_LENGTH, MAX_MAILS_OF_DAY } from '@mediajobs/domain'
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import t from 'tap'
import { mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, ended, book } = await mailService(t)
await dispatch()

async function deliveredBy(name: string, customerName = 'Ann Agent', message = '') {
  const org = await service.createOrg()
  const { call, customer, project } = await book(org)
  // Multi-line names predate the one-line rule.
  const { sql } = service.store
  await sql.query('update organizations set name = $2 where id = $1', [org.organizationId, name])
  await sql.query('update customers set name = $2 where id = $1', [customer.id, customerName])
  await call('POST', `/projects/${project.id}/deliver`, { message })
  await ended()
  const [mail] = smtp.to(customer.email)
  if (!mail) throw new Error('no mail')
  return mail
}

const HEADERS = ['Bcc: victim@example.test', 'X-Injected: yes']

t.test("a name with line breaks can't start a header [c1-names-line, c14-mail-safe]", async (t) => {
  for (const end of ['\r\n', '\n', '\r', '\u2028', '\u0085']) {
    const name = `Studio${end}${HEADERS.join(end)}${end}${end}<script>alert(1)</script>`
    const mail = await deliveredBy(name, name)
    t.equal(mail.parsed.headers.get('bcc'), undefined)
    t.equal(mail.parsed.headers.get('x-injected'), undefined)
    t.equal(mail.to.length, 1)
    t.notMatch(mail.parsed.html, '<script')
  }
})

t.test('markup in names and messages is escaped [c14-mail-form, c14-mail-safe]', async (t) => {
  const markup = '<img src=x onerror=alert(1)>"\'&amp;'
  const { parsed } = await deliveredBy(markup, markup, markup)
  t.notMatch(parsed.html, '<img')
  t.match(parsed.html, '&lt;img src=x onerror=alert(1)&gt;')
  t.match(parsed.text, markup)
})

t.test(
  "a contact stored without validation can't start a header either [c14-mail-safe]",
  async (t) => {
    const org = await service.createOrg()
    const { call, customer, project } = await book(org)
    const harm = `a@b.test\r\n${HEADERS.join('\r\n')}`
    await service.store.sql.query(
      `update organizations set contact_email = $2, contact_phone = $2, delivery_note = $2 where id = $1`,
      [org.organizationId, harm],
    )
    await call('POST', `/projects/${project.id}/deliver`)
    await ended()
    const [mail] = smtp.to(customer.email)
    t.equal(mail?.parsed.headers.get('bcc'), undefined)
    t.equal(mail?.parsed.headers.get('x-injected'), undefined)
    t.equal(mail?.parsed.replyTo, undefined)
    t.equal(mail?.to.length, 1)
  },
)

t.test("a sender's name can't look like another address", async (t) => {
  const { parsed } = await deliveredBy('"Bank" <service@bank.example>')
  t.strictSame(
    parsed.from?.value.map(({ address, name }) => ({ address, name })),
    [{ address: 'no-reply@jobs.example.test', name: 'Bank service bank.example' }],
  )
})

t.test('a name that looks like an encoded word is kept verbatim [c14-mail-safe]', async (t) => {
  const word = '=?utf-8?B?RXZpbCA8Y2VvQGJhbmsuZXhhbXBsZT4NCkJjYzogeEB5?='
  const org = await service.createOrg()
  await org.call('PATCH', '/organization', { name: word })
  const email = newEmail()
  await peopleOf(service, org).invite(email)
  const { call, customer, project } = await book(org, { addressLine1: `=${word}` })
  await call('POST', `/projects/${project.id}/deliver`)
  await ended()
  for (const mail of [...smtp.to(email), ...smtp.to(customer.email)]) {
    const { subject, from } = mail.parsed
    t.match(subject, '= ?utf-8?B?RXZpbCA8')
    t.match(from?.value[0]?.name, '= ?utf-8?B?RXZpbCA8')
    t.notMatch(`${subject} ${from?.text}`, /Evil|bank/)
  }
})

t.test('mail is sent to every address that the API accepts [c14-mail-safe]', async (t) => {
  const org = await service.createOrg()
  const id = crypto.randomUUID()
  const local = `${id}-${'a'.repeat(27)}`
  for (const email of [
    `o'brien-${id}@example.test`,
    `a.b+c_d-${id}@x-y.example.test`,
    `${local}@a.b`,
  ]) {
    const { call, project } = await book(org, {}, { email })
    t.equal((await call('POST', `/projects/${project.id}/deliver`)).status, 200)
    await ended()
    t.strictSame(
      smtp.to(email).map(({ to }) => to),
      [[email]],
    )
  }
  for (const email of [`a${local}@a.b`, `x@${'a'.repeat(64)}.test`, 'a..b@a.test', '.a@a.test']) {
    t.equal((await peopleOf(service, org).invite(email)).status, 400, email)
  }
})

t.test(
  'a very long name or message is truncated, never within a character [c14-mail-safe]',
  async (t) => {
    const { parsed } = await deliveredBy('🎞'.repeat(100), 'x'.repeat(200), '😀'.repeat(5_000))
    const name = parsed.from?.value[0]?.name ?? ''
    t.equal([...name].length, MAX_MAIL_NAME_LENGTH)
    t.ok(name.isWellFormed())
    const quote = /^> .*$/m.exec(parsed.text ?? '')?.[0] ?? ''
    t.equal([...quote].length, MAX_MAIL_TEXT_LENGTH + 2)
  },
)

t.test(
  'a right-to-left name arrives complete, without reordering text around it [c14-mail-safe]',
  async (t) => {
    const hebrew = 'סטודיו אור'
    const { parsed } = await deliveredBy(hebrew, 'نور')
    t.equal(parsed.from?.value[0]?.name, hebrew)
    t.match(parsed.text, `\u2068${hebrew}\u2069 has delivered`)
    const override = await deliveredBy('Studio \u202egpj.exe\u2066')
    t.notMatch(override.parsed.text, /[\u202e\u2066]/)
    t.equal(override.parsed.from?.value[0]?.name, 'Studio gpj.exe')
  },
)

t.test('an address with several recipients never reaches the mail server', async (t) => {
  const org = await service.createOrg()
  for (const email of [
    'a@example.test, b@example.test',
    'a@example.test\r\nBcc: b@example.test',
    '"a@evil.test x"@example.test',
    'Ann <a@example.test>',
    'a@example.test>',
  ]) {
    t.equal((await peopleOf(service, org).invite(email)).status, 400, email)
  }
  const before = smtp.mails.length
  const email = newEmail()
  await peopleOf(service, org).invite(email)
  await ended()
  t.strictSame(
    smtp.mails.slice(before).map(({ to }) => to),
    [[email]],
  )
})

t.test(
  'an invalid address stored without validation is refused, not sent [c14-mail-safe]',
  async (t) => {
    const org = await service.createOrg()
    const { call, project, customer } = await book(org)
    for (const email of [
      'a@example.test, b@example.test',
      'a@x.test\r\nRCPT TO:<b@example.test>',
    ]) {
      const sql = 'update customers set email = $2 where id = $1'
      await service.store.sql.query(sql, [customer.id, email])
      const before = smtp.mails.length
      await call('POST', `/projects/${project.id}/deliver`)
      await ended()
      t.equal(smtp.mails.length, before)
      const { body } = await call('GET', '/mails?limit=1')
      t.match(body.data, [{ status: 'FAILED', error: "Mail can't be sent to this address." }])
    }
  },
)

t.test(
  `beyond ${MAX_MAILS_OF_DAY} mails in a day, mail isn't sent, and staff see why [c14-mail-bound]`,
  async (t) => {
    const org = await service.createOrg()
    const other = await service.createOrg()
    await service.store.sql.query(
      `insert into mails (organization_id, id, kind, status, recipient, expires_at)
    select $1, gen_random_uuid(), 'INVITATION', 'SENT', 'x@example.test', now()
    from generate_series(1, ${MAX_MAILS_OF_DAY})`,
      [org.organizationId],
    )
    const [refused, sent] = [newEmail(), newEmail()]
    t.equal((await peopleOf(service, org).invite(refused)).status, 201)
    await peopleOf(service, other).invite(sent)
    await ended()
    t.strictSame([smtp.to(refused).length, smtp.to(sent).length], [0, 1])
    const resets = `update mails set kind = 'PASSWORD_RESET' where organization_id = $1 and status = 'SENT'`
    await service.store.sql.query(resets, [org.organizationId])
    const invited = newEmail()
    await peopleOf(service, org).invite(invited)
    await ended()
    t.equal(smtp.to(invited).length, 1, "resets, which strangers can request, don't count")
    const { body } = await org.call('GET', '/mails?status=FAILED')
    t.match(body.data, [
      { recipient: refused, error: /^The organization has reached its limit of 2000 mails/ },
    ])
  },
)
